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

// A file, and the part of the official split that it holds, where the files of a manifest say that.
struct ManifestFile {
  std::filesystem::path file;
  std::optional<OfficialPart> part = {};
};

struct ManifestInputs {
  enum class Kind { images, features, text } kind = Kind::images;
  std::filesystem::path file;        // a file, or for images also a folder; of texts the first
  std::vector<ManifestFile> texts;   // text: the file, or one for each part
  std::vector<std::string> columns;  // text: the fields to take
  std::vector<std::string> choices;  // text: fields of which each is a class, one of them right; may be none
  std::string id = "item";           // text: the field that names the item
  std::filesystem::path item_names;  // npy: a file with the name of each row's item, one a line; may be empty
  std::string place;                 // in the manifest, for messages
};

// Where something is said of every item: its gold label, its part of the official split.
struct ManifestField {
  std::string key;             // of the manifest, for messages: "gold", "split"
  std::filesystem::path file;  // empty: the votes file itself
  std::string item = "item";   // the field that names the item; empty: as the votes are read
  std::string field;           // that holds what is said
  std::string place;
};

struct Manifest {
  std::filesystem::path path;  // the manifest's own; the others are relative to its folder, and joined to it
  std::string name;
  std::vector<ManifestFile> votes;  // one, or one for each part
  ImportOptions import_options;
  ManifestInputs inputs;
  std::optional<ManifestField> gold;
  std::optional<ManifestField> split;
  std::filesystem::path truth;  // npy [items, classes]: the population's distribution; may be empty
  bool names_by_part = false;   // items of a part's file are called "train/7"
  bool drop_missing = false;    // `missing: drop`: leave out items that lack votes or inputs
};

Manifest parse_manifest(std::string_view bytes, const std::filesystem::path& path);
Manifest read_manifest(const std::filesystem::path& path);

Dataset load_manifest(const Manifest& manifest);

}  // namespace dissent
