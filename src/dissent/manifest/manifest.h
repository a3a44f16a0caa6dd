// A user's own data set, as a small YAML file says it: where votes, inputs and gold labels are and how to
// read them (docs/datasets.md). Parsing looks at no other file; loading puts the data set together.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/data/dataset.h"
#include "dissent/votes/importer.h"

namespace dissent {

struct ManifestInputs {
  enum class Kind { images, features, text } kind = Kind::images;
  std::filesystem::path file;        // a file, or for images also a folder
  std::vector<std::string> columns;  // text: the fields to take
  std::vector<std::string> choices;  // text: fields of which each is a class, one of them right; may be none
  std::string id = "item";           // text: the field that names the item
  std::filesystem::path item_names;  // npy: a file with the name of each row's item, one a line; may be empty
  std::string place;                 // in the manifest, for messages
};

struct ManifestGold {
  std::filesystem::path file;   // empty: the votes file itself
  std::string item = "item";    // the field that names the item; empty: as the votes are read
  std::string label = "label";  // the field that holds the gold label
  std::string place;
};

struct Manifest {
  std::filesystem::path path;  // the manifest's own; the others are relative to its folder, and joined to it
  std::string name;
  std::filesystem::path votes;
  ImportOptions import_options;
  ManifestInputs inputs;
  std::optional<ManifestGold> gold;
  std::filesystem::path truth;  // npy [items, classes]: the population's distribution; may be empty
  bool drop_missing = false;    // `missing: drop`: leave out items that lack votes or inputs
};

Manifest parse_manifest(std::string_view bytes, const std::filesystem::path& path);
Manifest read_manifest(const std::filesystem::path& path);

Dataset load_manifest(const Manifest& manifest);

}  // namespace dissent
