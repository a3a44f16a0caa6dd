#include "metrics/slices.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/error.h"
#include "core/text.h"
#include "stats/ranks.h"

namespace dissent {
namespace {

constexpr std::size_t kMostSlices = 200;

[[noreturn]] void fail_unknown(std::string_view spec) {
  fail(
      "--slice {}: known slices are entropy-top:0.05, class, class:NAME, votes, votes:3..5, column:NAME and "
      "none",
      in_quotes(spec));
}

std::vector<Slice> by_class(std::string_view name, const SliceSource& source) {
  std::vector<Slice> slices(source.votes.classes());
  for (std::size_t k = 0; k < slices.size(); ++k) slices[k].name = "class:" + source.votes.class_name(k);
  for (std::uint32_t i = 0; i < source.items.size(); ++i) {
    slices[static_cast<std::size_t>(source.labels[i])].items.push_back(i);
  }
  if (!name.empty()) {
    const auto& names = source.votes.class_space().names;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      fail("--slice: {}",
           unknown_name("class", name, std::vector<std::string_view>(names.begin(), names.end())));
    }
    slices = {slices[static_cast<std::size_t>(found - names.begin())]};
  }
  return slices;
}

std::vector<Slice> by_votes(std::string_view range, const SliceSource& source) {
  source.votes.require(Knowledge::counts, "a slice by the number of votes");
  if (range.empty()) {
    std::map<std::uint64_t, Slice> by_number;
    for (std::uint32_t i = 0; i < source.items.size(); ++i) {
      by_number[source.votes.votes_of(source.items[i])].items.push_back(i);
    }
    std::vector<Slice> slices;
    for (auto& [number, slice] : by_number) {
      slices.push_back({fmt::format("votes:{}", number), std::move(slice.items)});
    }
    return slices;
  }
  const std::size_t dots = range.find("..");
  const auto from = parse_int(range.substr(0, dots));
  const auto to = dots == std::string_view::npos ? from : parse_int(range.substr(dots + 2));
  if (!from || !to || *from < 0 || *to < *from) {
    fail("--slice votes:{}: a number of votes, or two with .. between them, is wanted", range);
  }
  Slice slice{fmt::format("votes:{}", range), {}};
  for (std::uint32_t i = 0; i < source.items.size(); ++i) {
    const auto votes = static_cast<std::int64_t>(source.votes.votes_of(source.items[i]));
    if (votes >= *from && votes <= *to) slice.items.push_back(i);
  }
  return {slice};
}

std::vector<Slice> by_column(const std::string& column, const SliceSource& source) {
  const std::vector<std::string> values = source.column(column);
  std::map<std::string, Slice> by_value;
  for (std::uint32_t i = 0; i < source.items.size(); ++i) {
    if (!values[source.items[i]].empty()) by_value[values[source.items[i]]].items.push_back(i);
    if (by_value.size() > kMostSlices) {
      fail("--slice column:{}: it has more than {} different values; choose a column that groups the items",
           column, kMostSlices);
    }
  }
  std::vector<Slice> slices;
  for (auto& [value, slice] : by_value) {
    slices.push_back({fmt::format("{}:{}", column, value), std::move(slice.items)});
  }
  return slices;
}

}  // namespace

std::vector<std::uint32_t> highest_entropy(std::span<const double> entropies, double share) {
  std::vector<double> downwards(entropies.size());
  std::transform(entropies.begin(), entropies.end(), downwards.begin(), [](double h) { return -h; });
  std::vector<std::uint32_t> order = sorted_order(downwards);
  const auto count = std::llround(share * static_cast<double>(order.size()));
  order.resize(static_cast<std::size_t>(std::max(1LL, count)));
  std::sort(order.begin(), order.end());
  return order;
}

std::vector<Slice> make_slices(std::string_view spec, const SliceSource& source) {
  const std::size_t colon = spec.find(':');
  const std::string_view kind = spec.substr(0, colon);
  const std::string_view rest = colon == std::string_view::npos ? "" : spec.substr(colon + 1);
  if (colon != std::string_view::npos && rest.empty()) fail_unknown(spec);
  std::vector<Slice> slices;
  if (kind == "entropy-top" && !rest.empty()) {
    const auto share = parse_double(rest);
    if (!share || !(*share > 0 && *share <= 1)) {
      fail("--slice {}: a share of the items is wanted, above 0 and at most 1", in_quotes(spec));
    }
    slices.push_back({std::string(spec), highest_entropy(source.entropies, *share)});
  } else if (kind == "class") {
    slices = by_class(rest, source);
  } else if (kind == "votes") {
    slices = by_votes(rest, source);
  } else if (kind == "column" && !rest.empty()) {
    slices = by_column(std::string(rest), source);
  } else {
    fail_unknown(spec);
  }
  std::erase_if(slices, [](const Slice& slice) { return slice.items.empty(); });
  if (slices.empty()) fail("--slice {}: no scored item is in it", in_quotes(spec));
  if (slices.size() > kMostSlices) {
    fail("--slice {}: gives {} slices, more than {}; name one of them", in_quotes(spec), slices.size(),
         kMostSlices);
  }
  return slices;
}

}  // namespace dissent
