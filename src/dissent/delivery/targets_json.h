// Delivered targets, and where they were written, as JSON.
#pragma once

#include <filesystem>
#include <string_view>

#include "dissent/delivery/deliver.h"
#include "dissent/io/json.h"
#include "dissent/votes/importer.h"

namespace dissent {

// The targets themselves are in `output`, as cells of `dtype`. `imported` is what they were delivered from.
Json targets_json(const DeliveredTargets& targets, const ImportResult& imported,
                  const std::filesystem::path& output, std::string_view dtype);

}  // namespace dissent
