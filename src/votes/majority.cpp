#include "votes/majority.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "core/parallel.h"
#include "core/random.h"

namespace dissent {
namespace {

constexpr Stream kTieStream(0, "majority-tie");

// `row` is room for classes() shares.
Majority majority_of(const VoteTable& votes, std::size_t item, std::span<double> row) {
  // Shares of equal counts are equal bits, so that comparing shares finds exactly the ties of counts.
  votes.fractions_of(item, row);
  const double most = *std::max_element(row.begin(), row.end());
  const auto tied = static_cast<std::uint64_t>(std::count(row.begin(), row.end(), most));
  std::uint64_t pick = tied == 1 ? 0 : below(kTieStream.bits(item), tied);
  std::size_t k = 0;
  while (row[k] != most || pick-- > 0) ++k;
  return {static_cast<VoteTable::Label>(k), tied > 1};
}

}  // namespace

Majority majority_label(const VoteTable& votes, std::size_t item) {
  std::vector<double> row(votes.classes());
  return majority_of(votes, item, row);
}

MajorityLabels majority_labels(const VoteTable& votes) {
  MajorityLabels result;
  result.labels.resize(votes.items());
  std::vector<std::size_t> ties(thread_count());
  parallel_pieces(votes.items(), ties.size(), [&](std::size_t begin, std::size_t end, std::size_t piece) {
    std::vector<double> row(votes.classes());
    for (std::size_t item = begin; item < end; ++item) {
      const Majority majority = majority_of(votes, item, row);
      result.labels[item] = majority.label;
      ties[piece] += majority.tied;
    }
  });
  result.ties = std::accumulate(ties.begin(), ties.end(), std::size_t{0});
  return result;
}

}  // namespace dissent
