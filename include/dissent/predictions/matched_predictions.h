// Predictions matched with the votes of the same items: items and classes are joined by name, and whether the
// numbers are probabilities or logits is decided. Nothing is reordered, filled in or left out without a
// remark.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "dissent/core/choice.h"
#include "dissent/core/exception.h"
#include "dissent/core/names.h"
#include "dissent/core/settings.h"
#include "dissent/metrics/prediction_rows.h"
#include "dissent/predictions/class_order.h"
#include "dissent/predictions/item_index.h"
#include "dissent/predictions/predictions.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

// Which items of a file that says which were trained on; automatic: evaluation where there are some, else
// all, where none was trained on. dev and test: of an official split, those that a run neither learned from
// nor was evaluated on.
enum class SplitChoice { automatic, evaluation, train, dev, test, all };
template <>
struct Choices<SplitChoice> {
  static constexpr Choice<SplitChoice> list[] = {
      {SplitChoice::automatic, "auto"}, {SplitChoice::evaluation, "evaluation"},
      {SplitChoice::train, "train"},    {SplitChoice::dev, "dev"},
      {SplitChoice::test, "test"},      {SplitChoice::all, "all"}};
};

// What becomes of items that only the votes or only the predictions have.
enum class MissingItems { error, drop };
template <>
struct Choices<MissingItems> {
  static constexpr Choice<MissingItems> list[] = {{MissingItems::error, "error"},
                                                  {MissingItems::drop, "drop"}};
};

struct MatchOptions {
  bool logits = false;
  SplitChoice split = SplitChoice::automatic;
  MissingItems missing = MissingItems::error;
  bool several = false;    // one of several files, so that {logits} may be meant for another
  Decorate option_name{};  // how an option is written in a remark; the bare key where this is empty

  static constexpr auto fields() {
    using O = MatchOptions;
    return std::tuple{
        Field{"logits", &O::logits,
              "the numbers are logits (or log-probabilities); told from the numbers where it can be"},
        Field{"split", &O::split,
              "items to score, where the file says which were trained on: evaluation, train, dev, test, all, "
              "or "
              "auto: evaluation where there are some"},
        Field{"missing", &O::missing,
              "items that only the votes or only the predictions have: error, or drop (and count)"},
    };
  }
};

struct MatchedPredictions {
  std::vector<std::uint32_t> items;  // of the votes, ascending
  PredictionKind kind = PredictionKind::probabilities;
  PredictionRows rows;  // of these items, in this order; columns in the order of the classes
  ClassSource classes = ClassSource::assumed;
  bool labels = false;                 // the file has one label an item: q is 1 for it, and else 0
  std::size_t without_votes = 0;       // predictions left out, because their items have no votes
  std::size_t without_prediction = 0;  // items left out, because the file does not predict them
  std::vector<std::string> remarks{};  // what was decided and what was left out, in sentences
  std::variant<std::vector<float>, std::vector<double>> cells{};  // of `rows`, where they are not the file's
};

// Returns the rows of `file` to score, beside the items of `votes` that they predict. `file` must outlive the
// result, whose rows point into it or into `cells`. Throws where a class of the votes has no column, where a
// row is neither probabilities nor logits, and where an item has no partner (unless such items are to be
// dropped).
MatchedPredictions match_predictions(const PredictionFile& file, const VoteTable& votes,
                                     const ItemIndex& index, const MatchOptions& options = {});

}  // namespace dissent
