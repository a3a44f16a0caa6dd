#include "dissent/stats/wilcoxon.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

constexpr std::size_t kMostExact = 60;  // 2^60 sign patterns are counted in 64 bits

struct RankedDifference {
  double size;
  int sign;             // -1, 0, 1
  std::uint32_t twice;  // twice the average rank: a whole number
};

std::vector<RankedDifference> ranked(std::span<const double> differences, ZeroRule zeros) {
  std::vector<RankedDifference> all;
  for (const double d : differences) {
    if (std::isnan(d)) fail("a difference is not a number; Wilcoxon's test cannot rank it");
    if (d == 0 && zeros == ZeroRule::drop) continue;
    all.push_back({std::abs(d), (d > 0) - (d < 0), 0});
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.size < b.size; });
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    // Of two infinite ones the difference is NaN.
    const auto tied = [&](double size) {
      return size == all[begin].size || size - all[begin].size <= 1e-12 * all[begin].size;
    };
    while (end < all.size() && tied(all[end].size)) ++end;
    for (std::size_t i = begin; i < end; ++i) all[i].twice = static_cast<std::uint32_t>(begin + 1 + end);
  }
  return all;
}

struct Tails {
  double at_least, at_most;
};

// P(sum of the ranks that get a plus >= and <= the observed one) over all sign patterns, in whole numbers.
Tails exact_tails(const std::vector<std::uint32_t>& twice_ranks, std::uint64_t observed) {
  const auto total = std::accumulate(twice_ranks.begin(), twice_ranks.end(), std::uint64_t{0});
  std::vector<std::uint64_t> patterns(total + 1);  // [sum] how many sign patterns give it
  patterns[0] = 1;
  std::uint64_t reached = 0;
  for (const std::uint32_t rank : twice_ranks) {
    reached += rank;
    for (std::uint64_t sum = reached; sum >= rank; --sum) patterns[sum] += patterns[sum - rank];
  }
  const auto middle = patterns.begin() + static_cast<std::ptrdiff_t>(observed);
  const double scale = std::ldexp(1.0, -static_cast<int>(twice_ranks.size()));
  const std::uint64_t above = std::accumulate(middle, patterns.end(), std::uint64_t{0});
  const std::uint64_t below = std::accumulate(patterns.begin(), middle + 1, std::uint64_t{0});
  return {static_cast<double>(above) * scale, static_cast<double>(below) * scale};
}

Tails normal_tails(const std::vector<std::uint32_t>& twice_ranks, std::uint64_t observed) {
  double mean = 0, variance = 0;  // of twice the sum; the ranks as they are carry the tie correction
  for (const std::uint32_t rank : twice_ranks) {
    mean += rank / 2.0;
    variance += static_cast<double>(rank) * rank / 4;
  }
  const double z = (static_cast<double>(observed) - mean) / std::sqrt(variance);
  return {std::erfc(z / std::sqrt(2.0)) / 2, std::erfc(-z / std::sqrt(2.0)) / 2};
}

}  // namespace

Wilcoxon wilcoxon(std::span<const double> differences, ZeroRule zeros) {
  Wilcoxon result;
  result.zeros = static_cast<std::size_t>(std::count(differences.begin(), differences.end(), 0.0));
  std::vector<std::uint32_t> twice_ranks;
  std::uint64_t plus = 0, minus = 0, none = 0;
  for (const RankedDifference& d : ranked(differences, zeros)) {
    (d.sign > 0 ? plus : d.sign < 0 ? minus : none) += d.twice;
    if (d.sign != 0) twice_ranks.push_back(d.twice);
    result.positive += d.sign > 0;
    result.negative += d.sign < 0;
  }
  const double split = zeros == ZeroRule::zsplit ? static_cast<double>(none) / 4 : 0;
  result.w_plus = static_cast<double>(plus) / 2 + split;
  result.w_minus = static_cast<double>(minus) / 2 + split;
  if (twice_ranks.empty()) return result;
  result.exact = twice_ranks.size() <= kMostExact;
  const Tails tails = result.exact ? exact_tails(twice_ranks, plus) : normal_tails(twice_ranks, plus);
  result.p_greater = tails.at_least;
  result.p_less = tails.at_most;
  result.p_two_sided = std::min(1.0, 2 * std::min(tails.at_least, tails.at_most));
  result.rank_biserial = (result.w_plus - result.w_minus) / (result.w_plus + result.w_minus);
  return result;
}

double smallest_p(std::size_t pairs, bool two_sided) {
  return std::min(1.0, std::ldexp(two_sided ? 2.0 : 1.0, -static_cast<int>(pairs)));
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    largest = std::max(largest, static_cast<double>(p.size() - rank) * p[order[rank]]);
    adjusted[order[rank]] = std::min(1.0, largest);
  }
  return adjusted;
}

}  // namespace dissent
