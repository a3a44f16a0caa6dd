#include "dissent/core/vector_math.h"

#include <cmath>
#include <cstddef>

#if defined(__x86_64__) && defined(__GLIBC__)
#define DISSENT_LIBMVEC 1
#include <array>

#include <immintrin.h>

// Of glibc's libmvec, which libm brings along: what compilers call for vector loops. (The names are those of
// the x86-64 vector ABI: AVX2, no mask, 4 lanes, one vector.)
extern "C" {
__m256d _ZGVdN4v_log(__m256d);  // NOLINT
__m256d _ZGVdN4v_exp(__m256d);  // NOLINT
}
#endif

namespace dissent {
namespace {

#if DISSENT_LIBMVEC
template <__m256d (*function)(__m256d)>
__attribute__((target("avx2"))) void by_fours(std::span<const double> x, std::span<double> y) {
  const std::size_t whole = x.size() / 4 * 4;
  for (std::size_t i = 0; i < whole; i += 4) {
    _mm256_storeu_pd(y.data() + i, function(_mm256_loadu_pd(x.data() + i)));
  }
  if (whole == x.size()) return;
  std::array<double, 4> rest{1, 1, 1, 1};
  for (std::size_t i = whole; i < x.size(); ++i) rest[i - whole] = x[i];
  _mm256_storeu_pd(rest.data(), function(_mm256_loadu_pd(rest.data())));
  for (std::size_t i = whole; i < x.size(); ++i) y[i] = rest[i - whole];
}

bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}
#endif

}  // namespace

void log_all(std::span<const double> x, std::span<double> y) {
#if DISSENT_LIBMVEC
  if (has_avx2()) return by_fours<_ZGVdN4v_log>(x, y);
#endif
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = std::log(x[i]);
}

void exp_all(std::span<const double> x, std::span<double> y) {
#if DISSENT_LIBMVEC
  if (has_avx2()) return by_fours<_ZGVdN4v_exp>(x, y);
#endif
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = std::exp(x[i]);
}

}  // namespace dissent
