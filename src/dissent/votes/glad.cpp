#include "dissent/votes/glad.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/votes/crowd_votes.h"

namespace dissent {
namespace {

// All that is needed of x = ability times easiness follows from its decay exp(-|x|): one exponential a vote.
double sigmoid(double x, double decay) {
  return (x >= 0 ? 1 : decay) / (1 + decay);
}
// Jaakkola and Jordan: log sigmoid(x) - x / 2 lies above a parabola that touches it at x, and this is how far
// that one bends: tanh(x / 2) / (2 x).
double curvature(double x, double decay) {
  const double size = std::abs(x);
  return size < 1e-6 ? 0.25 : (1 - decay) / (1 + decay) / (2 * size);
}
// The sum of log(1 + exp(x)) = max(x, 0) + log(1 + decay): the logarithm of a product, taken when it gets
// large.
class SoftplusSum {
 public:
  void add(double x, double decay) {
    sum_ += std::max(x, 0.0);
    product_ *= 1 + decay;
    if (product_ < 1e250) return;
    sum_ += std::log(product_);
    product_ = 1;
  }
  double value() const { return sum_ + std::log(product_); }

 private:
  double sum_ = 0, product_ = 1;
};

class Estimation {
 public:
  Estimation(const VoteTable& votes, const GladOptions& options)
      : votes_(votes),
        options_(options),
        log_others_(std::log(std::max(1.0, static_cast<double>(votes.classes()) - 1))),
        ability_(votes.annotators(), options.ability_mean),
        log_easiness_(votes.items(), options.easiness_mean),
        posterior_(votes.items() * votes.classes()) {
    // As many pieces as keep their copies of the annotators' sums together smaller than the votes; the data
    // alone decide, so that the result does not depend on the number of threads.
    const std::size_t cells = std::max<std::size_t>(1, 2 * votes.annotators());
    pieces_.resize(std::clamp<std::size_t>(votes.votes() / cells, 1, 16));
  }

  // The posterior of every item under the present parameters; returns log P(votes, parameters), per vote.
  double expect() {
    for_each_piece([&](Piece& piece, std::size_t begin, std::size_t end) {
      piece.objective = 0;
      for (std::size_t i = begin; i < end; ++i) {
        const double log_likelihood = item_row(i);
        piece.objective += log_likelihood + easiness_density(log_easiness_[i]);
      }
    });
    double sum = 0;
    for (const Piece& piece : pieces_) sum += piece.objective;
    for (const double ability : ability_) {
      const double off = (ability - options_.ability_mean) / options_.ability_sd;
      sum -= off * off / 2;
    }
    return sum / static_cast<double>(votes_.votes());
  }

  // One uphill step: every item's easiness by Newton's method, halved until it gains; then all abilities to
  // the top of the parabola below their objective.
  void step() {
    const auto offsets = votes_.offsets();
    const auto by = votes_.entry_annotators();
    for_each_piece([&](Piece& piece, std::size_t begin, std::size_t end) {
      piece.slope.assign(votes_.annotators(), 0.0);
      piece.curvature.assign(votes_.annotators(), 0.0);
      for (std::size_t i = begin; i < end; ++i) {
        improve_easiness(i, piece.decay);
        const double easiness = std::exp(log_easiness_[i]);
        for (std::uint64_t v = offsets[i]; v < offsets[i + 1]; ++v) {
          const double x = ability_[by[v]] * easiness;
          piece.slope[by[v]] += (right(i, v) - 0.5) * easiness;
          piece.curvature[by[v]] += curvature(x, piece.decay[v - offsets[i]]) * easiness * easiness;
        }
      }
    });
    const double precision = 1 / (options_.ability_sd * options_.ability_sd);
    for (std::size_t a = 0; a < ability_.size(); ++a) {
      double slope = options_.ability_mean * precision, bend = precision;
      for (const Piece& piece : pieces_) {
        slope += piece.slope[a];
        bend += piece.curvature[a];
      }
      ability_[a] = slope / bend;
    }
  }

  std::vector<double> take_posterior() { return std::move(posterior_); }
  std::vector<double> take_ability() { return std::move(ability_); }
  std::vector<double> easiness() const {
    std::vector<double> values;
    for (const double logarithm : log_easiness_) values.push_back(std::exp(logarithm));
    return values;
  }

 private:
  struct Piece {
    std::vector<double> slope, curvature;  // [annotators]
    std::vector<double> decay;             // [votes of the item that is worked on]
    double objective = 0;
  };

  template <class Work>
  void for_each_piece(Work&& work) {
    parallel_pieces(pieces_.size(), thread_count(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t p = begin; p < end; ++p) {
        work(pieces_[p], votes_.items() * p / pieces_.size(), votes_.items() * (p + 1) / pieces_.size());
      }
    });
  }

  // How likely it is that the vote names the item's true class.
  double right(std::size_t item, std::uint64_t vote) const {
    return posterior_[item * votes_.classes() + votes_.entry_labels()[vote]];
  }
  double easiness_density(double logarithm) const {
    const double off = (logarithm - options_.easiness_mean) / options_.easiness_sd;
    return -off * off / 2;
  }

  double item_row(std::size_t item) {
    const std::span<double> row = std::span(posterior_).subspan(item * votes_.classes(), votes_.classes());
    const auto offsets = votes_.offsets();
    const double easiness = std::exp(log_easiness_[item]);
    std::fill(row.begin(), row.end(), 0.0);
    SoftplusSum all_right;
    for (std::uint64_t v = offsets[item]; v < offsets[item + 1]; ++v) {
      const double x = ability_[votes_.entry_annotators()[v]] * easiness;
      all_right.add(x, std::exp(-std::abs(x)));
      row[votes_.entry_labels()[v]] += x + log_others_;  // log sigmoid(x) - log sigmoid(-x) = x
    }
    // All votes wrong, log sigmoid(-x) each; every class alike beforehand.
    const double all_wrong = -all_right.value() -
                             static_cast<double>(offsets[item + 1] - offsets[item]) * log_others_ -
                             std::log(static_cast<double>(votes_.classes()));
    return all_wrong + shares_from_logs(row);
  }

  // What the expected log-likelihood has of an item's easiness; fills its votes' decays.
  double easiness_objective(std::size_t item, double logarithm, std::vector<double>& decay) const {
    const double easiness = std::exp(logarithm);
    double sum = easiness_density(logarithm);
    SoftplusSum wrong;
    decay.clear();
    for (std::uint64_t v = votes_.offsets()[item]; v < votes_.offsets()[item + 1]; ++v) {
      const double x = ability_[votes_.entry_annotators()[v]] * easiness;
      decay.push_back(std::exp(-std::abs(x)));
      sum += right(item, v) * x;
      wrong.add(x, decay.back());
    }
    return sum - wrong.value();
  }

  // Leaves the decays at the new easiness.
  void improve_easiness(std::size_t item, std::vector<double>& decay) {
    constexpr double kFarthest = 1;  // the objective is no parabola far from here
    constexpr int kHalvings = 30;
    const double precision = 1 / (options_.easiness_sd * options_.easiness_sd);
    const double here = log_easiness_[item], easiness = std::exp(here);
    const double now = easiness_objective(item, here, decay);
    double slope = -(here - options_.easiness_mean) * precision, bend = precision;
    const std::uint64_t first = votes_.offsets()[item];
    for (std::uint64_t v = first; v < votes_.offsets()[item + 1]; ++v) {
      const double x = ability_[votes_.entry_annotators()[v]] * easiness;
      const double s = sigmoid(x, decay[v - first]), over = (right(item, v) - s) * x;
      slope += over;
      bend += s * (1 - s) * x * x - over;
    }
    double move = std::clamp(slope / std::max(bend, precision), -kFarthest, kFarthest);
    for (int halving = 0; halving < kHalvings; ++halving, move /= 2) {
      if (easiness_objective(item, here + move, decay) < now) continue;
      log_easiness_[item] = here + move;
      return;
    }
    easiness_objective(item, here, decay);
  }

  const VoteTable& votes_;
  const GladOptions& options_;
  double log_others_;  // a wrong label is one of the other classes
  std::vector<double> ability_, log_easiness_, posterior_;
  std::vector<Piece> pieces_;
};

}  // namespace

Glad glad(const VoteTable& votes, const GladOptions& options, const DawidSkeneOptions& stop,
          const std::function<void(int)>& progress) {
  check_crowd(votes, stop, "GLAD", Smoothing::not_read);
  check_limits(options);
  Estimation estimation(votes, options);
  Glad model;
  double before = estimation.expect();
  for (model.iterations = 1;; ++model.iterations) {
    for (int step = 0; step < options.steps; ++step) estimation.step();
    model.log_posterior = estimation.expect();
    if (progress) progress(model.iterations);
    model.converged = model.log_posterior - before < stop.tolerance;
    if (model.converged || model.iterations == stop.max_iterations) break;
    before = model.log_posterior;
  }
  model.posterior = estimation.take_posterior();
  model.ability = estimation.take_ability();
  model.easiness = estimation.easiness();
  return model;
}

}  // namespace dissent
