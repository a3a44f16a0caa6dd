// Wilcoxon's signed-rank test of paired differences, exact for up to 60 of them with any ties and zeros, and
// Holm's correction for several tests.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "dissent/core/choice.h"

namespace dissent {

// What becomes of differences that are zero. drop: they are left out before ranking. pratt: they are ranked,
// and their ranks left out. zsplit: they are ranked, and half of their ranks goes to either side.
enum class ZeroRule { drop, pratt, zsplit };
template <>
struct Choices<ZeroRule> {
  static constexpr std::string_view what = "rule for zeros";
  static constexpr Choice<ZeroRule> list[] = {
      {ZeroRule::drop, "drop"}, {ZeroRule::pratt, "pratt"}, {ZeroRule::zsplit, "zsplit"}};
};

struct Wilcoxon {
  double w_plus = 0, w_minus = 0;  // sums of the ranks of positive and of negative differences
  std::size_t positive = 0, negative = 0, zeros = 0;
  bool exact = true;                                  // else the normal approximation with tie correction
  double p_greater = 1, p_less = 1, p_two_sided = 1;  // alternatives: the differences are above, below, not 0
  double rank_biserial = 0;                           // effect size: (W+ - W-) / (W+ + W-), from -1 to 1
};
// Differences whose sizes are within 1e-12 of each other, relatively, are ties. None may be NaN.
Wilcoxon wilcoxon(std::span<const double> differences, ZeroRule zeros = ZeroRule::drop);

// The least p that n pairs can give, when all of them agree: 2^-n one-sided, 2^(1-n) two-sided.
double smallest_p(std::size_t pairs, bool two_sided);

// Holm's adjusted p of a family of tests, in their order: the running maximum over ascending p of
// (family - rank + 1) p, at most 1.
std::vector<double> holm(std::span<const double> p);

}  // namespace dissent
