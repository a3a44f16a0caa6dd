#include "dissent/stats/sign_flips.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "dissent/core/parallel.h"
#include "dissent/core/random.h"

namespace dissent {
namespace {

// Patterns in Gray's order: each differs from the one before by one sign. The sum is taken anew now and then,
// so that roundings do not pile up. By symmetry the first sign stays.
double exact_share(const std::vector<double>& changed, double bound) {
  const std::size_t free = changed.size() - 1;
  std::uint64_t far = 0;
  double sum = 0;
  for (std::uint64_t pattern = 0; pattern < std::uint64_t{1} << free; ++pattern) {
    const std::uint64_t gray = pattern ^ pattern >> 1;
    if (pattern % 64 == 0) {
      sum = changed[free];
      for (std::size_t i = 0; i < free; ++i) sum += (gray >> i & 1) != 0 ? -changed[i] : changed[i];
    } else {
      const auto flipped = static_cast<std::size_t>(std::countr_zero(pattern));
      sum += (gray >> flipped & 1) != 0 ? -2 * changed[flipped] : 2 * changed[flipped];
    }
    if (std::abs(sum) >= bound) ++far;
  }
  return static_cast<double>(far) / static_cast<double>(std::uint64_t{1} << free);
}

double drawn_sum(const std::vector<double>& changed, const Stream& stream, std::uint64_t draw) {
  double sum = 0;
  for (std::size_t begin = 0; begin < changed.size(); begin += 64) {
    const std::uint64_t signs = stream.bits(begin / 64, draw);
    const std::size_t count = std::min<std::size_t>(64, changed.size() - begin);
    for (std::size_t i = 0; i < count; ++i) {
      sum += (signs >> i & 1) != 0 ? -changed[begin + i] : changed[begin + i];
    }
  }
  return sum;
}

}  // namespace

SignFlips sign_flips(std::span<const double> differences, std::size_t draws, std::uint64_t seed) {
  std::vector<double> changed;
  double sum = 0, size = 0;
  for (const double difference : differences) {
    if (difference == 0) continue;
    changed.push_back(difference);
    sum += difference;
    size += std::abs(difference);
  }
  SignFlips result;
  result.changed = changed.size();
  if (changed.empty()) return result;
  const double bound = std::abs(sum) - 1e-12 * size;
  if (changed.size() <= kMostExactFlips) {
    result.p = exact_share(changed, bound);
    return result;
  }
  result.exact = false;
  result.draws = draws;
  const Stream stream(seed, "sign flips");
  std::vector<std::size_t> far(thread_count());
  parallel_pieces(draws, far.size(), [&](std::size_t begin, std::size_t end, std::size_t piece) {
    for (std::size_t draw = begin; draw < end; ++draw) {
      if (std::abs(drawn_sum(changed, stream, draw)) >= bound) ++far[piece];
    }
  });
  std::size_t all = 0;
  for (const std::size_t count : far) all += count;
  result.p = static_cast<double>(1 + all) / static_cast<double>(1 + draws);
  return result;
}

}  // namespace dissent
