// The votes that a manifest names: one file, or one for each part of the official split, put together.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/manifest/manifest.h"

namespace dissent {

struct ManifestVotes {
  ImportResult imported;
  std::vector<std::optional<OfficialPart>> parts;  // [items]; empty where the files do not say
};

// Classes are the union of the files'; a part other than train may have no votes at all. Throws where a file
// is not there, where files know different things of their votes, and where two of them name the same item.
ManifestVotes read_votes(const Manifest& manifest);

// What an item of a part's file is called: "train/7" where the manifest has names-by-part, else as in the
// file.
std::string item_name_in(const Manifest& manifest, const std::optional<OfficialPart>& part,
                         std::string_view name);

// "votes.csv", or "train.json, dev.json", for messages.
std::string file_names(const std::vector<ManifestFile>& files);

}  // namespace dissent
