// Which kind of file an output's name asks for.
#pragma once

#include <filesystem>

namespace dissent::cli {

enum class Container { text, npy, npz };

// By the ending: .csv and .tsv are text; an unknown one is an error that lists the known ones.
Container container_of(const std::filesystem::path& output);
char delimiter_of(const std::filesystem::path& output);  // a tab for .tsv, else a comma

}  // namespace dissent::cli
