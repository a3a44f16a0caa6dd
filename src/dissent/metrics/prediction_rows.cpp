#include "dissent/metrics/prediction_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/vector_math.h"
#include "dissent/metrics/order_free_sum.h"

namespace dissent {
namespace {

// What is wrong with a row; empty where nothing is.
template <class T>
std::string row_problem(std::span<const T> row, PredictionKind kind, const RowRule& rule) {
  if (kind == PredictionKind::logits) {
    bool any = false;
    for (const T z : row) {
      if (std::isnan(z) || z == std::numeric_limits<T>::infinity())
        return fmt::format("{} is not a logit", z);
      any = any || std::isfinite(z);
    }
    return any ? "" : "every logit is -inf";
  }
  double sum = 0;
  for (const T q : row) {
    if (!(q >= 0 && q <= rule.total * (1 + rule.tolerance))) {
      return fmt::format("{} is not a {}", q, rule.total == 1 ? "probability" : "percentage");
    }
    sum += q;
  }
  // A sum of rounded numbers may be off by the last bits of a number, too.
  if (std::abs(sum - rule.total) <= rule.total * (rule.tolerance + 1e-9)) return {};
  return fmt::format("the {} sum to {:.6g}, and {} within {:.6g} is wanted",
                     rule.total == 1 ? "probabilities" : "percentages", sum, rule.total,
                     rule.total * rule.tolerance);
}

constexpr int kMostDigits = 6;

template <class T>
bool has_digits(T value, int digits) {
  const double scaled = static_cast<double>(value) * std::pow(10.0, digits);
  const double rounding = std::abs(scaled) * static_cast<double>(std::numeric_limits<T>::epsilon());
  return std::abs(scaled - std::round(scaled)) <= rounding;
}

// How many digits after the point every number has at most; nothing where that is more than kMostDigits.
std::optional<int> rounded_digits(const Cells& cells) {
  return std::visit(
      [](const auto& span) -> std::optional<int> {
        int digits = 0;
        for (const auto value : span) {
          while (digits <= kMostDigits && !has_digits(value, digits)) ++digits;
          if (digits > kMostDigits) return std::nullopt;
        }
        return digits;
      },
      cells);
}

std::size_t row_count(const Cells& cells, std::size_t classes) {
  return std::visit([&](const auto& span) { return span.size() / classes; }, cells);
}

}  // namespace

RowRule row_rule(const Cells& cells, std::size_t classes) {
  const std::optional<int> digits = rounded_digits(cells);
  const auto rule_of = [&](double total, int least) {
    RowRule rule{total, kRowTolerance, 0};
    if (!digits || *digits < least) return rule;
    rule.digits = *digits;
    const double miss = static_cast<double>(classes) * 0.5 * std::pow(10.0, -*digits) / total;
    rule.tolerance = std::clamp(miss, kRowTolerance, kMostRowTolerance);
    return rule;
  };
  const RowRule one = rule_of(1, 2), hundred = rule_of(100, 0);
  if (!first_bad_row(cells, classes, PredictionKind::probabilities, one)) return one;
  return first_bad_row(cells, classes, PredictionKind::probabilities, hundred) ? one : hundred;
}

std::optional<BadRow> first_bad_row(const Cells& cells, std::size_t classes, PredictionKind kind,
                                    const RowRule& rule) {
  return std::visit(
      [&](const auto& span) -> std::optional<BadRow> {
        for (std::size_t row = 0; row < span.size() / classes; ++row) {
          std::string problem = row_problem(span.subspan(row * classes, classes), kind, rule);
          if (!problem.empty()) return BadRow{row, std::move(problem)};
        }
        return std::nullopt;
      },
      cells);
}

std::optional<PredictionKind> guess_kind(const Cells& cells, std::size_t classes, const RowRule& rule) {
  const std::size_t rows = row_count(cells, classes);
  std::size_t distributions = 0;
  bool negative = false;
  std::visit(
      [&](const auto& span) {
        for (std::size_t row = 0; row < rows; ++row) {
          const auto values = span.subspan(row * classes, classes);
          if (row_problem(values, PredictionKind::probabilities, rule).empty()) {
            ++distributions;
          } else {
            negative = negative || std::any_of(values.begin(), values.end(), [](auto x) { return x < 0; });
          }
        }
      },
      cells);
  if (distributions == rows) return PredictionKind::probabilities;
  if (negative && distributions < rows - rows / 2) return PredictionKind::logits;
  return std::nullopt;
}

PredictionRows::PredictionRows(Cells cells, std::size_t classes, PredictionKind kind)
    : PredictionRows(cells, classes, kind, {}, {}) {}

PredictionRows::PredictionRows(Cells cells, std::size_t classes, PredictionKind kind,
                               std::vector<std::uint32_t> rows, const RowRule& rule)
    : cells_(cells), classes_(classes), kind_(kind), rows_(std::move(rows)) {
  scale_.resize(rows_.empty() ? row_count(cells_, classes) : rows_.size());
  std::vector<double> misses(thread_count());
  std::visit(
      [&](const auto& span) {
        parallel_pieces(
            scale_.size(), misses.size(), [&](std::size_t begin, std::size_t end, std::size_t piece) {
              const OrderFreeSum sum(classes_);
              std::vector<double> terms(classes_);
              for (std::size_t item = begin; item < end; ++item) {
                const auto row = span.subspan(row_of(item) * classes_, classes_);
                if (const std::string problem = row_problem(row, kind_, rule); !problem.empty()) {
                  fail("row {} (from 0): {}", row_of(item), problem);
                }
                if (kind_ == PredictionKind::probabilities) {
                  // Terms from 0 to 1: what the sum in whole numbers has room for.
                  const double part = sum.of([&](std::size_t k) { return row[k] / rule.total; });
                  misses[piece] = std::max(misses[piece], std::abs(part - 1));
                  scale_[item] = part * rule.total;
                } else {
                  const double largest = *std::max_element(row.begin(), row.end());
                  for (std::size_t k = 0; k < classes_; ++k) terms[k] = row[k] - largest;
                  exp_all(terms, terms);
                  scale_[item] = largest + std::log(sum.of([&](std::size_t k) { return terms[k]; }));
                }
              }
            });
      },
      cells_);
  largest_miss_ = *std::max_element(misses.begin(), misses.end());
}

void PredictionRows::row(std::size_t item, std::span<double> q, std::span<double> log_q) const {
  const double scale = scale_[item];
  std::visit(
      [&](const auto& span) {
        const auto cells = span.subspan(row_of(item) * classes_, classes_);
        if (kind_ == PredictionKind::logits) {
          for (std::size_t k = 0; k < classes_; ++k) log_q[k] = cells[k] - scale;
          exp_all(log_q, q);
        } else {
          for (std::size_t k = 0; k < classes_; ++k) q[k] = cells[k] / scale;
          log_all(q, log_q);
        }
      },
      cells_);
}

void PredictionRows::column(std::size_t k, std::span<double> values) const {
  std::visit(
      [&](const auto& span) {
        for (std::size_t item = 0; item < values.size(); ++item) {
          const double cell = span[row_of(item) * classes_ + k];
          values[item] = kind_ == PredictionKind::logits ? cell - scale_[item] : cell / scale_[item];
        }
      },
      cells_);
  if (kind_ == PredictionKind::logits) exp_all(values, values);
}

std::size_t PredictionRows::predicted(std::size_t item) const {
  return std::visit(
      [&](const auto& span) {
        const auto row = span.subspan(row_of(item) * classes_, classes_);
        return static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
      },
      cells_);
}

PredictionRows PredictionRows::select(std::span<const std::uint32_t> items) const {
  PredictionRows chosen = *this;
  chosen.rows_.resize(items.size());
  chosen.scale_.resize(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    chosen.rows_[i] = static_cast<std::uint32_t>(row_of(items[i]));
    chosen.scale_[i] = scale_[items[i]];
  }
  return chosen;
}

TargetRows::TargetRows(std::span<const double> rows, std::size_t classes) : rows_(rows), classes_(classes) {}

TargetRows::TargetRows(const VoteTable& votes, std::vector<std::uint32_t> items)
    : votes_(&votes), classes_(votes.classes()), items_(std::move(items)) {}

void TargetRows::row(std::size_t item, std::span<double> p) const {
  if (votes_ != nullptr) return votes_->fractions_of(items_[item], p);
  const auto from = rows_.subspan(index_of(item) * classes_, classes_);
  std::copy(from.begin(), from.end(), p.begin());
}

void TargetRows::column(std::size_t k, std::span<double> values) const {
  if (votes_ == nullptr) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = rows_[index_of(i) * classes_ + k];
    return;
  }
  const auto offsets = votes_->offsets();
  const auto labels = votes_->entry_labels();
  const auto counts = votes_->entry_counts();
  const auto shares = votes_->entry_probabilities();
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint64_t mine = 0, all = 0;
    double share = 0;
    for (std::uint64_t e = offsets[items_[i]]; e < offsets[items_[i] + 1]; ++e) {
      const std::uint64_t count = counts.empty() ? 1 : counts[e];
      all += count;
      if (labels[e] != k) continue;
      mine += count;
      if (!shares.empty()) share = shares[e];
    }
    values[i] = shares.empty() ? static_cast<double>(mine) / static_cast<double>(all) : share;
  }
}

std::optional<SharesByClass> TargetRows::sparse_shares(std::size_t pieces) const {
  if (votes_ == nullptr || !votes_->has_counts()) return std::nullopt;
  std::vector<std::size_t> entries(classes_);
  for (const VoteTable::Label label : votes_->entry_labels()) ++entries[label];
  SharesByClass shares(pieces, classes_);
  const double part = static_cast<double>(items_.size()) / static_cast<double>(votes_->items());
  for (std::size_t k = 0; k < classes_; ++k) {
    // One annotator's vote is an entry, so that there may be many more entries than items.
    const double most = std::min(part * static_cast<double>(entries[k]), static_cast<double>(items_.size()));
    shares.reserve(k, static_cast<std::size_t>(most));
  }
  return shares;
}

TargetRows TargetRows::select(std::span<const std::uint32_t> items) const {
  TargetRows chosen = *this;
  chosen.items_.resize(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    chosen.items_[i] = static_cast<std::uint32_t>(index_of(items[i]));
  }
  return chosen;
}

}  // namespace dissent
