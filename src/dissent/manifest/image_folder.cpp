#include "dissent/manifest/image_folder.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/text.h"
#include "dissent/images/image.h"

namespace dissent {
namespace {

namespace fs = std::filesystem;

bool is_image_name(const fs::path& path) {
  constexpr std::array<std::string_view, 3> known = {".png", ".jpg", ".jpeg"};
  return std::find(known.begin(), known.end(), to_lower(path.extension().string())) != known.end();
}

void check_same_size(const Image& image, const fs::path& file, const Image& first,
                     const fs::path& first_file) {
  if (image.width == first.width && image.height == first.height) return;
  fail("{}: {} x {} pixels, and {} has {} x {}; all images of a data set have one size", file.string(),
       image.width, image.height, first_file.string(), first.width, first.height);
}

}  // namespace

std::vector<fs::path> list_image_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  for (const auto end = fs::recursive_directory_iterator(); !error && at != end; at.increment(error)) {
    if (at->is_regular_file() && is_image_name(at->path())) {
      files.push_back(at->path().lexically_relative(folder));
    }
  }
  if (error) fail("{}: the folder cannot be read: {}", folder.string(), error.message());
  if (files.empty()) fail("{}: there are no .png, .jpg or .jpeg files", folder.string());
  std::sort(files.begin(), files.end());
  return files;
}

RowPairing pair_image_files(const fs::path& folder, const VoteTable& votes, bool drop_missing) {
  const std::vector<fs::path> files = list_image_files(folder);
  ItemPairing pairing(votes, folder.string());
  for (const fs::path& file : files) {
    const std::string name = file.generic_string();
    std::uint32_t item = pairing.find(name);
    if (item == ItemPairing::kNoItem) {
      item = pairing.find(std::string_view(name).substr(0, name.size() - file.extension().string().size()));
    }
    pairing.add(name, item);
  }
  RowPairing paired = std::move(pairing).finish(drop_missing);
  paired.files.reserve(paired.rows.size());
  for (const std::uint32_t row : paired.rows) paired.files.push_back(folder / files[row]);
  return paired;
}

ImageInputs read_image_files(const std::vector<fs::path>& files) {
  std::vector<Image> decoded(files.size());
  parallel_ranges(files.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) decoded[i] = read_image(files[i]);
  });
  ImageInputs images{decoded.at(0).height, decoded[0].width, 1, {}};
  for (std::size_t i = 0; i < decoded.size(); ++i) {
    check_same_size(decoded[i], files[i], decoded[0], files[0]);
    images.channels = std::max(images.channels, decoded[i].channels);
  }
  images.pixels.reserve(files.size() * images.height * images.width * images.channels);
  for (Image& image : decoded) {
    if (image.channels == images.channels) {
      images.pixels.insert(images.pixels.end(), image.pixels.begin(), image.pixels.end());
    } else {
      for (const std::uint8_t grey : image.pixels) images.pixels.insert(images.pixels.end(), 3, grey);
    }
    image = {};
  }
  return images;
}

}  // namespace dissent
