// Where predictions and targets lie, read row by row or column by column without a copy: probabilities or
// logits in single or double precision; annotator distributions as an array or straight from the votes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "dissent/core/large_vector.h"
#include "dissent/metrics/shares_by_class.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

using Cells = std::variant<std::span<const float>, std::span<const double>>;  // [rows, classes]

enum class PredictionKind { probabilities, logits };

// A row of probabilities may miss 1 by this much; it is then divided by its sum.
inline constexpr double kRowTolerance = 1e-3;
// More where the numbers were rounded, and never more than this.
inline constexpr double kMostRowTolerance = 0.05;

// What the numbers of a row of probabilities add up to, and by what part of it they may miss it.
struct RowRule {
  double total = 1;  // 100: percentages
  double tolerance = kRowTolerance;
  int digits = 0;  // after the point, where all numbers are rounded to 2 to 6 of them; else 0
};

// The rule that all rows keep, by their look: a total of 1, or of 100. Numbers that are all rounded to d >= 2
// digits after the point (percentages: any number of digits) may miss it by K 0.5 10^-d. Where neither holds
// of all rows, the rule of a total of 1.
RowRule row_rule(const Cells& cells, std::size_t classes);

// A row that cannot be what it is said to be: which one, and why.
struct BadRow {
  std::size_t row = 0;
  std::string reason;
};

// The first row that is not a distribution (negative, above 1, not finite, sum off 1 by more than the
// tolerance), or for logits one with NaN, +inf or nothing but -inf.
std::optional<BadRow> first_bad_row(const Cells& cells, std::size_t classes, PredictionKind kind,
                                    const RowRule& rule = {});

// What the cells are, by their look: probabilities where every row is a distribution; logits where most rows
// are none and some number is negative; nothing where it takes a person to say.
std::optional<PredictionKind> guess_kind(const Cells& cells, std::size_t classes, const RowRule& rule = {});

class PredictionRows {
 public:
  // All rows, or those named, in that order. The cells are not copied and must outlive this. Rows that
  // first_bad_row would name are an error.
  PredictionRows(Cells cells, std::size_t classes, PredictionKind kind);
  PredictionRows(Cells cells, std::size_t classes, PredictionKind kind, std::vector<std::uint32_t> rows,
                 const RowRule& rule = {});

  std::size_t items() const { return scale_.size(); }
  std::size_t classes() const { return classes_; }
  // Of the rows' sums from their total, as a part of it; 0 for logits.
  double largest_miss() const { return largest_miss_; }

  // q of an item, normalised, and log q; -inf where q is 0.
  void row(std::size_t item, std::span<double> q, std::span<double> log_q) const;
  // q_k of every item.
  void column(std::size_t k, std::span<double> values) const;
  std::size_t predicted(std::size_t item) const;  // argmax; ties: the lowest index
  PredictionRows select(std::span<const std::uint32_t> items) const;

 private:
  std::size_t row_of(std::size_t item) const { return rows_.empty() ? item : rows_[item]; }

  Cells cells_;
  std::size_t classes_;
  PredictionKind kind_;
  std::vector<std::uint32_t> rows_;  // [items]; empty: all rows
  RawVector<double> scale_;          // [items] the row's sum, or the log of its sum of exponentials
  double largest_miss_ = 0;
};

class TargetRows {
 public:
  // rows: [items, classes] distributions. Not copied.
  TargetRows(std::span<const double> rows, std::size_t classes);
  // The vote shares of the named items; each must have votes.
  TargetRows(const VoteTable& votes, std::vector<std::uint32_t> items);

  // Where most shares are 0: the others, class by class, with room for all of them, in `pieces` to be filled.
  std::optional<SharesByClass> sparse_shares(std::size_t pieces) const;
  std::size_t classes() const { return classes_; }
  void row(std::size_t item, std::span<double> p) const;
  void column(std::size_t k, std::span<double> values) const;  // p_k of every item
  TargetRows select(std::span<const std::uint32_t> items) const;

 private:
  std::size_t index_of(std::size_t item) const { return items_.empty() ? item : items_[item]; }

  std::span<const double> rows_;
  const VoteTable* votes_ = nullptr;
  std::size_t classes_;
  std::vector<std::uint32_t> items_;  // indices into rows_ or votes_; empty: all rows
};

}  // namespace dissent
