#include "dissent/stats/detection.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "dissent/core/error.h"
#include "dissent/stats/ranks.h"

namespace dissent {
namespace {

void check_side(std::span<const double> scores, std::string_view side) {
  if (scores.empty()) fail("there is no score of what is {}; detection needs both sides", side);
  const auto bad = std::find_if(scores.begin(), scores.end(), [](double score) { return std::isnan(score); });
  if (bad != scores.end()) {
    fail("score {} (from 0) of what is {} is not a number; detection cannot rank it", bad - scores.begin(),
         side);
  }
}

}  // namespace

Detection detect(std::span<const double> in, std::span<const double> out) {
  check_side(in, "in");
  check_side(out, "out");
  RawVector<double> scores(in.size() + out.size());
  std::copy(out.begin(), out.end(), std::copy(in.begin(), in.end(), scores.begin()));
  const std::vector<std::uint32_t> order = sorted_order(scores);

  Detection result;
  const auto all_in = static_cast<double>(in.size()), all_out = static_cast<double>(out.size());
  std::uint64_t in_above = 0,
                out_above = 0;  // at or above the threshold, which goes down from score to score
  std::uint64_t twice_won = 0;  // pairs with in > out, and half of those with in = out, doubled
  double precisions = 0;        // summed over in, each at its own score
  bool reached = false;         // 95 % of in
  for (std::size_t end = order.size(); end > 0;) {
    const double threshold = scores[order[end - 1]];
    std::uint64_t in_here = 0, out_here = 0;
    for (; end > 0 && scores[order[end - 1]] == threshold; --end) {
      ++(order[end - 1] < in.size() ? in_here : out_here);
    }
    in_above += in_here;
    out_above += out_here;
    if (in_here == 0) continue;
    twice_won += in_here * (2 * (out.size() - out_above) + out_here);
    const double precision = static_cast<double>(in_above) / static_cast<double>(in_above + out_above);
    precisions += static_cast<double>(in_here) * precision;
    if (!reached && 20 * in_above >= 19 * in.size()) {
      reached = true;
      result.fpr95 = static_cast<double>(out_above) / all_out;
    }
  }
  result.auroc = static_cast<double>(twice_won) / (2 * all_in * all_out);
  result.aupr = precisions / all_in;
  return result;
}

}  // namespace dissent
