// Inputs that cannot be mapped: standard input, pipes and the kernel's files, read to their end.
#pragma once

#include <filesystem>
#include <string>

namespace dissent {

// Whether `path` is "-" (standard input) or names something that is there and is neither a regular file nor a
// folder.
bool is_stream(const std::filesystem::path& path);
// All of it. Throws where it cannot be read.
std::string read_stream(const std::filesystem::path& path);

}  // namespace dissent
