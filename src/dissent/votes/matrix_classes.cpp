// The classes of a matrix's columns.
#include <algorithm>
#include <cmath>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/matrix_source.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

// Columns in the order of `column_of` (-1: a class without votes), the rest left out.
void arrange(Matrix& matrix, const std::vector<int>& column_of) {
  std::vector<double> cells(matrix.rows * column_of.size(), 0.0);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    for (std::size_t k = 0; k < column_of.size(); ++k) {
      if (column_of[k] >= 0) {
        cells[row * column_of.size() + k] = matrix.at(row, static_cast<std::size_t>(column_of[k]));
      }
    }
  }
  matrix.cells = std::move(cells);
  matrix.columns = column_of.size();
}

double column_sum(const Matrix& matrix, std::size_t column) {
  double sum = 0;
  for (std::size_t row = 0; row < matrix.rows; ++row) sum += matrix.at(row, column);
  return sum;
}

}  // namespace

ClassSpace settle_classes(Matrix& matrix, const Source& source, const ImportOptions& options, Audit& audit) {
  const std::string file = source.path().string();
  if (options.classes.empty()) {
    if (!matrix.class_names.empty()) return classes_as_listed(matrix.class_names, options.ordinal);
    ClassSpace classes;  // column numbers are not ratings, so they have no values and no order of their own
    for (std::size_t k = 0; k < matrix.columns; ++k) classes.names.push_back(std::to_string(k));
    classes.ordered = options.ordinal;
    audit.remarks.push_back(
        fmt::format("classes numbered by column, from 0; {} names them", option("classes")));
    return classes;
  }

  ClassSpace classes = classes_as_listed(options.classes, options.ordinal);
  std::vector<int> column_of(classes.size(), -1);
  std::vector<std::size_t> unknown;
  for (std::size_t c = 0; c < matrix.class_names.size(); ++c) {
    const int k = class_index(classes, trim(matrix.class_names[c]));
    if (k < 0) {
      unknown.push_back(c);
    } else {
      column_of[static_cast<std::size_t>(k)] = static_cast<int>(c);
    }
  }
  const bool none_found = unknown.size() == matrix.class_names.size();
  const bool all_found = std::count(column_of.begin(), column_of.end(), -1) == 0;
  if (none_found && classes.size() == matrix.columns) {
    if (!matrix.class_names.empty()) {
      audit.remarks.push_back(fmt::format("columns {} renamed by {}, in their order",
                                          in_quotes(join(matrix.class_names, ", "), 200), option("classes")));
    }
    return classes;
  }
  if (none_found || (!all_found && !unknown.empty())) {
    fail("{}: {} names {} classes ({}), and the {} columns are {}; name each column, or those to keep", file,
         option("classes"), classes.size(), in_quotes(join(classes.names, ", ")), matrix.columns,
         matrix.class_names.empty() ? "without names" : in_quotes(join(matrix.class_names, ", "), 200));
  }
  for (const std::size_t c : unknown) {
    // Rounded up, so that the smallest probability left out is seen, too.
    const auto votes = static_cast<std::uint64_t>(std::ceil(column_sum(matrix, c)));
    audit.add(
        "unknown-label", fmt::format("{}, column {}", file, in_quotes(matrix.class_names[c])),
        fmt::format("{} is not among the classes; no vote was counted", in_quotes(matrix.class_names[c])),
        votes);
    audit.dropped += votes;
  }
  arrange(matrix, column_of);
  return classes;
}

}  // namespace dissent
