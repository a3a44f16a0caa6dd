// Scores and tests without files, torch or the command line: arrays in, numbers out. A test builds and runs this.
#include <cstdio>
#include <vector>

#include "dissent/metrics/evaluation.h"
#include "dissent/metrics/scores.h"
#include "dissent/stats/wilcoxon.h"

int main() {
  using namespace dissent;
  constexpr std::size_t kClasses = 3;
  // Four items: what annotators said (shares), what a model says (float32 logits), and the gold labels.
  const std::vector<double> p{1, 0, 0, 0.5, 0.5, 0, 0.2, 0.3, 0.5, 0, 0.9, 0.1};
  const std::vector<float> logits{4, 0, 1, 1, 1.5F, -2, 0, 0, 0.5F, -1, 3, 0};
  const std::vector<std::int32_t> gold{0, 1, 2, 1};

  // Every score at once. The arrays are looked at where they lie.
  const Evaluation evaluation(
      {.q = PredictionRows(std::span<const float>(logits), kClasses, PredictionKind::logits),
       .p = TargetRows(p, kClasses),
       .labels = gold,
       .targets = gold,
       .ordered = false,
       .values = {}},
      EvaluationOptions{}, Evaluation::Depth::resampling);
  const auto intervals = evaluation.intervals(Evaluation::Resampled::all, 1000, /*seed=*/0);
  for (std::size_t m = 0; m < 7; ++m) {
    const Metric& metric = metric_list()[m];
    std::printf("%-14s %.4f  [%.4f, %.4f]\n", metric.name.data(), evaluation.scores()[metric],
                intervals[m].low, intervals[m].high);
  }

  // A stream: nothing is kept but the sums, and parts can be added up.
  MeanScores stream;
  std::vector<double> log_q(kClasses);
  for (std::size_t i = 0; i < gold.size(); ++i) {
    const auto z = std::span(logits).subspan(i * kClasses, kClasses);
    log_softmax(z, log_q);
    stream.add(std::span(p).subspan(i * kClasses, kClasses), log_q, argmax(z), static_cast<std::size_t>(gold[i]));
  }
  std::printf("%-14s %.4f\n", "streamed", stream.result().soft_nll);

  // Two methods over five seeds, paired.
  const std::vector<double> differences{-0.021, -0.013, -0.034, -0.008, -0.019};
  const Wilcoxon test = wilcoxon(differences);
  std::printf("%-14s %.5f one-sided, %.5f after Holm over 3 tests\n", "p", test.p_less,
              holm(std::vector<double>{test.p_less, 0.5, 0.2})[0]);
  return 0;
}
