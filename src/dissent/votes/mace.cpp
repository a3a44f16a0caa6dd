#include "dissent/votes/mace.h"

#include <cmath>
#include <limits>

#include <boost/math/special_functions/digamma.hpp>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/random.h"
#include "dissent/votes/coin_expectation.h"
#include "dissent/votes/crowd_votes.h"

namespace dissent {
namespace {

constexpr double kStartNoise = 0.5;  // random starts are weights from 1 to 1.5, normalised

using boost::math::digamma;

double log_gamma(double x) {
  int sign = 0;  // std::lgamma keeps it in a variable that threads share
  return ::lgamma_r(x, &sign);
}

// The annotators of one start: log P(knows), and log P(does not know, and gives this label) by column. By
// variational Bayes both are means of logarithms, whose exponentials sum to less than 1.
class Annotators {
 public:
  Annotators(const VoteTable& votes, const VoteColumns& columns, const std::vector<double>& column_votes,
             const MaceOptions& options, double smoothing)
      : columns_(columns),
        column_votes_(column_votes),
        options_(options),
        smoothing_(smoothing),
        classes_(votes.classes()),
        log_know_(votes.annotators()),
        divergence_(votes.annotators()),
        competence_(votes.annotators()),
        wrong_(columns.label.size()),
        gain_(columns.label.size()) {}

  void start(int restart) {
    const Stream stream(options_.seed, "mace-start");
    const std::size_t annotators = log_know_.size();
    parallel_ranges(annotators, [&](std::size_t begin, std::size_t end) {
      std::vector<double> habit(classes_);
      for (std::size_t a = begin; a < end; ++a) {
        Draws draws(stream, static_cast<std::uint64_t>(restart) * annotators + a);
        const auto weight = [&] { return 1 + kStartNoise * draws.unit(); };
        const double know = weight(), spam = weight();
        double sum = 0;
        for (double& label : habit) sum += label = weight();
        set(a, std::log(know / (know + spam)), std::log(spam / (know + spam)),
            [&](std::uint64_t c) { return std::log(habit[columns_.label[c]] / sum); });
      }
    });
  }

  void maximise(const std::vector<double>& right) {
    parallel_ranges(log_know_.size(), [&](std::size_t begin, std::size_t end) {
      std::vector<double> spam;
      for (std::size_t a = begin; a < end; ++a) maximise(a, right, spam);
    });
  }

  // From the parameters' prior to what is believed of them; 0 by expectation maximisation, which has no
  // prior.
  double divergence() const {
    double sum = 0;
    for (const double one : divergence_) sum += one;
    return sum;
  }
  const std::vector<double>& wrong() const { return wrong_; }
  const std::vector<double>& gain() const { return gain_; }
  const std::vector<double>& competence() const { return competence_; }

 private:
  template <class LogHabit>
  void set(std::size_t a, double log_know, double log_spam, LogHabit&& log_habit) {
    log_know_[a] = log_know;
    for (std::uint64_t c = columns_.first[a]; c < columns_.first[a + 1]; ++c) {
      wrong_[c] = log_spam + log_habit(c);
      const double odds = log_know - wrong_[c];  // log(1 + exp(odds)) without overflow
      gain_[c] = std::max(odds, 0.0) + std::log1p(std::exp(-std::abs(odds)));
    }
  }

  // `spam` is room for the annotator's columns.
  void maximise(std::size_t a, const std::vector<double>& right, std::vector<double>& spam) {
    const std::uint64_t first = columns_.first[a], last = columns_.first[a + 1];
    const auto classes = static_cast<double>(classes_);
    spam.clear();
    double knew = 0, did_not = 0;
    for (std::uint64_t c = first; c < last; ++c) {
      const double known = right[c] * std::exp(log_know_[a] - wrong_[c] - gain_[c]);
      knew += known;
      spam.push_back(std::max(0.0, column_votes_[c] - known));
      did_not += spam.back();
    }
    if (options_.inference == MaceInference::em) {
      const double total = knew + did_not + 2 * smoothing_, habits = did_not + classes * smoothing_;
      competence_[a] = (knew + smoothing_) / total;
      set(a, std::log(competence_[a]), std::log((did_not + smoothing_) / total),
          [&](std::uint64_t c) { return std::log((spam[c - first] + smoothing_) / habits); });
      return;
    }
    const double k = options_.know_prior, s = options_.spam_prior, h = options_.strategy_prior;
    const double total = knew + did_not + k + s, habits = did_not + classes * h;
    const double log_know = digamma(knew + k) - digamma(total);
    const double log_spam = digamma(did_not + s) - digamma(total);
    const double log_habits = digamma(habits);
    competence_[a] = (knew + k) / total;
    // Kullback-Leibler divergences of a Beta and a Dirichlet distribution from their priors. A label that was
    // never given has its prior count, and adds nothing.
    double divergence = log_gamma(total) - log_gamma(knew + k) - log_gamma(did_not + s) - log_gamma(k + s) +
                        log_gamma(k) + log_gamma(s) + knew * log_know + did_not * log_spam +
                        log_gamma(habits) - log_gamma(classes * h);
    set(a, log_know, log_spam, [&](std::uint64_t c) {
      const double given = spam[c - first], log_habit = digamma(given + h) - log_habits;
      divergence += log_gamma(h) - log_gamma(given + h) + given * log_habit;
      return log_habit;
    });
    divergence_[a] = divergence;
  }

  const VoteColumns& columns_;
  const std::vector<double>& column_votes_;
  const MaceOptions& options_;
  double smoothing_;
  std::size_t classes_;
  std::vector<double> log_know_, divergence_, competence_;  // [annotators]
  std::vector<double> wrong_, gain_;                        // [columns], as CoinExpectation has them
};

}  // namespace

Mace mace(const VoteTable& votes, const MaceOptions& options, const DawidSkeneOptions& stop,
          const std::function<void(int)>& progress) {
  const bool em = options.inference == MaceInference::em;
  check_crowd(votes, stop, "MACE", em ? Smoothing::wanted : Smoothing::not_read);
  check_limits(options);
  const VoteColumns columns = find_columns(votes);
  CoinExpectation expectation(votes, columns);
  const std::vector<double> log_prior(votes.classes(), -std::log(static_cast<double>(votes.classes())));
  Annotators annotators(votes, columns, expectation.column_votes(), options, stop.smoothing);
  CoinExpectation::Sums sums;
  const auto per_vote = [&](double value) { return value / static_cast<double>(votes.votes()); };
  Mace best;
  best.objective = -std::numeric_limits<double>::infinity();
  std::vector<double> best_wrong, best_gain;
  int done = 0;
  for (int restart = 0; restart < options.restarts; ++restart) {
    annotators.start(restart);
    expectation.expect(log_prior, annotators.wrong(), annotators.gain(), sums);
    double before = -std::numeric_limits<double>::infinity();
    for (int iteration = 1;; ++iteration) {
      annotators.maximise(sums.right);
      const double objective =
          per_vote(expectation.expect(log_prior, annotators.wrong(), annotators.gain(), sums) -
                   annotators.divergence());
      if (progress) progress(++done);
      const bool converged = objective - before < stop.tolerance;
      before = objective;
      if (!converged && iteration < stop.max_iterations) continue;
      if (objective > best.objective) {
        best = {{}, annotators.competence(), objective, iteration, converged, restart};
        best_wrong = annotators.wrong();
        best_gain = annotators.gain();
      }
      break;
    }
  }
  best.posterior = expectation.posterior(log_prior, best_wrong, best_gain);
  return best;
}

}  // namespace dissent
