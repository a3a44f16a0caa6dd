#include "dissent/core/random.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define DISSENT_AVX2 __attribute__((target("avx2")))
#endif

namespace dissent {
namespace {

#ifdef DISSENT_AVX2
DISSENT_AVX2 __m256i lanes(std::uint64_t x) {
  return _mm256_set1_epi64x(static_cast<long long>(x));
}
DISSENT_AVX2 void store_words(std::uint64_t* to, __m256i upper, __m256i lower) {
  const __m256i words =
      _mm256_or_si256(_mm256_slli_epi64(upper, 32), _mm256_and_si256(lower, lanes(0xFFFFFFFF)));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), words);
}

// philox4x32 in four 64-bit lanes a word. A product reads the lower half of its lanes only, so what stands in
// the upper halves until the end does not matter. Returns how many positions were done, a multiple of 4.
DISSENT_AVX2 std::size_t blocks_avx2(PhiloxKey key, std::span<const std::uint64_t> a, std::uint64_t b,
                                     std::uint64_t* low, std::uint64_t* high) {
  const __m256i first = lanes(0xD2511F53), second = lanes(0xCD9E8D57);
  std::size_t i = 0;
  for (; i + 4 <= a.size(); i += 4) {
    __m256i c0 = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(a.data() + i));
    __m256i c1 = _mm256_srli_epi64(c0, 32), c2 = lanes(b), c3 = lanes(b >> 32);
    PhiloxKey k = key;
    for (int round = 0; round < 10; ++round) {
      const __m256i x = _mm256_mul_epu32(c0, first), y = _mm256_mul_epu32(c2, second);
      c0 = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(y, 32), c1), lanes(k[0]));
      c2 = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(x, 32), c3), lanes(k[1]));
      c1 = y;
      c3 = x;
      k = {k[0] + 0x9E3779B9u, k[1] + 0xBB67AE85u};
    }
    store_words(low + i, c1, c0);
    store_words(high + i, c3, c2);
  }
  return i;
}
#endif

}  // namespace

void Stream::blocks(std::span<const std::uint64_t> a, std::uint64_t b, std::span<std::uint64_t> low,
                    std::span<std::uint64_t> high) const {
  std::size_t i = 0;
#ifdef DISSENT_AVX2
  static const bool avx2 = __builtin_cpu_supports("avx2") != 0;
  if (avx2) i = blocks_avx2(key_, a, b, low.data(), high.data());
#endif
  for (; i < a.size(); ++i) {
    const PhiloxCounter r = block(a[i], b);
    low[i] = std::uint64_t{r[1]} << 32 | r[0];
    high[i] = std::uint64_t{r[3]} << 32 | r[2];
  }
}

}  // namespace dissent
