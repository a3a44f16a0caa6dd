// Counter-based randomness: a draw is a pure function of (seed, stream name, position), with no hidden state.
// Philox4x32-10 of Salmon et al. 2011, tested against its published known answers.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <string_view>
#include <utility>

namespace dissent {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

constexpr PhiloxCounter philox4x32(PhiloxCounter c, PhiloxKey k) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ k[0], static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ k[1], static_cast<std::uint32_t>(a)};
    k = {k[0] + 0x9E3779B9u, k[1] + 0xBB67AE85u};
  }
  return c;
}

// A named stream of a seed, e.g. Stream(seed, "split"). Streams of different names are independent.
class Stream {
 public:
  constexpr Stream(std::uint64_t seed, std::string_view name) {
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    const PhiloxCounter mixed =
        philox4x32({lo(seed), hi(seed), lo(hash), hi(hash)}, {0x64697373, 0x656e7400});
    key_ = {mixed[0], mixed[1]};
  }

  // 128 random bits at the position (a, b).
  constexpr PhiloxCounter block(std::uint64_t a, std::uint64_t b = 0) const {
    return philox4x32({lo(a), hi(a), lo(b), hi(b)}, key_);
  }
  constexpr std::uint64_t bits(std::uint64_t a, std::uint64_t b = 0) const {
    const PhiloxCounter r = block(a, b);
    return std::uint64_t{r[1]} << 32 | r[0];
  }
  constexpr std::uint64_t key() const { return std::uint64_t{key_[1]} << 32 | key_[0]; }
  // block(a[i], b) for many positions at once, four at a time where the processor can: its words 0 and 1 in
  // low[i], its words 2 and 3 in high[i].
  void blocks(std::span<const std::uint64_t> a, std::uint64_t b, std::span<std::uint64_t> low,
              std::span<std::uint64_t> high) const;

 private:
  static constexpr std::uint32_t lo(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static constexpr std::uint32_t hi(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }
  PhiloxKey key_{};
};

// Uniform on {0, ..., n - 1} from 64 random bits; the bias is below n / 2^64.
constexpr std::uint64_t below(std::uint64_t bits, std::uint64_t n) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(bits) * n >> 64);
}
// Uniform on [0, 1) with 53 random bits.
constexpr double unit(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

// Consecutive draws at one position of a stream, for things that need many: Draws(stream, item).
class Draws {
 public:
  constexpr Draws(const Stream& stream, std::uint64_t position) : stream_(stream), position_(position) {}

  constexpr std::uint64_t bits() {
    if (left_ == 0) {
      block_ = stream_.block(position_, next_++);
      left_ = 2;
    }
    --left_;
    const std::size_t at = left_ == 1 ? 0 : 2;
    return std::uint64_t{block_[at + 1]} << 32 | block_[at];
  }
  constexpr std::uint64_t below(std::uint64_t n) { return dissent::below(bits(), n); }
  constexpr double unit() { return dissent::unit(bits()); }
  double normal() {  // Box-Muller, one of the pair
    const double radius = std::sqrt(-2 * std::log1p(-unit()));
    return radius * std::cos(2 * std::numbers::pi * unit());
  }
  template <class T>
  constexpr void shuffle(std::span<T> values) {  // Fisher-Yates
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  Stream stream_;
  std::uint64_t position_;
  std::uint64_t next_ = 0;
  PhiloxCounter block_{};
  int left_ = 0;
};

}  // namespace dissent
