// Reading inputs and putting them beside their items: the rows of a source have names (image files, text
// records, npy with a list of names) or come in the order of the items (npy). What has no partner on the
// other side is an error that counts it, or is dropped where the manifest says so.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/core/names.h"
#include "dissent/data/dataset.h"
#include "dissent/manifest/manifest.h"
#include "dissent/manifest/records.h"

namespace dissent {

// The input of each item, for the items that have one.
struct MatchedInputs {
  Inputs inputs;                     // [items.size()] in that order
  std::vector<std::uint32_t> items;  // indices into the votes' items, ascending; all of them unless dropped
  std::size_t without_votes = 0;     // inputs dropped
};

MatchedInputs read_inputs(const Manifest& manifest, const VoteTable& votes);

// Text fields of the votes' items from a file of records; a record of an item that comes again must say the
// same.
TextInputs read_text(const std::filesystem::path& path, const std::string& id,
                     const std::vector<std::string>& columns, const std::vector<std::string>& choices,
                     const VoteTable& votes);

// uint8 [N, H, W, C] or [N, H, W]; float [N, D].
ImageInputs read_image_array(const std::filesystem::path& path);
FeatureInputs read_feature_array(const std::filesystem::path& path);

}  // namespace dissent
