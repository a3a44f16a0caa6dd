// Scores of each class against the rest: the Brier decomposition of Murphy with the within-bin terms that
// make it exact, class-wise calibration error and recall.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dissent/core/large_vector.h"
#include "dissent/metrics/prediction_rows.h"
#include "dissent/metrics/shares_by_class.h"
#include "dissent/stats/weights.h"

namespace dissent {

// soft_brier = reliability - resolution + uncertainty + within_variance - 2 within_covariance, each summed
// over the classes, with y = p_k and equal-mass bins of q_k.
struct BrierParts {
  double reliability = 0;        // sum over bins of n_b / n (mean q - mean y)^2
  double resolution = 0;         // sum over bins of n_b / n (mean y - overall mean y)^2
  double uncertainty = 0;        // the variance of y
  double within_variance = 0;    // sum over bins of n_b / n var(q)
  double within_covariance = 0;  // sum over bins of n_b / n cov(q, y)
};
struct ByClass {
  BrierParts brier;
  double ece = 0;  // mean over classes of sum n_b / n |mean q_k - mean outcome|, equal-mass bins of q_k
};

// What a class's outcome is for calibration: whether the label is the class, or the annotators' share p_k.
enum class ClassOutcome { label, share };

// Class by class, for any number of threads: score(k) for every class, then whole(). With `keep`, the sorted
// columns stay in memory (20 bytes a cell), for many resamplings; otherwise only the scores with weight 1 are
// known.
class ClassScores {
 public:
  struct Options {
    std::size_t bins = 15;
    ClassOutcome outcome = ClassOutcome::label;
    bool keep = false;
  };
  // `labels` must stay as long as this; the others until all classes are scored. `shares` are those of `p`,
  // or null: they are then read from `p`.
  ClassScores(const PredictionRows& q, const TargetRows& p, const SharesByClass* shares,
              std::span<const std::int32_t> labels, Options options);

  void score(std::size_t k, std::size_t worker);  // worker < thread_count(): has room of its own
  ByClass whole();                                // after all of them
  ByClass resampled(Weights weights) const;       // asks for `keep`

 private:
  struct Room {
    RawVector<double> q, y;
    RawVector<std::uint16_t> bin;
  };
  struct Column {                      // of a class, kept for resampling
    std::vector<std::uint32_t> order;  // items, by ascending q
    std::vector<double> q, y;          // sorted
  };
  double outcome(double y, std::size_t item, std::size_t k) const;
  ByClass sum_of(const std::vector<ByClass>& parts) const;

  const PredictionRows* q_;
  const TargetRows* p_;
  const SharesByClass* shares_;
  std::span<const std::int32_t> labels_;
  Options options_;
  std::vector<Room> rooms_;     // [threads]
  std::vector<ByClass> parts_;  // [classes]
  std::vector<Column> columns_;
};

}  // namespace dissent
