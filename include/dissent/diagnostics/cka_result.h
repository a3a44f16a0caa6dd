// How alike the features of a method's seeds are: linear centred kernel alignment of every pair of seeds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace dissent {

struct Alignment {
  double biased = 0, debiased = 0;  // NaN where one side is constant; debiased also for fewer than 4 items
};

struct CkaPair {
  std::uint64_t seed_a = 0, seed_b = 0;
  Alignment alignment;
};

struct CkaResult {
  std::string method;
  std::size_t items = 0;  // that features were compared on
  Alignment mean{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  std::vector<CkaPair> pairs;
};

}  // namespace dissent
