#include "dissent/store/outside.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/ranges.h>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/text.h"
#include "dissent/images/mat.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"
#include "dissent/io/npy.h"
#include "dissent/manifest/image_folder.h"
#include "dissent/manifest/read_inputs.h"
#include "dissent/store/cifar.h"
#include "dissent/store/known.h"
#include "dissent/store/loaders.h"
#include "dissent/store/store.h"

namespace dissent {
namespace {

namespace fs = std::filesystem;

// X as SVHN has it: [height, width, channels, items], the first index running fastest. Each image is turned
// over in its own place.
Inputs read_mat_images(const fs::path& path) {
  MatArray array = read_mat_uint8(path, "X");
  if (array.shape.size() != 4 || array.cells.empty()) {
    fail("{}: X is [{}], where images are [height, width, channels, items]", path.string(),
         fmt::join(array.shape, ", "));
  }
  const std::size_t height = array.shape[0], width = array.shape[1], channels = array.shape[2];
  ImageInputs images{height, width, channels, std::move(array.cells)};
  const std::size_t each = height * width * channels;
  parallel_ranges(array.shape[3], [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint8_t> turned(each);
    for (std::size_t i = begin; i < end; ++i) {
      std::uint8_t* pixel = images.pixels.data() + i * each;
      std::copy_n(pixel, each, turned.begin());
      for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
          for (std::size_t c = 0; c < channels; ++c) *pixel++ = turned[(c * width + x) * height + y];
        }
      }
    }
  });
  return images;
}

Inputs read_cifar100_images(const fs::path& path) {
  return read_cifar100(path).images;
}

// CIFAR-10 or CIFAR-100, told apart by the size of their records.
Inputs read_cifar_images(const fs::path& path) {
  constexpr std::size_t kRecord10 = 3073, kRecord100 = 3074;
  const MappedFile file(path);
  const std::size_t size = file.bytes().size();
  const bool ten = size > 0 && size % kRecord10 == 0, hundred = size > 0 && size % kRecord100 == 0;
  if (ten && hundred) {
    fail("{}: {} bytes are whole records of CIFAR-10 and of CIFAR-100 alike; save the images as npy",
         path.string(), size);
  }
  if (!ten && !hundred) {
    fail("{}: {} bytes are whole records neither of CIFAR-10 ({} bytes each) nor of CIFAR-100 ({})",
         path.string(), size, kRecord10, kRecord100);
  }
  return hundred ? parse_cifar100(file.bytes(), path).images : parse_cifar10(file.bytes(), path).images;
}

Inputs read_array(const fs::path& path) {
  const std::size_t sides = read_npy(MappedFile(path).bytes(), path.string()).shape().size();
  if (sides == 2) return read_feature_array(path);
  return read_image_array(path);
}

Inputs read_folder(const fs::path& folder) {
  std::vector<fs::path> files = list_image_files(folder);
  for (fs::path& file : files) file = folder / file;
  return read_image_files(files);
}

OutsideSet inputs_only(Dataset dataset) {
  if (std::holds_alternative<TextInputs>(dataset.inputs)) {
    fail("{} is {}; what is outside is told by images or features", in_quotes(dataset.name),
         describe(dataset.inputs));
  }
  return {std::move(dataset.name), std::move(dataset.inputs)};
}

using OutsideReader = Inputs (*)(const fs::path&);

// Known data sets that have no votes: a file of the store each.
struct KnownOutside {
  std::string_view name;
  std::string_view file;
  OutsideReader read;
};
constexpr std::array kOutside = {KnownOutside{"svhn", "test_32x32.mat", read_mat_images},
                                 KnownOutside{"cifar100", "test.bin", read_cifar100_images}};

constexpr std::array kByExtension = {std::pair<std::string_view, OutsideReader>{".npy", read_array},
                                     std::pair<std::string_view, OutsideReader>{".mat", read_mat_images},
                                     std::pair<std::string_view, OutsideReader>{".bin", read_cifar_images}};

constexpr std::string_view kPaths =
    "a folder of images, a manifest (.yaml), .npy, .mat (as SVHN's) or .bin (CIFAR's)";

// "runs/textures/" and "textures.npy" are called textures.
std::string name_of(const fs::path& path) {
  fs::path whole = whole_path(path).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();
  return (is_folder(path) ? whole.filename() : whole.stem()).string();
}

OutsideSet load_path(const fs::path& path) {
  const std::string extension = to_lower(path.extension().string());
  const bool folder = is_folder(path);
  if (folder ? is_there(path / "dataset.yaml") : extension == ".yaml" || extension == ".yml") {
    return inputs_only(load_dataset(path));
  }
  if (folder) return {name_of(path), read_folder(path)};
  for (const auto& [known, read] : kByExtension) {
    if (extension == known) return {name_of(path), read(path)};
  }
  fail("{}: a file of no kind that is read here; give {}", path.string(), kPaths);
}

}  // namespace

OutsideSet load_outside(std::string_view name_or_path) {
  std::vector<std::string_view> names;
  for (const KnownOutside& known : kOutside) {
    if (known.name == name_or_path) {
      return {std::string(known.name), known.read(Store().path(known_dataset(known.name)) / known.file)};
    }
    names.push_back(known.name);
  }
  if (find_loader(name_or_path) != nullptr) return inputs_only(load_dataset_named(name_or_path));
  const fs::path path(name_or_path);
  if (is_there(path)) return load_path(path);
  for (const KnownLoader& loader : known_loaders()) names.push_back(loader.name);
  fail("{}, or the path of {}", unknown_name("data set", name_or_path, names), kPaths);
}

namespace {

constexpr int kWeightBits = 22;

// Which pixels of a line make each pixel of the resized one: taps[i] of them from first[i] on.
struct LineFilter {
  std::vector<std::size_t> first, taps;
  std::vector<std::int32_t> weights;  // [pixels, most]; those of a pixel sum to 2^22, but for rounding
  std::size_t most = 0;
};

LineFilter triangle_filter(std::size_t from, std::size_t to) {
  const double scale = static_cast<double>(from) / static_cast<double>(to);
  const double reach = std::max(scale, 1.0);
  LineFilter filter;
  filter.most = 2 * static_cast<std::size_t>(std::ceil(reach)) + 1;
  filter.weights.resize(to * filter.most);
  std::vector<double> shares(filter.most);
  for (std::size_t i = 0; i < to; ++i) {
    const double centre = (static_cast<double>(i) + 0.5) * scale;
    const auto first = static_cast<std::size_t>(std::floor(std::max(0.0, centre - reach + 0.5)));
    const std::size_t taps =
        std::min(from, static_cast<std::size_t>(std::floor(centre + reach + 0.5))) - first;
    double sum = 0;
    for (std::size_t k = 0; k < taps; ++k) {
      const double away = (static_cast<double>(first + k) - centre + 0.5) * (1 / reach);
      shares[k] = std::max(0.0, 1 - std::abs(away));
      sum += shares[k];
    }
    for (std::size_t k = 0; k < taps; ++k) {
      filter.weights[i * filter.most + k] =
          static_cast<std::int32_t>(std::floor(shares[k] / sum * (1 << kWeightBits) + 0.5));
    }
    filter.first.push_back(first);
    filter.taps.push_back(taps);
  }
  return filter;
}

constexpr std::int32_t kHalf = 1 << (kWeightBits - 1);
std::uint8_t rounded_pixel(std::int32_t sum) {
  return static_cast<std::uint8_t>(std::min(sum >> kWeightBits, 255));
}

// [lines, filter's input, channels] -> [lines, filter's output, channels]
void filter_rows(const LineFilter& filter, const std::uint8_t* in, std::size_t lines, std::size_t width,
                 std::size_t channels, std::uint8_t* out) {
  for (std::size_t y = 0; y < lines; ++y, in += width * channels) {
    for (std::size_t x = 0; x < filter.first.size(); ++x) {
      const std::int32_t* weights = filter.weights.data() + x * filter.most;
      const std::uint8_t* pixels = in + filter.first[x] * channels;
      for (std::size_t c = 0; c < channels; ++c) {
        std::int32_t sum = kHalf;
        for (std::size_t k = 0; k < filter.taps[x]; ++k) sum += pixels[k * channels + c] * weights[k];
        *out++ = rounded_pixel(sum);
      }
    }
  }
}

// [filter's input, cells] -> [filter's output, cells, repeats]; `sums` is room for a row.
void filter_columns(const LineFilter& filter, const std::uint8_t* in, std::size_t cells, std::size_t repeats,
                    std::vector<std::int32_t>& sums, std::uint8_t* out) {
  for (std::size_t y = 0; y < filter.first.size(); ++y) {
    sums.assign(cells, kHalf);
    for (std::size_t k = 0; k < filter.taps[y]; ++k) {
      const std::int32_t weight = filter.weights[y * filter.most + k];
      const std::uint8_t* row = in + (filter.first[y] + k) * cells;
      for (std::size_t j = 0; j < cells; ++j) sums[j] += row[j] * weight;
    }
    for (const std::int32_t sum : sums) {
      for (std::size_t r = 0; r < repeats; ++r) *out++ = rounded_pixel(sum);
    }
  }
}

}  // namespace

ImageInputs resized(const ImageInputs& images, std::size_t height, std::size_t width, std::size_t channels) {
  if (channels != images.channels && !(images.channels == 1 && channels == 3)) {
    fail("images of {} channels cannot become images of {}; only grey ones (1) can become RGB (3)",
         images.channels, channels);
  }
  if (height == 0 || width == 0)
    fail("images cannot be resized to {} x {}; both must be at least 1", height, width);
  if (height == images.height && width == images.width && channels == images.channels) return images;
  const LineFilter rows = triangle_filter(images.width, width),
                   columns = triangle_filter(images.height, height);
  const std::size_t each_in = images.height * images.width * images.channels;
  const std::size_t each_out = height * width * channels, items = images.pixels.size() / each_in;
  ImageInputs result{height, width, channels, std::vector<std::uint8_t>(items * each_out)};
  parallel_ranges(items, [&](std::size_t begin, std::size_t end) {
    const std::size_t cells = width * images.channels;
    std::vector<std::uint8_t> between(images.height * cells);
    std::vector<std::int32_t> sums;
    for (std::size_t i = begin; i < end; ++i) {
      filter_rows(rows, images.pixels.data() + i * each_in, images.height, images.width, images.channels,
                  between.data());
      filter_columns(columns, between.data(), cells, channels / images.channels, sums,
                     result.pixels.data() + i * each_out);
    }
  });
  return result;
}

}  // namespace dissent
