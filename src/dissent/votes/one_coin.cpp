#include "dissent/votes/one_coin.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dissent/votes/coin_expectation.h"
#include "dissent/votes/crowd_votes.h"

namespace dissent {

OneCoin one_coin(const VoteTable& votes, const DawidSkeneOptions& options,
                 const std::function<void(int)>& progress) {
  check_crowd(votes, options, "one-coin Dawid-Skene", Smoothing::wanted);
  const auto classes = static_cast<double>(votes.classes());
  const double others = std::max(1.0, classes - 1);  // a single class has no wrong label
  const VoteColumns columns = find_columns(votes);
  CoinExpectation expectation(votes, columns);
  const std::vector<double>& column_votes = expectation.column_votes();
  OneCoin model;
  model.right.resize(votes.annotators());
  model.prior.resize(votes.classes());
  std::vector<double> log_prior(votes.classes()), wrong(columns.label.size()), gain(columns.label.size());
  const auto maximise = [&](const CoinExpectation::Sums& sums) {
    for (std::size_t k = 0; k < model.prior.size(); ++k) {
      model.prior[k] = sums.prior[k] / static_cast<double>(votes.items());
      log_prior[k] = std::log(model.prior[k]);
    }
    for (std::size_t a = 0; a < votes.annotators(); ++a) {
      double right = 0, given = 0;
      for (std::uint64_t c = columns.first[a]; c < columns.first[a + 1]; ++c) {
        right += sums.right[c];
        given += column_votes[c];
      }
      const double missed = std::max(0.0, given - right) + (classes - 1) * options.smoothing;
      const double total = given + classes * options.smoothing;
      model.right[a] = (right + options.smoothing) / total;
      // A single class leaves nothing to be wrong about; any finite number will do.
      const double log_wrong = votes.classes() == 1 ? 0 : std::log(missed / total / others);
      for (std::uint64_t c = columns.first[a]; c < columns.first[a + 1]; ++c) {
        wrong[c] = log_wrong;
        gain[c] = std::log(model.right[a]) - log_wrong;
      }
    }
  };

  CoinExpectation::Sums sums = expectation.from_shares();
  double before = -std::numeric_limits<double>::infinity();
  for (model.iterations = 1;; ++model.iterations) {
    maximise(sums);
    model.log_likelihood =
        expectation.expect(log_prior, wrong, gain, sums) / static_cast<double>(votes.votes());
    if (progress) progress(model.iterations);
    model.converged = model.log_likelihood - before < options.tolerance;
    if (model.converged || model.iterations == options.max_iterations) break;
    before = model.log_likelihood;
  }
  model.posterior = expectation.posterior(log_prior, wrong, gain);
  return model;
}

}  // namespace dissent
