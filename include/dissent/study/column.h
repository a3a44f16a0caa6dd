// A column of a study's table of runs as a value: which number of a run it holds, of which checkpoint and
// items, and in relation to what. Its name is the same in CSV, SQLite, study files, tables and figures; this
// file alone makes names and reads them:
//
//   soft_nll                    a score of the best checkpoint on all evaluation items
//   last_soft_nll               the same score of the last checkpoint
//   soft_nll@entropy-top:0.05   on a slice of the evaluation items
//   soft_nll%majority           the difference from the run of another delivery, in percent
//   lambda_max@entropy-top:0.05 geometry, on a slice
//   energy_auroc@svhn           how well a detector tells an outside set from the evaluation items
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "dissent/catalog/theme.h"
#include "dissent/metrics/evaluation.h"

namespace dissent {

struct Column {
  enum class Quantity {
    score,
    best_epoch,
    near_best_epoch,
    last_epoch,
    seconds,
    images_per_second,
    lambda_max,
    trace,
    variance_spearman,
    auroc,
    fpr95,
    aupr,
  };
  enum class Checkpoint { best, last };

  Quantity quantity = Quantity::score;
  const Metric* metric = nullptr;            // of a score: an entry of metric_list()
  Checkpoint checkpoint = Checkpoint::best;  // of a score
  std::string slice{};        // of a score, lambda_max and trace: these items; empty: all evaluation items
  std::string relative_to{};  // of a score: a delivery; empty: the score itself
  std::string detector{};     // of auroc, fpr95 and aupr
  std::string outside{};      // of auroc, fpr95 and aupr: the outside set's name

  std::string name() const;
  std::string label() const;  // for people: "soft NLL at the last epoch", "energy AUROC, svhn"
  Better better() const;
  Theme theme() const;

  friend auto operator<=>(const Column&, const Column&) = default;  // NOLINT(modernize-use-nullptr)
};

// The column of a name; nothing where no column can have it. Whether a study has such a column is not asked.
std::optional<Column> parse_column(std::string_view name);

}  // namespace dissent
