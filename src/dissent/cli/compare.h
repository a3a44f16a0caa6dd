// What `dissent compare` found, before it is printed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dissent/run/comparison.h"
#include "dissent/run/item_changes.h"
#include "dissent/run/pairs.h"

namespace dissent::cli {

struct CompareReport {
  PairOptions pairs;
  std::string slice;
  std::size_t unpaired = 0;  // runs left out
  CompareResult result;
  std::vector<ItemChanges> changes;  // where asked for
  std::vector<SparseTarget> sparse;  // where asked for
  std::size_t items = 0;             // to show at either end
};

Json comparison_json(const Comparison& comparison);
Json compare_json(const CompareReport& report);
std::string compare_text(const CompareReport& report, std::string_view format);  // text, markdown, csv, latex

}  // namespace dissent::cli
