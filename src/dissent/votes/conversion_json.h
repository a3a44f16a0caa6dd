// What convert() wrote, as JSON.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "dissent/io/json.h"
#include "dissent/votes/convert.h"
#include "dissent/votes/importer.h"

namespace dissent {

// `notes` says in the front end's words what the file cannot tell its reader.
Json conversion_json(const Conversion& conversion, const ImportResult& imported,
                     const std::filesystem::path& output, const std::vector<std::string>& notes);

}  // namespace dissent
