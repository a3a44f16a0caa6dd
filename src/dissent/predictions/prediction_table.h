// Predictions as rows of named cells, whether they stood in a table or in flat JSON records, and which of the
// columns hold what.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/predictions/predictions_readers.h"
#include "dissent/votes/source.h"

namespace dissent {

struct PredictionTable {
  std::string path;  // opens the messages, with `header_place`: "p.csv" and ", line 1"
  std::string header_place;
  std::vector<std::string> header;
  bool has_header = true;           // false: `header` only numbers the columns
  std::vector<TableRecord> sample;  // of the first rows
  const Source* source = nullptr;   // where it is a table's own text
  // Calls its argument with the cells of every row, as many as the header has.
  std::function<void(const std::function<void(std::span<const std::string_view>)>&)> each_row{};

  int column(std::string_view name) const;  // blanks and case aside; -1: none
};

struct PredictionColumns {
  int item = -1;
  int split = -1;
  int lists = -1;   // a column of lists, in place of those of classes
  int labels = -1;  // a column of labels, in place of those of classes
  std::vector<std::size_t> classes;
  std::vector<std::string> names;  // [classes]; empty: the table names none
};

// Throws where the columns contradict each other or none holds predictions. Fills what is said of the numbers
// and of columns left out into `file`.
PredictionColumns find_prediction_columns(const PredictionTable& table, const PredictionOptions& options,
                                          const PredictionContext& context, PredictionFile& file);

// In predictions_table.cpp. `file.backing.locate` is set.
void read_prediction_table(PredictionFile& file, const PredictionTable& table,
                           const PredictionOptions& options, const PredictionContext& context);

}  // namespace dissent
