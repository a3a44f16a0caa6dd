// A folder of PNG or JPEG files as image inputs: each file is named by its item, with or without the
// extension, subfolders included ("cats/7"); all of one size.
#pragma once

#include <filesystem>
#include <vector>

#include "dissent/data/dataset.h"
#include "dissent/manifest/pairing.h"

namespace dissent {

// Paths of the image files below `folder`, relative to it, sorted, so that nothing depends on the disk's
// order. None is an error.
std::vector<std::filesystem::path> list_image_files(const std::filesystem::path& folder);

RowPairing pair_image_files(const std::filesystem::path& folder, const VoteTable& votes, bool drop_missing);

// Decoded by all cores. Grey files among coloured ones are made RGB.
ImageInputs read_image_files(const std::vector<std::filesystem::path>& files);

}  // namespace dissent
