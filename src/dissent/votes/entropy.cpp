#include "dissent/votes/entropy.h"

#include <algorithm>
#include <cmath>

#include "dissent/core/parallel.h"
#include "dissent/core/undefined.h"

namespace dissent {

namespace {

template <class Log>
double entropy_by(std::span<const double> p, std::vector<double>& scratch, Log&& log) {
  scratch.clear();
  for (const double x : p) {
    if (x > 0) scratch.push_back(x);
  }
  if (scratch.size() > 2) std::sort(scratch.begin(), scratch.end());  // a + b is b + a
  double sum = 0;
  for (const double x : scratch) sum -= x * log(x);
  return sum == 0 ? 0 : sum;  // not -0
}

}  // namespace

double entropy(std::span<const double> p, std::vector<double>& scratch) {
  return entropy_by(p, scratch, [](double x) { return std::log(x); });
}

double entropy(std::span<const double> p, std::vector<double>& scratch, LogMemory& log) {
  return entropy_by(p, scratch, log);
}

namespace {

// item_at(i): the item of position i.
template <class ItemAt>
std::vector<double> entropies_of(const VoteTable& votes, std::size_t count, const ItemAt& item_at) {
  std::vector<double> entropies(count);
  parallel_ranges(count, [&](std::size_t begin, std::size_t end) {
    std::vector<double> row(votes.classes()), scratch;
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t item = item_at(i);
      if (votes.is_empty(item)) {
        entropies[i] = kUndefined;
        continue;
      }
      votes.fractions_of(item, row);
      entropies[i] = entropy(row, scratch);
    }
  });
  return entropies;
}

}  // namespace

std::vector<double> item_entropies(const VoteTable& votes) {
  return entropies_of(votes, votes.items(), [](std::size_t i) { return i; });
}

std::vector<double> item_entropies(const VoteTable& votes, std::span<const std::uint32_t> items) {
  return entropies_of(votes, items.size(), [&](std::size_t i) { return items[i]; });
}

}  // namespace dissent
