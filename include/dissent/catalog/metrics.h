// The scores of predictions against annotators, in one list (src/dissent/catalog/metrics.def), and what holds
// of each; room metrics computes them. Formulas, edge rules and directions: docs/metrics.md.
#pragma once

#include <span>
#include <string_view>

#include "dissent/catalog/catalog.h"
#include "dissent/catalog/theme.h"

namespace dissent {

enum class Better { lower, higher, neither };

struct Metric {
  std::string_view name;   // as in JSON, study files and tables
  std::string_view label;  // as people read it
  Better better;
  std::string_view help;
  Theme theme = Theme::scores;
  bool ordinal = false;  // only for ordered classes
};

std::span<const Metric> metric_list();
// Throws for an unknown name, with the list of those that are known.
const Metric& find_metric(std::string_view name);

}  // namespace dissent
