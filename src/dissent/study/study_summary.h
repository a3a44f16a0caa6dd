// What a study found: its tables (means over seeds, with the published numbers beside them) and its paired
// tests, from the table of runs. A study that is not complete gives what it has.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dissent/evaluate/comparison.h"
#include "dissent/io/json.h"
#include "dissent/study/values.h"

namespace dissent {

struct SeedSummary {
  std::size_t seeds = 0;
  double mean = 0, sd = 0;   // sd with n - 1
  double low = 0, high = 0;  // 95 % interval of the mean, Student's t; NaN for one seed
};
SeedSummary summarise_seeds(std::span<const double> values);  // NaN values are left out

struct TableCell {
  std::string across;  // the value of the option that stands side by side; empty where there is none
  std::string metric;
  SeedSummary ours;
  const Published* published = nullptr;  // where it has the metric
};
struct TableRow {
  std::vector<std::string> options;  // the values of the table's row options
  std::vector<TableCell> cells;      // the same columns in every row
};
struct TableResult {
  const StudyTable* table = nullptr;
  std::vector<TableRow> rows;  // in the order of the runs
};
TableResult make_table(const StudyTable& table, const StudyValues& values);
Json table_json(const TableResult& result);

struct TestResult {
  const StudyTest* test = nullptr;
  CompareResult result;
  std::size_t unpaired = 0;  // runs left out
  std::string nothing;       // why there is no result; empty where there is one
};
TestResult make_test(const StudyTest& test, const StudyValues& values);

}  // namespace dissent
