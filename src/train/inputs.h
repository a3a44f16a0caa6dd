// Inputs as a network takes them: pixels or features normalised by the training items' mean and standard
// deviation, gathered from the data set into a batch without a copy in between.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <ATen/core/Tensor.h>

#include "data/dataset.h"
#include "model/network.h"
#include "train/epoch_plan.h"

namespace dissent {

struct Normalisation {
  std::vector<double> mean;  // by channel (of values in [0, 1]) or feature
  std::vector<double> sd;    // 1 where the training items do not vary
};
Normalisation normalisation_of(const Inputs& inputs, std::span<const std::uint32_t> items);

// [C, H, W], [D] or [choices, D]; text has none
std::vector<std::int64_t> input_shape(const Inputs& inputs);

class InputReader {
 public:
  // `inputs` must outlive the reader; the normalisation is of as many channels or features as they have.
  InputReader(const Inputs& inputs, Normalisation normalisation);

  // [C, H, W], [D] or [choices, D]
  const std::vector<std::int64_t>& shape() const { return shape_; }
  bool images() const { return images_ != nullptr; }
  const Normalisation& normalisation() const { return normalisation_; }

  // A float32 batch: images in memory as [B, H, W, C], which is [B, C, H, W] channels-last.
  at::Tensor allocate(std::int64_t items) const;
  void read(std::span<const std::uint32_t> items, const at::Tensor& batch) const;
  // Entries [begin, begin + size) of the plan, cropped and flipped; `items` are the training items.
  void read_augmented(std::span<const std::uint32_t> items, const EpochPlan& plan, std::size_t begin,
                      std::int64_t padding, const at::Tensor& batch) const;
  // Images with `padding` zero pixels on every side, normalised: [items, H + 2p, W + 2p, C] contiguous.
  at::Tensor padded(std::span<const std::uint32_t> items, std::int64_t padding) const;

 private:
  void read_image(const std::uint8_t* image, std::int64_t row_start, std::int64_t column_start,
                  std::int64_t column_step, std::int64_t rows, std::int64_t columns, float* out) const;

  const ImageInputs* images_ = nullptr;
  const FeatureInputs* features_ = nullptr;
  Normalisation normalisation_;
  std::vector<std::int64_t> shape_;
  std::vector<float> table_;  // [256, C] normalised value of a pixel
};

}  // namespace dissent
