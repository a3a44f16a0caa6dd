#include "dissent/train/input_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

namespace dissent {
namespace {

constexpr std::size_t kNormalisedOnce = std::size_t{1} << 26;  // numbers: a reader keeps no more, 256 MB

// Mean and variance from 256 counts a channel: exact, in one pass over the pixels.
Normalisation of_images(const ImageInputs& images, std::span<const std::uint32_t> items) {
  const std::size_t size = images.height * images.width * images.channels;
  std::vector<std::array<std::uint64_t, 256>> counts(images.channels);
  for (const std::uint32_t item : items) {
    const std::uint8_t* pixel = images.pixels.data() + item * size;
    for (std::size_t at = 0; at < size; at += images.channels) {
      for (std::size_t c = 0; c < images.channels; ++c) ++counts[c][pixel[at + c]];
    }
  }
  Normalisation result;
  const auto n = static_cast<double>(items.size() * images.height * images.width);
  for (const auto& channel : counts) {
    double sum = 0, squares = 0;
    for (std::size_t v = 0; v < channel.size(); ++v) sum += static_cast<double>(channel[v] * v);
    const double mean = sum / n;
    for (std::size_t v = 0; v < channel.size(); ++v) {
      const double distance = static_cast<double>(v) - mean;
      squares += static_cast<double>(channel[v]) * distance * distance;
    }
    result.mean.push_back(mean / 255);
    result.sd.push_back(squares > 0 ? std::sqrt(squares / n) / 255 : 1);
  }
  return result;
}

Normalisation of_features(const FeatureInputs& features, std::span<const std::uint32_t> items) {
  const std::size_t dimension = features.dimension, width = features.width();
  Normalisation result{std::vector<double>(dimension), std::vector<double>(dimension)};
  const auto n = static_cast<double>(items.size() * (width / dimension));  // choices are alike
  const auto row = [&](std::uint32_t item) { return features.values.data() + item * width; };
  for (const std::uint32_t item : items) {
    for (std::size_t j = 0; j < width; ++j) result.mean[j % dimension] += row(item)[j] / n;
  }
  for (const std::uint32_t item : items) {
    for (std::size_t j = 0; j < width; ++j) {
      const double distance = row(item)[j] - result.mean[j % dimension];
      result.sd[j % dimension] += distance * distance / n;
    }
  }
  for (double& sd : result.sd) sd = sd > 0 ? std::sqrt(sd) : 1;
  return result;
}

}  // namespace

Normalisation normalisation_of(const Inputs& inputs, std::span<const std::uint32_t> items) {
  if (const auto* images = std::get_if<ImageInputs>(&inputs)) return of_images(*images, items);
  if (std::holds_alternative<TokenInputs>(inputs)) return {};
  return of_features(std::get<FeatureInputs>(inputs), items);
}

std::vector<std::int64_t> input_shape(const Inputs& inputs) {
  if (const auto* images = std::get_if<ImageInputs>(&inputs)) {
    return {static_cast<std::int64_t>(images->channels), static_cast<std::int64_t>(images->height),
            static_cast<std::int64_t>(images->width)};
  }
  if (const auto* features = std::get_if<FeatureInputs>(&inputs)) {
    const auto dimension = static_cast<std::int64_t>(features->dimension);
    if (features->choices > 0) return {static_cast<std::int64_t>(features->choices), dimension};
    return {dimension};
  }
  if (const auto* tokens = std::get_if<TokenInputs>(&inputs)) {
    return {static_cast<std::int64_t>(tokens->sequences), static_cast<std::int64_t>(tokens->length)};
  }
  return {};
}

InputReader::InputReader(const Inputs& inputs, Normalisation normalisation)
    : images_(std::get_if<ImageInputs>(&inputs)),
      features_(std::get_if<FeatureInputs>(&inputs)),
      tokens_(std::get_if<TokenInputs>(&inputs)),
      normalisation_(std::move(normalisation)),
      shape_(input_shape(inputs)) {
  if (tokens_ != nullptr) lengths_ = lengths_up_to(shape_[1]);
  if (features_ != nullptr && features_->values.size() <= kNormalisedOnce) {
    normalised_.resize(features_->values.size());
    normalise(features_->values.data(), normalised_.data(), static_cast<std::int64_t>(normalised_.size()));
  }
  if (images_ == nullptr) return;
  const std::size_t channels = images_->channels;
  table_.resize(256 * channels);
  for (std::size_t v = 0; v < 256; ++v) {
    for (std::size_t c = 0; c < channels; ++c) {
      table_[v * channels + c] =
          static_cast<float>((static_cast<double>(v) / 255 - normalisation_.mean[c]) / normalisation_.sd[c]);
    }
  }
}

// `from` and `to` begin with the first feature of an item or a choice.
void InputReader::normalise(const float* from, float* to, std::int64_t count) const {
  for (std::int64_t at = 0; at < count;) {
    for (std::size_t d = 0; d < normalisation_.mean.size(); ++d, ++at) {
      to[at] = static_cast<float>((from[at] - normalisation_.mean[d]) / normalisation_.sd[d]);
    }
  }
}

std::vector<std::int64_t> lengths_up_to(std::int64_t longest) {
  std::vector<std::int64_t> lengths;
  for (std::int64_t length = 16; length < longest;) {
    lengths.push_back(length);
    length += length < 64 ? 16 : length < 128 ? 32 : length < 256 ? 64 : 128;
  }
  lengths.push_back(longest);
  return lengths;
}

Pieces in_order(std::size_t items, std::size_t at_once) {
  Pieces result;
  result.order.resize(items);
  std::iota(result.order.begin(), result.order.end(), 0U);
  for (std::size_t begin = 0; begin < items; begin += at_once) {
    result.pieces.push_back({begin, std::min(at_once, items - begin), 0});
  }
  return result;
}

Pieces in_pieces(const InputReader& reader, std::span<const std::uint32_t> items, std::int64_t tokens) {
  if (!reader.tokens()) return in_order(items.size());
  std::vector<std::int64_t> lengths;
  lengths.reserve(items.size());
  for (const std::uint32_t item : items) lengths.push_back(reader.length(item));
  return by_length(lengths, tokens / reader.shape()[0]);
}

std::int64_t InputReader::length(std::uint32_t item) const {
  if (tokens_ == nullptr) return 0;
  std::size_t longest = 0;
  for (std::size_t s = 0; s < tokens_->sequences; ++s) {
    longest = std::max(longest, tokens_->texts.length(item * tokens_->sequences + s));
  }
  return *std::lower_bound(lengths_.begin(), lengths_.end(), static_cast<std::int64_t>(longest));
}

at::Tensor InputReader::allocate(std::int64_t items, std::int64_t length) const {
  std::vector<std::int64_t> sizes{items};
  sizes.insert(sizes.end(), shape_.begin(), shape_.end());
  if (tokens_ != nullptr) {
    if (length > 0) sizes.back() = length;
    return at::empty(sizes, at::kInt);
  }
  return images_ == nullptr ? at::empty(sizes, at::kFloat)
                            : at::empty(sizes, at::kFloat, at::MemoryFormat::ChannelsLast);
}

// Pixel (y, x) of the result is (row_start + y, column_start + column_step x) of the image; zero outside.
void InputReader::read_image(const std::uint8_t* image, std::int64_t row_start, std::int64_t column_start,
                             std::int64_t column_step, std::int64_t rows, std::int64_t columns,
                             float* out) const {
  const std::int64_t channels = shape_[0], height = shape_[1], width = shape_[2];
  for (std::int64_t y = row_start; y < row_start + rows; ++y) {
    std::int64_t x = column_start;
    for (std::int64_t j = 0; j < columns; ++j, x += column_step) {
      const bool inside = y >= 0 && y < height && x >= 0 && x < width;
      const std::uint8_t* pixel = image + (y * width + x) * channels;
      for (std::int64_t c = 0; c < channels; ++c) {
        const std::int64_t value = inside ? pixel[c] : 0;
        *out++ = table_[static_cast<std::size_t>(value * channels + c)];
      }
    }
  }
}

void InputReader::read(std::span<const std::uint32_t> items, const at::Tensor& batch) const {
  if (tokens_ != nullptr) return read_tokens(items, batch);
  float* out = batch.data_ptr<float>();
  const std::int64_t size =
      std::accumulate(shape_.begin(), shape_.end(), std::int64_t{1}, std::multiplies<>());
  at::parallel_for(0, static_cast<std::int64_t>(items.size()), 16, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const auto item = static_cast<std::int64_t>(items[static_cast<std::size_t>(i)]);
      if (images_ != nullptr) {
        read_image(images_->pixels.data() + item * size, 0, 0, 1, shape_[1], shape_[2], out + i * size);
        continue;
      }
      if (normalised_.empty()) {
        normalise(features_->values.data() + item * size, out + i * size, size);
      } else {
        std::copy_n(normalised_.data() + item * size, size, out + i * size);
      }
    }
  });
}

void InputReader::read_tokens(std::span<const std::uint32_t> items, const at::Tensor& batch) const {
  std::int32_t* row = batch.data_ptr<std::int32_t>();
  const auto length = static_cast<std::size_t>(batch.size(2));
  for (const std::uint32_t item : items) {
    for (std::size_t s = 0; s < tokens_->sequences; ++s, row += length) {
      padded_row(tokens_->texts, item * tokens_->sequences + s, {row, length});
    }
  }
}

void InputReader::read_augmented(std::span<const std::uint32_t> items, const EpochPlan& plan,
                                 std::size_t begin, std::int64_t padding, const at::Tensor& batch) const {
  float* out = batch.data_ptr<float>();
  const std::int64_t size = shape_[0] * shape_[1] * shape_[2];
  at::parallel_for(0, batch.size(0), 16, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) {
      const std::size_t at = begin + static_cast<std::size_t>(i);
      const std::uint32_t item = items[static_cast<std::size_t>(plan.position[at])];
      read_image(images_->pixels.data() + static_cast<std::int64_t>(item) * size,
                 plan.row_start[at] - padding, plan.column_start[at] - padding, plan.column_step[at],
                 shape_[1], shape_[2], out + i * size);
    }
  });
}

at::Tensor InputReader::padded(std::span<const std::uint32_t> items, std::int64_t padding) const {
  const std::int64_t rows = shape_[1] + 2 * padding, columns = shape_[2] + 2 * padding;
  const auto n = static_cast<std::int64_t>(items.size());
  at::Tensor result = at::empty({n, rows, columns, shape_[0]}, at::kFloat);
  float* out = result.data_ptr<float>();
  const std::int64_t size = shape_[0] * shape_[1] * shape_[2];
  at::parallel_for(0, n, 16, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const auto item = static_cast<std::int64_t>(items[static_cast<std::size_t>(i)]);
      read_image(images_->pixels.data() + item * size, -padding, -padding, 1, rows, columns,
                 out + i * rows * columns * shape_[0]);
    }
  });
  return result;
}

}  // namespace dissent
