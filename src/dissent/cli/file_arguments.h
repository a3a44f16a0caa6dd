// The files that a command names: none is written that is also read, and none is written twice.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

namespace dissent::cli {

// Throws where two of them are one file, by whatever names, before anything is read. Devices and pipes may
// take several; empty paths and "-" do not count.
void check_files(std::span<const std::filesystem::path> inputs,
                 std::span<const std::filesystem::path> outputs);

}  // namespace dissent::cli
