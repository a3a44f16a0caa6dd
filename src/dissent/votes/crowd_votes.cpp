#include "dissent/votes/crowd_votes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {

void check_crowd(const VoteTable& votes, const DawidSkeneOptions& options, std::string_view model,
                 Smoothing smoothing) {
  votes.require(Knowledge::votes, model);
  check_limits(options);
  if (smoothing == Smoothing::wanted && options.smoothing == 0) {
    fail("{} 0 must be above 0: an annotator who never erred would otherwise be certain",
         option("smoothing"));
  }
  for (std::size_t i = 0; i < votes.items(); ++i) {
    if (votes.is_empty(i))
      fail("item {} has no votes; drop such items with {}", in_quotes(votes.item_name(i)),
           option("drop-empty"));
  }
}

VoteColumns find_columns(const VoteTable& votes) {
  const std::size_t classes = votes.classes();
  const auto labels = votes.entry_labels();
  const auto annotators = votes.entry_annotators();
  VoteColumns columns;
  columns.first.assign(votes.annotators() + 1, 0);
  // Votes by annotator (a counting sort), then each annotator's own labels: memory stays with the votes.
  std::vector<std::uint64_t> start(votes.annotators() + 1, 0);
  for (const std::uint32_t a : annotators) ++start[a + 1];
  for (std::size_t a = 0; a < votes.annotators(); ++a) start[a + 1] += start[a];
  std::vector<std::uint64_t> order(labels.size());
  {
    std::vector<std::uint64_t> cursor(start.begin(), start.end() - 1);
    for (std::size_t v = 0; v < labels.size(); ++v) order[cursor[annotators[v]]++] = v;
  }
  columns.of_vote.resize(labels.size());
  std::vector<std::uint32_t> slot(classes);
  std::vector<VoteTable::Label> used;
  for (std::size_t a = 0; a < votes.annotators(); ++a) {
    used.clear();
    for (std::uint64_t at = start[a]; at < start[a + 1]; ++at) used.push_back(labels[order[at]]);
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    if (columns.label.size() + used.size() > std::numeric_limits<std::uint32_t>::max())
      fail("too many annotators");
    for (const VoteTable::Label label : used) {
      slot[label] = static_cast<std::uint32_t>(columns.label.size());
      columns.label.push_back(label);
    }
    columns.first[a + 1] = columns.label.size();
    for (std::uint64_t at = start[a]; at < start[a + 1]; ++at)
      columns.of_vote[order[at]] = slot[labels[order[at]]];
  }
  return columns;
}

double shares_from_logs(std::span<double> row) {
  const double largest = *std::max_element(row.begin(), row.end());
  double sum = 0;
  for (double& cell : row) {
    cell = std::exp(cell - largest);
    sum += cell;
  }
  for (double& cell : row) cell /= sum;
  return largest + std::log(sum);
}

}  // namespace dissent
