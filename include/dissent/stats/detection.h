// How well a score tells what is in from what is out: the usual three numbers of out-of-distribution
// detection. Scores are higher for what looks more in; those that are in count as the positives.
#pragma once

#include <span>

namespace dissent {

struct Detection {
  double auroc = 0;  // P(in > out) + P(in = out) / 2
  double fpr95 = 0;  // share of out at or above the largest score of in that 95 % of in are at or above
  double aupr = 0;   // average precision: sum over thresholds of (recall's gain) * precision
};
// Equal scores are on the same side of every threshold. Neither side may be empty; no score may be NaN.
Detection detect(std::span<const double> in, std::span<const double> out);

}  // namespace dissent
