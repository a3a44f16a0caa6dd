// An encoding as JSON: what it is of, and its shape; not the features themselves.
#pragma once

#include <filesystem>

#include "dissent/io/json.h"
#include "dissent/train/encode.h"

namespace dissent {

// `output`: the file that the features were written to.
Json encoding_json(const Encoding& encoding, const std::filesystem::path& output);

}  // namespace dissent
