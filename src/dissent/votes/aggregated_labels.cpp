#include <atomic>
#include <span>

#include "dissent/core/parallel.h"
#include "dissent/votes/aggregate.h"
#include "dissent/votes/majority.h"

namespace dissent {
namespace {

// Sums in different orders differ in their last bits; what is equal but for them is a tie.
constexpr double kTied = 1e-12;

}  // namespace

AggregatedLabels aggregated_labels(const VoteTable& votes, const Aggregation& aggregation) {
  const std::size_t classes = votes.classes();
  AggregatedLabels result;
  result.label.resize(votes.items());
  result.confidence.resize(votes.items());
  std::atomic<std::uint64_t> ties = 0;
  parallel_ranges(votes.items(), [&](std::size_t begin, std::size_t end) {
    std::vector<double> shares(classes);
    std::uint64_t drawn = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const std::span<const double> row = std::span(aggregation.rows).subspan(i * classes, classes);
      const Majority top = largest_class(row, i, kTied);
      result.label[i] = top.label;
      drawn += top.tied;
      if (aggregation.ties) {  // the majority has chosen already, and its rows say no more than that
        votes.fractions_of(i, shares);
        result.confidence[i] = shares[top.label];
      } else {
        result.confidence[i] = row[top.label];
      }
    }
    ties += drawn;
  });
  result.ties = aggregation.ties ? *aggregation.ties : ties.load();
  return result;
}

}  // namespace dissent
