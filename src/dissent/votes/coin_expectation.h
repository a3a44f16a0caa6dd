// The expectation step of models in which a vote depends on the true class only through whether it names it:
// log P(vote | class) is `wrong` of the vote's column, plus its `gain` for the class that the vote is for. An
// item then costs its votes and its classes, not their product.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dissent/votes/crowd_votes.h"

namespace dissent {

class CoinExpectation {
 public:
  CoinExpectation(const VoteTable& votes, const VoteColumns& columns);

  struct Sums {
    std::vector<double> right;  // [columns]: posterior of the labels of their votes, summed over the votes
    std::vector<double> prior;  // [classes]: posterior, summed over the items
  };
  // The sums that start at the vote proportions, as if these were the posterior.
  Sums from_shares();
  // The log-likelihood of all votes under the parameters, which fill `sums`.
  double expect(std::span<const double> log_prior, std::span<const double> wrong,
                std::span<const double> gain, Sums& sums);
  // The posterior itself, [items, classes].
  std::vector<double> posterior(std::span<const double> log_prior, std::span<const double> wrong,
                                std::span<const double> gain) const;
  // [columns]: how many votes each has.
  const std::vector<double>& column_votes() const { return column_votes_; }

 private:
  struct Piece {
    Sums sums;
    double log_likelihood = 0;
  };
  double item_row(std::size_t item, std::span<const double> log_prior, std::span<const double> wrong,
                  std::span<const double> gain, std::span<double> row) const;
  template <class RowOf>
  double accumulate(RowOf&& row_of, Sums& sums);

  const VoteTable& votes_;
  const VoteColumns& columns_;
  std::vector<double> column_votes_;
  // The items are cut by the data alone and the pieces' sums are added in their order, so that the result
  // does not depend on the number of threads.
  std::vector<Piece> pieces_;
};

}  // namespace dissent
