#include "dissent/votes/coin_expectation.h"

#include <algorithm>
#include <cmath>

#include "dissent/core/parallel.h"

namespace dissent {

CoinExpectation::CoinExpectation(const VoteTable& votes, const VoteColumns& columns)
    : votes_(votes), columns_(columns), column_votes_(columns.label.size()) {
  for (const std::uint32_t column : columns.of_vote) ++column_votes_[column];
  // A piece has its own copy of the sums: as many pieces as keep those copies smaller than the votes.
  const std::size_t cells = std::max<std::size_t>(1, columns.label.size() + votes.classes());
  pieces_.resize(std::clamp<std::size_t>(votes.votes() / cells, 1, 16));
  for (Piece& piece : pieces_) {
    piece.sums.right.resize(columns.label.size());
    piece.sums.prior.resize(votes.classes());
  }
}

double CoinExpectation::item_row(std::size_t item, std::span<const double> log_prior,
                                 std::span<const double> wrong, std::span<const double> gain,
                                 std::span<double> row) const {
  const auto offsets = votes_.offsets();
  const auto labels = votes_.entry_labels();
  std::copy(log_prior.begin(), log_prior.end(), row.begin());
  double all_wrong = 0;
  for (std::uint64_t v = offsets[item]; v < offsets[item + 1]; ++v) {
    const std::uint32_t column = columns_.of_vote[v];
    all_wrong += wrong[column];
    row[labels[v]] += gain[column];
  }
  return all_wrong + shares_from_logs(row);
}

template <class RowOf>
double CoinExpectation::accumulate(RowOf&& row_of, Sums& sums) {
  const auto offsets = votes_.offsets();
  const auto labels = votes_.entry_labels();
  parallel_pieces(pieces_.size(), thread_count(), [&](std::size_t begin, std::size_t end, std::size_t) {
    std::vector<double> row(votes_.classes());
    for (std::size_t p = begin; p < end; ++p) {
      Piece& piece = pieces_[p];
      std::fill(piece.sums.right.begin(), piece.sums.right.end(), 0.0);
      std::fill(piece.sums.prior.begin(), piece.sums.prior.end(), 0.0);
      piece.log_likelihood = 0;
      const std::size_t last = votes_.items() * (p + 1) / pieces_.size();
      for (std::size_t i = votes_.items() * p / pieces_.size(); i < last; ++i) {
        piece.log_likelihood += row_of(i, std::span(row));
        for (std::size_t k = 0; k < row.size(); ++k) piece.sums.prior[k] += row[k];
        for (std::uint64_t v = offsets[i]; v < offsets[i + 1]; ++v)
          piece.sums.right[columns_.of_vote[v]] += row[labels[v]];
      }
    }
  });
  sums.right.assign(columns_.label.size(), 0.0);
  sums.prior.assign(votes_.classes(), 0.0);
  double log_likelihood = 0;
  for (const Piece& piece : pieces_) {
    for (std::size_t c = 0; c < sums.right.size(); ++c) sums.right[c] += piece.sums.right[c];
    for (std::size_t k = 0; k < sums.prior.size(); ++k) sums.prior[k] += piece.sums.prior[k];
    log_likelihood += piece.log_likelihood;
  }
  return log_likelihood;
}

CoinExpectation::Sums CoinExpectation::from_shares() {
  Sums sums;
  accumulate(
      [&](std::size_t i, std::span<double> row) {
        votes_.fractions_of(i, row);
        return 0.0;
      },
      sums);
  return sums;
}

double CoinExpectation::expect(std::span<const double> log_prior, std::span<const double> wrong,
                               std::span<const double> gain, Sums& sums) {
  return accumulate(
      [&](std::size_t i, std::span<double> row) { return item_row(i, log_prior, wrong, gain, row); }, sums);
}

std::vector<double> CoinExpectation::posterior(std::span<const double> log_prior,
                                               std::span<const double> wrong,
                                               std::span<const double> gain) const {
  const std::size_t classes = votes_.classes();
  std::vector<double> rows(votes_.items() * classes);
  parallel_ranges(votes_.items(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      item_row(i, log_prior, wrong, gain, std::span(rows).subspan(i * classes, classes));
  });
  return rows;
}

}  // namespace dissent
