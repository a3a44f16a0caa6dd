#include "dissent/stats/ranks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "dissent/core/undefined.h"

namespace dissent {
namespace {

// Bits that sort as unsigned numbers in the order of the values.
std::uint64_t sortable(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0 becomes 0
  return bits >> 63 != 0 ? ~bits : bits | std::uint64_t{1} << 63;
}

// Sorts indices, given in ascending order, by their values. Each becomes one word, the 32 leading bits of its
// value within the range of all of them above the index, and the words are sorted by their upper half, least
// significant digit first. What has the same 32 bits is sorted again among itself; equal values end it.
class IndexSorter {
 public:
  IndexSorter(std::span<const double> values, std::size_t most)
      : values_(values), words_(most), room_(most) {}

  void sort(std::span<std::uint32_t> indices) {
    std::uint64_t low = ~std::uint64_t{0}, high = 0;
    for (const std::uint32_t index : indices) {
      const std::uint64_t key = sortable(values_[index]);
      low = std::min(low, key);
      high = std::max(high, key);
    }
    if (low >= high) return;
    if (indices.size() < 48) {
      std::stable_sort(indices.begin(), indices.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return values_[a] < values_[b]; });
      return;
    }
    const int shift = std::max(0, 32 - std::countl_zero(high - low));
    for (std::size_t i = 0; i < indices.size(); ++i) {
      words_[i] = (sortable(values_[indices[i]]) - low) >> shift << 32 | indices[i];
    }
    radix_sort(indices.size());
    for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<std::uint32_t>(words_[i]);
    if (shift == 0) return;
    std::vector<std::pair<std::size_t, std::size_t>> again;  // words_ are overwritten by the first of them
    for (std::size_t begin = 0, end = 0; begin < indices.size(); begin = end) {
      while (end < indices.size() && words_[end] >> 32 == words_[begin] >> 32) ++end;
      if (end - begin > 1) again.emplace_back(begin, end);
    }
    for (const auto& [begin, end] : again) sort(indices.subspan(begin, end - begin));
  }

 private:
  void radix_sort(std::size_t n) {
    constexpr int kBits = 11, kDigits = 3;
    constexpr std::size_t kBuckets = std::size_t{1} << kBits;
    std::array<std::array<std::uint32_t, kBuckets>, kDigits> counts{};
    const auto digit_of = [](std::uint64_t word, int digit) {
      return static_cast<std::size_t>(word >> (32 + digit * kBits)) & (kBuckets - 1);
    };
    for (std::size_t i = 0; i < n; ++i) {
      for (int digit = 0; digit < kDigits; ++digit) {
        ++counts[static_cast<std::size_t>(digit)][digit_of(words_[i], digit)];
      }
    }
    for (int digit = 0; digit < kDigits; ++digit) {
      auto& count = counts[static_cast<std::size_t>(digit)];
      std::uint32_t start = 0;
      for (std::uint32_t& bucket : count) start += std::exchange(bucket, start);
      for (std::size_t i = 0; i < n; ++i) room_[count[digit_of(words_[i], digit)]++] = words_[i];
      words_.swap(room_);
    }
  }

  std::span<const double> values_;
  RawVector<std::uint64_t> words_, room_;
};

}  // namespace

std::vector<std::uint32_t> sorted_order(std::span<const double> values) {
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0U);
  IndexSorter(values, order.size()).sort(order);
  return order;
}

void equal_mass_bins(std::span<const double> values, std::size_t count, std::span<std::uint16_t> bin_of) {
  if (values.empty()) return;
  // Buckets by the leading bits of the value as a float, which keeps the order: 128 from a power of two to
  // the next. Only those through which a cut goes need to be sorted.
  const auto bucket_of = [](double value) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value) + 0.0F);
    return static_cast<std::uint16_t>((bits >> 31 != 0 ? ~bits : bits | 0x80000000U) >> 16);
  };
  std::vector<std::uint32_t> ends(0x10000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    bin_of[i] = bucket_of(values[i]);
    ++ends[bin_of[i]];
  }
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  const std::size_t n = values.size();
  const auto bin_at = [&](std::size_t rank) {  // the bin of the rank-th value
    const std::size_t small = n / count, larger = n % count;
    return static_cast<std::uint16_t>(
        rank < larger * (small + 1) ? rank / (small + 1) : larger + (rank - larger * (small + 1)) / small);
  };
  constexpr std::uint16_t kCut = 0xFFFF;
  std::vector<std::uint16_t> bin_of_bucket(ends.size());
  std::map<std::size_t, std::vector<std::uint32_t>> cut;  // bucket -> its values' indices
  for (std::size_t b = 0; b < ends.size(); ++b) {
    const std::uint32_t begin = b == 0 ? 0 : ends[b - 1];
    if (begin == ends[b]) continue;
    const std::uint16_t first = bin_at(begin);
    bin_of_bucket[b] = first == bin_at(ends[b] - 1) ? first : kCut;
    if (bin_of_bucket[b] == kCut) cut[b].reserve(ends[b] - begin);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint16_t bucket = bin_of[i];
    bin_of[i] = bin_of_bucket[bucket];
    if (bin_of[i] == kCut) cut[bucket].push_back(static_cast<std::uint32_t>(i));
  }
  for (auto& [bucket, indices] : cut) {
    IndexSorter(values, indices.size()).sort(indices);
    const std::size_t begin = ends[bucket] - indices.size();
    for (std::size_t i = 0; i < indices.size(); ++i) bin_of[indices[i]] = bin_at(begin + i);
  }
}

RankGroups rank_groups(std::span<const double> values, double tolerance) {
  const std::vector<std::uint32_t> order = sorted_order(values);
  RankGroups groups;
  groups.of.resize(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    // Not of a difference alone: that of two infinities is NaN.
    const bool same = i > 0 && (values[order[i]] == values[order[i - 1]] ||
                                values[order[i]] - values[order[i - 1]] <= tolerance);
    if (!same) ++groups.count;
    groups.of[order[i]] = static_cast<std::uint32_t>(groups.count - 1);
  }
  return groups;
}

namespace {

// [groups] the average rank of each group; 0-weighted groups have one, too, that nobody reads.
LargeVector<double> group_ranks(const RankGroups& groups, Weights weights) {
  LargeVector<double> ranks(groups.count);
  for (std::size_t i = 0; i < groups.of.size(); ++i) {
    ranks[groups.of[i]] += static_cast<double>(weight_of(weights, i));
  }
  double before = 0;
  for (double& rank : ranks) {
    const double here = rank;
    rank = before + (here + 1) / 2;
    before += here;
  }
  return ranks;
}

// Sums of squares and products about the means.
struct Moments {
  double aa = 0, bb = 0, ab = 0;
  void add(double a, double b, double weight) {
    aa += weight * a * a;
    bb += weight * b * b;
    ab += weight * a * b;
  }
  double correlation() const {
    if (!(aa > 0 && bb > 0)) return kUndefined;
    return ab / std::sqrt(aa) / std::sqrt(bb);
  }
};

}  // namespace

std::vector<double> average_ranks(std::span<const double> values) {
  const RankGroups groups = rank_groups(values);
  const LargeVector<double> by_group = group_ranks(groups, {});
  std::vector<double> ranks(values.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = by_group[groups.of[i]];
  return ranks;
}

double pearson(std::span<const double> a, std::span<const double> b, Weights weights) {
  const auto n = static_cast<double>(total_weight(weights, a.size()));
  std::size_t first = 0;
  while (first < a.size() && weight_of(weights, first) == 0) ++first;
  double mean_a = 0, mean_b = 0;
  bool same_a = true, same_b = true;  // a mean that is off by a rounding must not make a spread
  for (std::size_t i = first; i < a.size(); ++i) {
    const auto weight = static_cast<double>(weight_of(weights, i));
    if (weight == 0) continue;
    // Of what differs from the first: nearly constant numbers keep their digits.
    mean_a += weight * (a[i] - a[first]) / n;
    mean_b += weight * (b[i] - b[first]) / n;
    same_a = same_a && a[i] == a[first];
    same_b = same_b && b[i] == b[first];
  }
  if (same_a || same_b) return kUndefined;
  Moments moments;
  for (std::size_t i = first; i < a.size(); ++i) {
    moments.add(a[i] - a[first] - mean_a, b[i] - b[first] - mean_b,
                static_cast<double>(weight_of(weights, i)));
  }
  return moments.correlation();
}

double spearman(const RankGroups& a, const RankGroups& b, Weights weights) {
  const LargeVector<double> rank_a = group_ranks(a, weights), rank_b = group_ranks(b, weights);
  const double mean = (static_cast<double>(total_weight(weights, a.of.size())) + 1) /
                      2;  // ranks and their mean are multiples of a half: exact
  Moments moments;
  for (std::size_t i = 0; i < a.of.size(); ++i) {
    moments.add(rank_a[a.of[i]] - mean, rank_b[b.of[i]] - mean, static_cast<double>(weight_of(weights, i)));
  }
  return moments.correlation();
}

double spearman(std::span<const double> a, std::span<const double> b) {
  return spearman(rank_groups(a), rank_groups(b));
}

}  // namespace dissent
