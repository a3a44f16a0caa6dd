// From a name or a path to a Dataset. The known data sets have a loader each, in one explicit list; anything
// else is a manifest.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "dissent/data/dataset.h"

namespace dissent {

struct KnownLoader {
  std::string_view name;
  std::string_view stored_as;  // the data set (store/known.h) whose folder it reads
  std::string_view what;
  Dataset (*load)(const std::filesystem::path& folder);
};
std::span<const KnownLoader> known_loaders();
const KnownLoader* find_loader(std::string_view name);  // null where the name is not known

// A data set from its manifest: a .yaml file, or a folder that holds dataset.yaml.
Dataset load_dataset(const std::filesystem::path& path);

// A name of known_loaders(), whose folder is in the store (an error says how to get it where it is not), or a
// path as above.
Dataset load_dataset_named(std::string_view name_or_path);

}  // namespace dissent
