// Training and evaluation items of a run: drawn by its seed, stratified by label, as a pure function of
// (labels, share, seed); or as the data set's official split has them, the same for every seed. The same for
// every method of a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "dissent/core/choice.h"
#include "dissent/core/settings.h"
#include "dissent/data/dataset.h"

namespace dissent {

enum class SplitKind { random, official };
template <>
struct Choices<SplitKind> {
  static constexpr Choice<SplitKind> list[] = {{SplitKind::random, "random"},
                                               {SplitKind::official, "official"}};
};

enum class TrainOn { train, train_and_dev };
template <>
struct Choices<TrainOn> {
  static constexpr Choice<TrainOn> list[] = {{TrainOn::train, "train"},
                                             {TrainOn::train_and_dev, "train+dev"}};
};

enum class EvaluateOn { dev, test, none };
template <>
struct Choices<EvaluateOn> {
  static constexpr Choice<EvaluateOn> list[] = {
      {EvaluateOn::dev, "dev"}, {EvaluateOn::test, "test"}, {EvaluateOn::none, "none"}};
};

struct SplitOptions {
  double evaluation_share = 0.2;
  SplitKind split = SplitKind::random;
  TrainOn train_on = TrainOn::train;
  EvaluateOn evaluate_on = EvaluateOn::dev;

  static constexpr auto fields() {
    using O = SplitOptions;
    return std::tuple{
        Field{"evaluation-share", &O::evaluation_share, from_to_below(0, 1),
              "{split} random: share of the items kept for evaluation; 0: all items are trained on, "
              "the last epoch is kept as the best, and there are no scores"},
        Field{
            "split", &O::split,
            "random (drawn by the seed, stratified by label) or official (the data set's own train, dev and "
            "test, the same for every seed)"},
        Field{"train-on", &O::train_on, "{split} official: train or train+dev"},
        Field{"evaluate-on", &O::evaluate_on,
              "{split} official: dev, test, or none (the last epoch is kept as the best, and there are no "
              "scores)"},
    };
  }
  // Whether a run has evaluation items, and so scores.
  bool evaluates() const {
    return split == SplitKind::official ? evaluate_on != EvaluateOn::none : evaluation_share != 0;
  }
};

struct Split {
  std::vector<std::uint32_t> train;       // item indices, ascending
  std::vector<std::uint32_t> evaluation;  // item indices, ascending; none where a run is not evaluated
};

// Throws where an option has a value that it cannot have, or one that the kind of split does not read.
void check_split_options(const SplitOptions& options);

// round(share * n) items for evaluation in all; share * n_c of each class c by largest remainder (equal
// remainders: the lower class first). Which ones: the first of a seeded permutation of the class's items. A
// share of 0 keeps none.
Split split_by_label(std::span<const std::uint32_t> labels, std::uint64_t seed, const SplitOptions& = {});

// What the split of a data set is stratified by: the gold label, or the majority where there is none.
std::vector<std::uint32_t> split_labels(const Dataset& dataset);
// Throws where the data set has no such split, where a side would be empty, and where an item that is to be
// trained on or evaluated has no votes.
Split split_dataset(const Dataset& dataset, std::uint64_t seed, const SplitOptions& = {});

// [items] "train" and "evaluation" by the split; of items that are neither, their part of the official split.
std::vector<std::string> split_names(const Dataset& dataset, const Split& split);

}  // namespace dissent
