#include "dissent/data/split.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "dissent/core/error.h"
#include "dissent/core/random.h"
#include "dissent/votes/majority.h"

namespace dissent {
namespace {

// Evaluation items of each class: the whole parts of share * n_c, and one more for the largest remainders
// until there are round(share * n).
std::vector<std::size_t> evaluation_counts(std::span<const std::size_t> class_sizes, std::size_t items,
                                           double share) {
  const auto total = static_cast<std::size_t>(std::llround(share * static_cast<double>(items)));
  std::vector<std::size_t> counts(class_sizes.size());
  std::vector<std::int64_t> remainders(class_sizes.size());  // in billionths, so that rounding makes no order
  for (std::size_t c = 0; c < counts.size(); ++c) {
    const double wanted = share * static_cast<double>(class_sizes[c]);
    // 0.2 * 35 is 7.000000000000001 in binary: a whole number within rounding is that number.
    const double whole = std::floor(wanted + 1e-9);
    counts[c] = static_cast<std::size_t>(whole);
    remainders[c] = std::max<std::int64_t>(0, std::llround((wanted - whole) * 1e9));
  }
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
  std::size_t given = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  for (std::size_t at = 0; given < total && at < order.size(); ++at) {
    if (counts[order[at]] == class_sizes[order[at]]) continue;
    ++counts[order[at]];
    ++given;
  }
  return counts;
}

}  // namespace

Split split_by_label(std::span<const std::uint32_t> labels, std::uint64_t seed, const SplitOptions& options) {
  const double share = options.evaluation_share;
  if (!(share > 0 && share < 1)) fail("evaluation share {}: give a number above 0 and below 1", share);
  if (labels.size() > std::numeric_limits<std::uint32_t>::max()) {
    fail("{} items are more than a split holds", labels.size());
  }
  std::vector<std::uint32_t> order(labels.size());
  std::iota(order.begin(), order.end(), 0u);
  Draws draws(Stream(seed, "split"), 0);
  draws.shuffle(std::span<std::uint32_t>(order));

  std::vector<std::size_t> class_sizes;
  for (const std::uint32_t label : labels) {
    if (label >= class_sizes.size()) class_sizes.resize(std::size_t{label} + 1);
    ++class_sizes[label];
  }
  std::vector<std::size_t> left = evaluation_counts(class_sizes, labels.size(), share);
  Split split;
  for (const std::uint32_t item : order) {
    if (left[labels[item]] > 0) {
      --left[labels[item]];
      split.evaluation.push_back(item);
    } else {
      split.train.push_back(item);
    }
  }
  if (split.evaluation.empty() || split.train.empty()) {
    fail("{} items cannot be split with an evaluation share of {}; a side would be empty", labels.size(),
         share);
  }
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.evaluation.begin(), split.evaluation.end());
  return split;
}

std::vector<std::uint32_t> split_labels(const Dataset& dataset) {
  if (dataset.gold.empty()) {
    const MajorityLabels majority = majority_labels(dataset.votes);
    return {majority.labels.begin(), majority.labels.end()};
  }
  std::vector<std::uint32_t> labels(dataset.votes.items());
  for (std::size_t item = 0; item < labels.size(); ++item) {
    const std::int32_t gold = dataset.gold[item];
    labels[item] = gold >= 0 ? static_cast<std::uint32_t>(gold) : majority_label(dataset.votes, item).label;
  }
  return labels;
}

Split split_dataset(const Dataset& dataset, std::uint64_t seed, const SplitOptions& options) {
  return split_by_label(split_labels(dataset), seed, options);
}

}  // namespace dissent
