// A sum over the classes whose bits do not depend on their order: terms from 0 to 1 are added as whole
// numbers.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace dissent {

class OrderFreeSum {
 public:
  // Of so many terms, each rounded to 2^-62 times the number of terms: 6e-17 for 16 classes.
  explicit OrderFreeSum(std::size_t terms)
      : terms_(terms), unit_(std::ldexp(1.0, 62 - static_cast<int>(std::bit_width(terms)))) {}

  template <class Term>
  double of(const Term& term) const {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < terms_; ++k) {
      // Not llround, a call that this takes too often: terms are never negative.
      sum += static_cast<std::int64_t>(term(k) * unit_ + 0.5);  // NOLINT(bugprone-incorrect-roundings)
    }
    return static_cast<double>(sum) / unit_;
  }

 private:
  std::size_t terms_;
  double unit_;
};

}  // namespace dissent
