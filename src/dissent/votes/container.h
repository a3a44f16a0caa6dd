// Which kind of file a name asks for, where a table of votes is written.
#pragma once

#include <filesystem>

namespace dissent {

enum class Container { text, json, npy, npz };

// By the ending: .csv and .tsv are text, and so is standard output, "-". Throws for an unknown one, with the
// list of those that are known.
Container container_of(const std::filesystem::path& output);
char delimiter_of(const std::filesystem::path& output);  // a tab for .tsv, else a comma

}  // namespace dissent
