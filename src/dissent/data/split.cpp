#include "dissent/data/split.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "dissent/core/error.h"
#include "dissent/core/random.h"
#include "dissent/core/text.h"
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

// The items of the official split that are trained on, or evaluated.
std::vector<std::uint32_t> official_items(const Dataset& dataset, std::span<const OfficialPart> parts) {
  std::vector<std::uint32_t> items;
  for (std::uint32_t item = 0; item < dataset.items(); ++item) {
    if (std::find(parts.begin(), parts.end(), dataset.split[item]) != parts.end()) items.push_back(item);
  }
  return items;
}

struct WithoutVotes {
  std::size_t items = 0;
  std::string first;  // its name in quotes
};
WithoutVotes without_votes(const Dataset& dataset, std::span<const std::uint32_t> items) {
  WithoutVotes found;
  for (const std::uint32_t item : items) {
    if (dataset.votes.is_empty(item) && found.items++ == 0)
      found.first = in_quotes(dataset.votes.item_name(item));
  }
  return found;
}

Split official_split(const Dataset& dataset, const SplitOptions& options) {
  if (dataset.split.empty()) {
    fail(
        "{} official: {} has no official split; state it in its manifest (`split: {{column: ...}}`), or {} "
        "random",
        option("split"), dataset.name, option("split"));
  }
  std::vector<OfficialPart> trained = {OfficialPart::train};
  if (options.train_on == TrainOn::train_and_dev) trained.push_back(OfficialPart::dev);
  Split split{official_items(dataset, trained), {}};
  if (split.train.empty()) {
    fail("{}: no item to train on: {}", dataset.name, describe_split(dataset));
  }
  if (const WithoutVotes none = without_votes(dataset, split.train); none.items > 0) {
    fail(
        "{} {}: {} of {} items have no votes to learn from, the first being {}; train on a part that has "
        "them",
        option("train-on"), name_of(options.train_on), none.items, split.train.size(), none.first);
  }
  if (options.evaluate_on == EvaluateOn::none) return split;
  const OfficialPart part = options.evaluate_on == EvaluateOn::dev ? OfficialPart::dev : OfficialPart::test;
  split.evaluation = official_items(dataset, {&part, 1});
  if (split.evaluation.empty()) {
    fail("{} {}: {} has no such items ({}); evaluate on another part, or on none", option("evaluate-on"),
         name_of(options.evaluate_on), dataset.name, describe_split(dataset));
  }
  if (const WithoutVotes none = without_votes(dataset, split.evaluation); none.items > 0) {
    fail(
        "{0} {1}: {2} of its {3} items have no votes, the first being {4}: there is nothing to score them "
        "against; evaluate on another part, or on none, and `dissent predict` predicts them all the same",
        option("evaluate-on"), name_of(options.evaluate_on), none.items, split.evaluation.size(), none.first);
  }
  return split;
}

}  // namespace

void check_split_options(const SplitOptions& options) {
  check_limits(options);
  const double share = options.evaluation_share;
  if (options.split == SplitKind::official) {
    if (share != SplitOptions{}.evaluation_share) {
      fail(
          "{} {}: the official split says which items are evaluated; leave it away, or {} none for no "
          "evaluation",
          option("evaluation-share"), share, option("evaluate-on"));
    }
    if (options.train_on == TrainOn::train_and_dev && options.evaluate_on == EvaluateOn::dev) {
      fail(
          "{} train+dev: the items of dev are trained on, so that they cannot be evaluated on; give {} test "
          "or "
          "none",
          option("train-on"), option("evaluate-on"));
    }
    return;
  }
  if (options.train_on != TrainOn::train || options.evaluate_on != EvaluateOn::dev) {
    fail("{} and {} choose parts of an official split; give {} official too", option("train-on"),
         option("evaluate-on"), option("split"));
  }
}

Split split_by_label(std::span<const std::uint32_t> labels, std::uint64_t seed, const SplitOptions& options) {
  const double share = options.evaluation_share;
  check_split_options(options);
  if (labels.size() > std::numeric_limits<std::uint32_t>::max()) {
    fail("{} items are more than a split holds", labels.size());
  }
  std::vector<std::uint32_t> order(labels.size());
  std::iota(order.begin(), order.end(), 0u);
  if (share == 0) return {std::move(order), {}};
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
  check_split_options(options);
  if (options.split == SplitKind::official) return official_split(dataset, options);
  std::vector<std::uint32_t> all(dataset.items());
  std::iota(all.begin(), all.end(), 0u);
  if (const WithoutVotes none = without_votes(dataset, all); none.items > 0) {
    const std::string cure = dataset.split.empty() ? "leave them out"
                                                   : fmt::format("give {} official ({})", option("split"),
                                                                 describe_split(dataset));
    fail("{} random: {} of the {} items of {} have no votes, the first being {}; {}", option("split"),
         none.items, all.size(), dataset.name, none.first, cure);
  }
  return split_by_label(split_labels(dataset), seed, options);
}

std::vector<std::string> split_names(const Dataset& dataset, const Split& split) {
  std::vector<std::string> names(dataset.items());
  for (std::size_t item = 0; item < dataset.split.size(); ++item) names[item] = name_of(dataset.split[item]);
  for (const std::uint32_t item : split.train) names[item] = "train";
  for (const std::uint32_t item : split.evaluation) names[item] = "evaluation";
  return names;
}

}  // namespace dissent
