// A study's table: means over seeds, with the published numbers beside them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dissent/study/column.h"
#include "dissent/study/seed_summary.h"
#include "dissent/study/study.h"

namespace dissent {

struct PublishedNumber {
  double mean = 0;
  double sd = 0;           // NaN where none is given
  std::int64_t seeds = 0;  // 0: not given
};
struct TableCell {
  std::string across;  // the value of the option that stands side by side; empty where there is none
  Column column;
  SeedSummary ours;
  std::optional<PublishedNumber> published = {};
};
struct TableRow {
  std::vector<std::string> options;  // the values of the table's row options
  std::vector<TableCell> cells;      // the same columns in every row
};
struct TableResult {
  TableOptions table;
  std::vector<Column> columns;  // those of table.metrics
  std::vector<TableRow> rows;   // in the order of the runs; none where no run of it is finished
};

}  // namespace dissent
