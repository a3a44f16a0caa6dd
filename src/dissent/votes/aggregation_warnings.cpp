// What tells that a model of annotators has gone astray, without knowing the truth.
#include <cmath>
#include <cstdint>
#include <numeric>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/votes/aggregate.h"

namespace dissent {
namespace {

constexpr double kSeen = 1;     // expected items of a true class below which its row says nothing
constexpr double kAlike = 0.1;  // total variation of two rows below which they are alike

// How often each annotator is expected to have met each true class: [annotators, classes].
std::vector<double> classes_met(const VoteTable& votes, const std::vector<double>& rows) {
  const std::size_t classes = votes.classes();
  std::vector<double> met(votes.annotators() * classes);
  for (std::size_t i = 0; i < votes.items(); ++i) {
    for (const std::uint32_t a : votes.annotators_of(i)) {
      for (std::size_t k = 0; k < classes; ++k) met[a * classes + k] += rows[i * classes + k];
    }
  }
  return met;
}

// Whether all rows of an annotator's matrix that votes speak for say the same: whatever the class, the same
// labels as often. From the columns that were used, since the others are alike within a row.
bool rows_are_alike(const DawidSkene& model, std::size_t annotator, const double* met) {
  const std::size_t classes = model.prior.size();
  const std::uint64_t begin = model.first_column[annotator], end = model.first_column[annotator + 1];
  const double* unused = model.unused.data() + annotator * classes;
  const auto never_given = static_cast<double>(classes - (end - begin));
  std::size_t seen = 0, first = 0;
  for (std::size_t k = 0; k < classes; ++k) {
    if (met[k] < kSeen) continue;
    if (seen++ == 0) first = k;
    double apart = never_given * std::abs(unused[k] - unused[first]);
    for (std::uint64_t c = begin; c < end; ++c)
      apart += std::abs(model.column[c * classes + k] - model.column[c * classes + first]);
    if (apart / 2 > kAlike) return false;
  }
  return seen > 1;
}

void warn_of_annotators(const VoteTable& votes, const Aggregation& aggregation,
                        std::vector<std::string>& warnings) {
  if (!aggregation.model) return;
  const std::vector<double> met = classes_met(votes, aggregation.rows);
  std::size_t alike = 0, first = 0;
  for (std::size_t a = votes.annotators(); a-- > 0;) {
    if (!rows_are_alike(*aggregation.model, a, met.data() + a * votes.classes())) continue;
    ++alike;
    first = a;
  }
  if (alike == 0) return;
  warnings.push_back(fmt::format(
      "{} of {} annotators answer alike whatever the class (the first: {}); their votes tell next to nothing",
      alike, votes.annotators(), in_quotes(votes.annotator_name(first))));
}

// The items by the label that came out, and where those of each begin: [classes + 1].
struct ItemsByLabel {
  std::vector<std::size_t> items, first;
};
ItemsByLabel items_by_label(const VoteTable& votes, const Aggregation& aggregation) {
  const std::vector<VoteTable::Label> labels = aggregated_labels(votes, aggregation).label;
  ItemsByLabel result;
  result.first.assign(votes.classes() + 1, 0);
  for (const VoteTable::Label label : labels) ++result.first[label + 1U];
  std::partial_sum(result.first.begin(), result.first.end(), result.first.begin());
  std::vector<std::size_t> cursor(result.first.begin(), result.first.end() - 1);
  result.items.resize(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) result.items[cursor[labels[i]]++] = i;
  return result;
}

void warn_of_classes(const VoteTable& votes, const Aggregation& aggregation,
                     std::vector<std::string>& warnings) {
  const auto [items, first] = items_by_label(votes, aggregation);
  std::vector<bool> voted_for(votes.classes());
  for (const VoteTable::Label label : votes.entry_labels()) voted_for[label] = true;
  std::vector<std::uint64_t> called(votes.classes());
  for (std::size_t k = 0; k < votes.classes(); ++k) {
    if (first[k] == first[k + 1]) {
      if (voted_for[k])
        warnings.push_back(fmt::format("{} is voted for and comes out for no item; look at the majority, too",
                                       in_quotes(votes.class_name(k))));
      continue;
    }
    std::size_t most = k;
    for (std::size_t i = first[k]; i < first[k + 1]; ++i) {
      for (const VoteTable::Label label : votes.labels_of(items[i])) {
        if (++called[label] > called[most]) most = label;
      }
    }
    if (called[most] > called[k]) {
      warnings.push_back(
          fmt::format("the items that come out as {} were called {} more often; the model may have swapped "
                      "classes, look at the majority, too",
                      in_quotes(votes.class_name(k)), in_quotes(votes.class_name(most))));
    }
    for (std::size_t i = first[k]; i < first[k + 1]; ++i) {
      for (const VoteTable::Label label : votes.labels_of(items[i])) called[label] = 0;
    }
  }
}

}  // namespace

std::vector<std::string> aggregation_warnings(const VoteTable& votes, const Aggregation& aggregation) {
  std::vector<std::string> warnings;
  if (!aggregation.fit) return warnings;
  warn_of_annotators(votes, aggregation, warnings);
  warn_of_classes(votes, aggregation, warnings);
  return warnings;
}

}  // namespace dissent
