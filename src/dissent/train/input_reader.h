// Inputs as a network takes them: pixels or features normalised by the training items' mean and standard
// deviation, or tokens, gathered from the data set into a batch without a copy in between.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <ATen/core/Tensor.h>

#include "dissent/data/dataset.h"
#include "dissent/model/network.h"
#include "dissent/run/normalisation.h"
#include "dissent/text/pieces.h"
#include "dissent/train/epoch_plan.h"

namespace dissent {

// Of tokens, nothing.
Normalisation normalisation_of(const Inputs& inputs, std::span<const std::uint32_t> items);

// [C, H, W], [D], [choices, D] or tokens [sequences, length]; text has none
std::vector<std::int64_t> input_shape(const Inputs& inputs);

class InputReader {
 public:
  // `inputs` must outlive the reader; the normalisation is of as many channels or features as they have.
  InputReader(const Inputs& inputs, Normalisation normalisation);

  const std::vector<std::int64_t>& shape() const { return shape_; }  // see input_shape()
  bool images() const { return images_ != nullptr; }
  bool tokens() const { return tokens_ != nullptr; }
  // Of an item's longest sequence, rounded up to one of lengths_up_to() of all; 0 where there are no tokens.
  std::int64_t length(std::uint32_t item) const;
  const Normalisation& normalisation() const { return normalisation_; }

  // A float32 batch: images in memory as [B, H, W, C], which is [B, C, H, W] channels-last. Of tokens int32
  // [B, sequences, length], as padded_row() makes them; length 0: that of the longest.
  at::Tensor allocate(std::int64_t items, std::int64_t length = 0) const;
  void read(std::span<const std::uint32_t> items, const at::Tensor& batch) const;
  // Entries [begin, begin + size) of the plan, cropped and flipped; `items` are the training items.
  void read_augmented(std::span<const std::uint32_t> items, const EpochPlan& plan, std::size_t begin,
                      std::int64_t padding, const at::Tensor& batch) const;
  // Images with `padding` zero pixels on every side, normalised: [items, H + 2p, W + 2p, C] contiguous.
  at::Tensor padded(std::span<const std::uint32_t> items, std::int64_t padding) const;

 private:
  void normalise(const float* from, float* to, std::int64_t count) const;
  void read_tokens(std::span<const std::uint32_t> items, const at::Tensor& batch) const;
  void read_image(const std::uint8_t* image, std::int64_t row_start, std::int64_t column_start,
                  std::int64_t column_step, std::int64_t rows, std::int64_t columns, float* out) const;

  const ImageInputs* images_ = nullptr;
  const FeatureInputs* features_ = nullptr;
  const TokenInputs* tokens_ = nullptr;
  Normalisation normalisation_;
  std::vector<std::int64_t> shape_;
  std::vector<float> table_;           // [256, C] normalised value of a pixel
  std::vector<float> normalised_;      // features, as FeatureInputs::values; none where there are too many
  std::vector<std::int64_t> lengths_;  // of tokens, see lengths_up_to()
};

// The lengths that sequences are padded to: few enough for a recorded step each, near enough to waste little.
// The last is `longest`; 0, and nothing else, where that is 0.
std::vector<std::int64_t> lengths_up_to(std::int64_t longest);

// Items that all have one shape, so many at a time.
Pieces in_order(std::size_t items, std::size_t at_once = 500);
// Tokens by_length(), so many at a time; other items in_order().
Pieces in_pieces(const InputReader& reader, std::span<const std::uint32_t> items, std::int64_t tokens);

}  // namespace dissent
