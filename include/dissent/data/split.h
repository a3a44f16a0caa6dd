// Training and evaluation items of a seed: stratified by label, a pure function of (labels, fraction, seed),
// the same for every method of that seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dissent/core/settings.h"
#include "dissent/data/dataset.h"

namespace dissent {

struct SplitOptions {
  double evaluation_share = 0.2;

  static constexpr auto fields() {
    return std::tuple{Field{"evaluation-share", &SplitOptions::evaluation_share,
                            "share of the items kept for evaluation, above 0 and below 1"}};
  }
};

struct Split {
  std::vector<std::uint32_t> train;       // item indices, ascending
  std::vector<std::uint32_t> evaluation;  // item indices, ascending
};

// round(share * n) items for evaluation in all; share * n_c of each class c by largest remainder (equal
// remainders: the lower class first). Which ones: the first of a seeded permutation of the class's items.
Split split_by_label(std::span<const std::uint32_t> labels, std::uint64_t seed, const SplitOptions& = {});

// What the split of a data set is stratified by: the gold label, or the majority where there is none.
std::vector<std::uint32_t> split_labels(const Dataset& dataset);
Split split_dataset(const Dataset& dataset, std::uint64_t seed, const SplitOptions& = {});

}  // namespace dissent
