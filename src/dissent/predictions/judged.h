// Predictions beside the votes of the same items: joined by name, classes compared, what the numbers are
// settled. Nothing is permuted, filled in or left out without being said.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "dissent/core/names.h"
#include "dissent/core/settings.h"
#include "dissent/metrics/prediction_rows.h"
#include "dissent/predictions/predictions.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

struct JudgeOptions {
  bool logits = false;
  std::string split = "auto";
  std::string missing = "error";

  static constexpr auto fields() {
    using O = JudgeOptions;
    return std::tuple{
        Field{"logits", &O::logits,
              "the numbers are logits (or log-probabilities); told from the numbers where it can be"},
        Field{"split", &O::split,
              "items to score, where the file says which were trained on: evaluation, train, all, or auto: "
              "evaluation where there are some"},
        Field{"missing", &O::missing,
              "items that only the votes or only the predictions have: error, or drop (and count)"},
    };
  }
};

struct Judged {
  std::vector<std::uint32_t> items;  // of the votes, ascending
  PredictionKind kind = PredictionKind::probabilities;
  PredictionRows rows;            // of these items, in this order
  std::size_t without_votes = 0;  // predictions left out
  std::size_t without_prediction = 0;
  std::vector<std::string> remarks;
};

// The names of a vote table's items, looked up by many files.
class ItemIndex {
 public:
  explicit ItemIndex(const VoteTable& votes);
  std::uint32_t find(std::string_view name) const { return names_.find(name); }

 private:
  Interner names_;
};

// `file` must outlive the result, whose rows point into it.
Judged judge(const PredictionFile& file, const VoteTable& votes, const ItemIndex& index,
             const JudgeOptions& options = {});

}  // namespace dissent
