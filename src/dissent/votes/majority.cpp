#include "dissent/votes/majority.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "dissent/core/parallel.h"
#include "dissent/core/random.h"

namespace dissent {
namespace {

constexpr Stream kTieStream(0, "majority-tie");

// `row` is room for classes() shares.
Majority majority_of(const VoteTable& votes, std::size_t item, std::span<double> row) {
  // Shares of equal counts are equal bits, so that comparing shares finds exactly the ties of counts.
  votes.fractions_of(item, row);
  return largest_class(row, item);
}

}  // namespace

Majority largest_class(std::span<const double> row, std::size_t item, double apart) {
  const double least = *std::max_element(row.begin(), row.end()) - apart;
  const auto tied = static_cast<std::uint64_t>(
      std::count_if(row.begin(), row.end(), [&](double one) { return one >= least; }));
  std::uint64_t pick = tied == 1 ? 0 : below(kTieStream.bits(item), tied);
  std::size_t k = 0;
  while (row[k] < least || pick-- > 0) ++k;
  return {static_cast<VoteTable::Label>(k), tied > 1};
}

Majority majority_label(const VoteTable& votes, std::size_t item) {
  std::vector<double> row(votes.classes());
  return majority_of(votes, item, row);
}

MajorityLabels majority_labels(const VoteTable& votes) {
  std::vector<std::uint32_t> items(votes.items());
  std::iota(items.begin(), items.end(), 0U);
  return majority_labels(votes, items);
}

MajorityLabels majority_labels(const VoteTable& votes, std::span<const std::uint32_t> items) {
  MajorityLabels result;
  result.labels.resize(items.size());
  result.tied.resize(items.size());
  parallel_ranges(items.size(), [&](std::size_t begin, std::size_t end) {
    std::vector<double> row(votes.classes());
    for (std::size_t i = begin; i < end; ++i) {
      const Majority majority = majority_of(votes, items[i], row);
      result.labels[i] = majority.label;
      result.tied[i] = majority.tied;
    }
  });
  result.ties = static_cast<std::size_t>(std::count(result.tied.begin(), result.tied.end(), 1));
  return result;
}

std::vector<std::int32_t> gold_or_majority(const MajorityLabels& majority, std::span<const std::int32_t> gold,
                                           std::span<const std::uint32_t> items) {
  std::vector<std::int32_t> labels(majority.labels.begin(), majority.labels.end());
  for (std::size_t i = 0; i < items.size() && !gold.empty(); ++i) {
    if (gold[items[i]] >= 0) labels[i] = gold[items[i]];
  }
  return labels;
}

}  // namespace dissent
