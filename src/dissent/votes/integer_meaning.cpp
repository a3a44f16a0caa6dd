#include "dissent/votes/integer_meaning.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <fmt/format.h>

namespace dissent {
namespace {

constexpr std::size_t kPairs = 100;  // pairs of columns that are compared at most

// How much more often two columns hold the same number than if they had nothing to do with each other: 1
// where they always do, 0 by chance.
double agreement_above_chance(std::span<const double> cells, std::size_t columns) {
  const std::size_t rows = cells.size() / columns;
  std::vector<std::map<double, double>> shares(columns);
  for (std::size_t at = 0; at < cells.size(); ++at)
    shares[at % columns][cells[at]] += 1.0 / static_cast<double>(rows);
  double observed = 0, expected = 0;
  std::size_t pairs = 0;
  for (std::size_t a = 0; a < columns; ++a) {
    for (std::size_t b = a + 1; b < columns && pairs < kPairs; ++b, ++pairs) {
      std::size_t same = 0;
      for (std::size_t row = 0; row < rows; ++row)
        same += cells[row * columns + a] == cells[row * columns + b];
      observed += static_cast<double>(same) / static_cast<double>(rows);
      for (const auto& [value, share] : shares[a]) {
        const auto other = shares[b].find(value);
        if (other != shares[b].end()) expected += share * other->second;
      }
    }
  }
  const double all = static_cast<double>(pairs);
  return expected < all ? (observed - expected) / (all - expected) : 0;
}

// The variance of the rows' sums over the sum of the columns' variances: below 1 where what one column gains
// another loses, above 1 where they go together.
double sum_to_parts(std::span<const double> cells, std::size_t columns) {
  const std::size_t rows = cells.size() / columns;
  const auto variance = [rows](auto value) {
    double mean = 0, squares = 0;
    for (std::size_t row = 0; row < rows; ++row) mean += value(row) / static_cast<double>(rows);
    for (std::size_t row = 0; row < rows; ++row) squares += (value(row) - mean) * (value(row) - mean);
    return squares;
  };
  double parts = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    parts += variance([&](std::size_t row) { return cells[row * columns + c]; });
  }
  const double whole = variance([&](std::size_t row) {
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) sum += cells[row * columns + c];
    return sum;
  });
  return parts > 0 ? whole / parts : 1;
}

}  // namespace

TableMeaning meaning_of_integers(std::span<const double> cells, std::size_t columns, std::string& why) {
  const std::size_t rows = columns == 0 ? 0 : cells.size() / columns;
  if (rows < 3 || columns < 2) return TableMeaning::undecided;
  bool minus_one = false, other_negative = false, finite = true;
  double largest = 0;
  for (const double cell : cells) {
    minus_one |= cell == -1;
    other_negative |= cell < 0 && cell != -1;
    finite &= std::isfinite(cell);
    largest = std::max(largest, cell);
  }
  if (!finite || other_negative) return TableMeaning::undecided;
  if (minus_one) {
    if (largest < 1) return TableMeaning::undecided;
    why = "-1 where an annotator gave no label";
    return TableMeaning::wide;
  }
  const double together = sum_to_parts(cells, columns);
  const bool rows_differ =
      !std::equal(cells.begin() + static_cast<std::ptrdiff_t>(columns), cells.end(), cells.begin());
  if (together < 1e-12 && rows_differ) {
    why = "every row has the same sum";
    return TableMeaning::counts;
  }
  if (rows < 10) return TableMeaning::undecided;
  const double noise = 1 / std::sqrt(static_cast<double>(rows));
  const double agreement = agreement_above_chance(cells, columns);
  if (agreement >= 0.15 + noise && together >= 1 + noise) {
    why = fmt::format("columns agree more often than chance ({:.2f}), as annotators do", agreement);
    return TableMeaning::wide;
  }
  if (agreement <= 0 && together <= 0.7 - noise) {
    why = "what one column gains another loses, as votes for classes do";
    return TableMeaning::counts;
  }
  return TableMeaning::undecided;
}

}  // namespace dissent
