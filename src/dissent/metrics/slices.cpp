#include "dissent/metrics/slices.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/stats/ranks.h"

namespace dissent {
namespace {

constexpr std::size_t kMostSlices = 200;

struct Spec {
  std::string_view kind, rest;    // "votes" and "3..5"
  double share = 0;               // entropy-top
  std::int64_t from = 0, to = 0;  // votes:FROM..TO
};

Spec parse(std::string_view text) {
  const std::size_t colon = text.find(':');
  Spec spec{text.substr(0, colon), colon == std::string_view::npos ? "" : text.substr(colon + 1)};
  const bool known = spec.kind == "class" || spec.kind == "votes" ||
                     ((spec.kind == "entropy-top" || spec.kind == "column") && !spec.rest.empty());
  if (!known || (colon != std::string_view::npos && spec.rest.empty())) {
    fail(
        "{} {}: known slices are entropy-top:0.05, class, class:NAME, votes, votes:3..5, column:NAME and "
        "none",
        option("slice"), in_quotes(text));
  }
  if (spec.kind == "entropy-top") {
    spec.share = parse_double(spec.rest).value_or(0);
    if (!(spec.share > 0 && spec.share <= 1)) {
      fail("{} {}: a share of the items is wanted, above 0 and at most 1", option("slice"), in_quotes(text));
    }
  }
  if (spec.kind == "votes" && !spec.rest.empty()) {
    const std::size_t dots = spec.rest.find("..");
    spec.from = parse_int(spec.rest.substr(0, dots)).value_or(-1);
    spec.to = dots == std::string_view::npos ? spec.from : parse_int(spec.rest.substr(dots + 2)).value_or(-1);
    if (spec.from < 0 || spec.to < spec.from) {
      fail("{} {}: a number of votes, or two with .. between them, is wanted", option("slice"),
           in_quotes(text));
    }
  }
  return spec;
}

std::vector<Slice> by_class(std::string_view name, const SliceSource& source) {
  std::vector<Slice> slices(source.votes.classes());
  for (std::size_t k = 0; k < slices.size(); ++k) slices[k].name = "class:" + source.votes.class_name(k);
  for (std::uint32_t i = 0; i < source.items.size(); ++i) {
    if (source.labels[i] < 0) continue;  // no label: in no class
    slices[static_cast<std::size_t>(source.labels[i])].items.push_back(i);
  }
  if (!name.empty()) {
    const auto& names = source.votes.class_space().names;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      fail("{}: {}", option("slice"),
           unknown_name("class", name, std::vector<std::string_view>(names.begin(), names.end())));
    }
    slices = {slices[static_cast<std::size_t>(found - names.begin())]};
  }
  return slices;
}

std::vector<Slice> by_votes(const Spec& spec, const SliceSource& source) {
  source.votes.require(Knowledge::counts, "a slice by the number of votes");
  std::map<std::uint64_t, std::vector<std::uint32_t>> by_number;
  Slice range{fmt::format("votes:{}", spec.rest), {}};
  for (std::uint32_t i = 0; i < source.items.size(); ++i) {
    const std::uint64_t votes = source.votes.votes_of(source.items[i]);
    const auto number = static_cast<std::int64_t>(votes);
    if (spec.rest.empty()) {
      by_number[votes].push_back(i);
    } else if (number >= spec.from && number <= spec.to) {
      range.items.push_back(i);
    }
  }
  if (!spec.rest.empty()) return {range};
  std::vector<Slice> slices;
  for (auto& [number, items] : by_number)
    slices.push_back({fmt::format("votes:{}", number), std::move(items)});
  return slices;
}

std::vector<Slice> by_column(const std::string& column, const SliceSource& source) {
  const std::vector<std::string> values = source.column(column);
  std::map<std::string, Slice> by_value;
  for (std::uint32_t i = 0; i < source.items.size(); ++i) {
    if (!values[source.items[i]].empty()) by_value[values[source.items[i]]].items.push_back(i);
    if (by_value.size() > kMostSlices) {
      fail("{} column:{}: it has more than {} different values; choose a column that groups the items",
           option("slice"), column, kMostSlices);
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

void check_slice(std::string_view spec) {
  parse(spec);
}

std::vector<Slice> make_slices(std::string_view text, const SliceSource& source) {
  const Spec spec = parse(text);
  std::vector<Slice> slices;
  if (spec.kind == "entropy-top") {
    slices.push_back({std::string(text), highest_entropy(source.entropies, spec.share)});
  } else if (spec.kind == "class") {
    slices = by_class(spec.rest, source);
  } else if (spec.kind == "votes") {
    slices = by_votes(spec, source);
  } else {
    slices = by_column(std::string(spec.rest), source);
  }
  std::erase_if(slices, [](const Slice& slice) { return slice.items.empty(); });
  if (slices.empty()) fail("{} {}: no scored item is in it", option("slice"), in_quotes(text));
  if (slices.size() > kMostSlices) {
    fail("{} {}: gives {} slices, more than {}; name one of them", option("slice"), in_quotes(text),
         slices.size(), kMostSlices);
  }
  return slices;
}

}  // namespace dissent
