// The order of an epoch's items, how each is augmented, and how batches are mixed: pure functions of (seed,
// epoch), made on the CPU for every device, so that all of them see the same epoch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dissent/run/train_options.h"

namespace dissent {

struct PlanShape {
  std::size_t batch = 0;
  std::int64_t longest = 0;  // of tokens: the length that the longest is padded to; 0: inputs have one shape
  bool augment = false;      // crop and flip
  std::int64_t padding = 0;  // pixels
  std::int64_t width = 0;    // of an image
  double mixup_alpha = 0;    // 0: no mixing
};

// All in the order of the epoch: entry j is the j-th item seen.
struct EpochPlan {
  std::vector<std::int64_t> position;  // [n] index into the training items
  // The image is row_start + y, column_start + column_step * x of the padded one; empty without augmentation.
  std::vector<std::int64_t> row_start;     // [n] 0 .. 2 padding
  std::vector<std::int64_t> column_start;  // [n]
  std::vector<std::int64_t> column_step;   // [n] +1, or -1 where flipped
  std::vector<std::int64_t> length;  // [batches] that sequences are padded to; empty where there are none
  std::vector<float> rate;           // [batches] the learning rate: zero, for the caller to fill in
  // Mixing: x = lambda x_j + (1 - lambda) x_partner, and so the targets; empty where nothing is mixed.
  std::vector<std::int64_t> partner;  // [n] index within the batch
  std::vector<float> lambda;          // [batches]
};

// `items` are the training items' indices in the data set: augmentation is keyed by (seed, item, epoch).
// Where they are sequences, `lengths` has the padded length of each, and batches are of like length.
void make_plan(EpochPlan& plan, const PlanShape& shape, std::span<const std::uint32_t> items,
               std::uint64_t seed, std::uint64_t epoch, std::span<const std::int64_t> lengths = {});

}  // namespace dissent
