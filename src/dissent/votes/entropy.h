// Entropy of an annotator distribution, in nats. Summed over the sorted probabilities, so that equal vote
// multisets give equal bits whatever the order of the classes; 0 log 0 = 0.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "dissent/votes/vote_table.h"

namespace dissent {

// `scratch` is overwritten; passing it in keeps loops over items free of allocation.
double entropy(std::span<const double> p, std::vector<double>& scratch);

// Logarithms of numbers of which few are different, as the shares of some votes are: each is computed once.
class LogMemory {
 public:
  double operator()(double x) {
    Entry& entry = entries_[(std::bit_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15u) >> (64 - kBits)];
    if (entry.x != x) entry = {x, std::log(x)};
    return entry.log;
  }

 private:
  static constexpr int kBits = 8;
  struct Entry {
    double x = 1, log = 0;
  };
  std::array<Entry, std::size_t{1} << kBits> entries_{};
};
double entropy(std::span<const double> p, std::vector<double>& scratch, LogMemory& log);  // the same bits

// Entropy of every item, by index; NaN where an item has no votes. Uses all cores.
std::vector<double> item_entropies(const VoteTable& votes);
// Of some items.
std::vector<double> item_entropies(const VoteTable& votes, std::span<const std::uint32_t> items);

}  // namespace dissent
