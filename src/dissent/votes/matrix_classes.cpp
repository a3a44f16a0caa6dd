// The classes of a matrix's columns.
#include <algorithm>
#include <cmath>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/label_options.h"
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

std::vector<std::string> column_numbers(const Matrix& matrix) {
  std::vector<std::string> numbers;
  for (std::size_t c = 0; c < matrix.columns; ++c) numbers.push_back(std::to_string(c));
  return numbers;
}

// Counts the votes of a column that is left out. They are rounded up, so that the smallest probability is
// seen.
void note_left_out(const Matrix& matrix, std::size_t column, std::string_view name, std::string_view kind,
                   std::string_view why, Audit& audit) {
  const auto votes = static_cast<std::uint64_t>(std::ceil(column_sum(matrix, column)));
  if (votes == 0) return;
  audit.add(std::string(kind), fmt::format("{}, column {}", audit.file, in_quotes(name)), std::string(why),
            votes);
  audit.dropped += votes;
}

// Renames columns, adds up those that get one name, and takes out those that stand for no vote.
void apply_label_options(Matrix& matrix, const ImportOptions& options, Audit& audit) {
  const LabelMap map(options);
  if (map.empty() && options.no_vote.empty()) return;
  const std::vector<std::string> names =
      matrix.class_names.empty() ? column_numbers(matrix) : matrix.class_names;
  map.check_use(names, audit.file);
  std::vector<std::string> kept;
  std::vector<std::size_t> place(matrix.columns, matrix.columns);  // matrix.columns: left out
  for (std::size_t c = 0; c < matrix.columns; ++c) {
    const std::string name(map(trim(names[c])));
    if (is_no_vote(name, options)) {
      note_left_out(matrix, c, names[c], "no-vote", "stands for no vote, and none was counted", audit);
      continue;
    }
    place[c] = static_cast<std::size_t>(std::find(kept.begin(), kept.end(), name) - kept.begin());
    if (place[c] == kept.size()) kept.push_back(name);
  }
  audit.plan.no_vote = options.no_vote;
  std::vector<double> cells(matrix.rows * kept.size(), 0.0);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    for (std::size_t c = 0; c < matrix.columns; ++c) {
      if (place[c] < matrix.columns) cells[row * kept.size() + place[c]] += matrix.at(row, c);
    }
  }
  matrix.cells = std::move(cells);
  matrix.columns = kept.size();
  matrix.class_names = std::move(kept);
}

// The columns under the names that the source gives them, or their numbers.
ClassSpace classes_of_columns(const Matrix& matrix, const ImportOptions& options, Audit& audit) {
  if (!matrix.class_names.empty()) return classes_as_listed(matrix.class_names, options.ordinal);
  ClassSpace classes;  // column numbers are not ratings, so they have no values and no order of their own
  classes.names = column_numbers(matrix);
  classes.ordered = options.ordinal;
  audit.remarks.push_back(
      fmt::format("classes numbered by column, from 0; {} names them", option("classes")));
  return classes;
}

// The columns that the user lists, in that order; or all of them, with the listed names.
ClassSpace listed_classes(Matrix& matrix, const ImportOptions& options, Audit& audit) {
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
    fail("{}: {} names {} classes ({}), and the {} columns are {}; name each column, or those to keep",
         audit.file, option("classes"), classes.size(), in_quotes(join(classes.names, ", ")), matrix.columns,
         matrix.class_names.empty() ? "without names" : in_quotes(join(matrix.class_names, ", "), 200));
  }
  for (const std::size_t c : unknown) {
    note_left_out(
        matrix, c, matrix.class_names[c], "unknown-label",
        fmt::format("{} is not among the classes; no vote was counted", in_quotes(matrix.class_names[c])),
        audit);
  }
  arrange(matrix, column_of);
  return classes;
}

}  // namespace

ClassSpace settle_classes(Matrix& matrix, const ImportOptions& options, Audit& audit) {
  apply_label_options(matrix, options, audit);
  ClassSpace classes = options.classes.empty() ? classes_of_columns(matrix, options, audit)
                                               : listed_classes(matrix, options, audit);
  settle_order(classes, options);
  return classes;
}

}  // namespace dissent
