// From votes to one distribution an item, by a method from one explicit list.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "dissent/votes/dawid_skene.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

struct Aggregation {
  std::vector<double> rows;         // [items, classes], rows sum to 1
  std::uint64_t ties = 0;           // items whose majority was drawn; majority only
  std::optional<DawidSkene> model;  // dawid-skene only; its posterior has moved to `rows`
};

struct AggregateOptions {
  DawidSkeneOptions dawid_skene;
  std::function<void(int, double)> progress;  // see dawid_skene()
};

struct Aggregator {
  std::string_view name;
  std::string_view what;
  Aggregation (*run)(const VoteTable&, const AggregateOptions&);
};

std::span<const Aggregator> aggregators();
const Aggregator& find_aggregator(
    std::string_view name);  // an unknown name is an error that lists the known ones

}  // namespace dissent
