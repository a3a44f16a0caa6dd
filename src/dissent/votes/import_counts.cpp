// Votes by class, a row an item: a matrix of whole numbers as npy, npz or CSV.
#include <algorithm>
#include <cmath>
#include <limits>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/matrix_source.h"
#include "dissent/votes/table_meaning.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {
namespace {

void check_counts(const Matrix& matrix, const Source& source) {
  for (std::size_t at = 0; at < matrix.cells.size(); ++at) {
    const double cell = matrix.cells[at];
    if (cell >= 0 && cell == std::floor(cell) && cell <= std::numeric_limits<std::uint32_t>::max()) continue;
    fail(
        "{}: {} is not a number of votes; counts are whole numbers from 0 (probabilities: {} "
        "probabilities{})",
        matrix.place(source, at / matrix.columns, at % matrix.columns), cell, option("format"),
        matrix.offsets.empty() ? "" : fmt::format("; labels by annotator: {} wide", option("format")));
  }
}

void drop_empty_rows(Matrix& matrix, Audit& audit) {
  NameList items;
  std::size_t rows = 0;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    bool empty = true;
    for (std::size_t k = 0; k < matrix.columns && empty; ++k) empty = matrix.at(row, k) == 0;
    if (empty) continue;
    items.add(matrix.items[row]);
    for (std::size_t k = 0; k < matrix.columns; ++k)
      matrix.cells[rows * matrix.columns + k] = matrix.at(row, k);
    ++rows;
  }
  if (rows == matrix.rows) return;
  audit.remarks.push_back(fmt::format("{} items without votes left out", matrix.rows - rows));
  if (rows == 0) fail("{}: no votes are left", audit.file);
  matrix.rows = rows;
  matrix.items = std::move(items);
  matrix.cells.resize(rows * matrix.columns);
}

// Sums that counts have by chance only.
void note_equal_sums(const VoteTable& votes, Audit& audit) {
  std::uint64_t low = votes.votes_of(0), high = low;
  for (std::size_t i = 1; i < votes.items(); ++i) {
    low = std::min(low, votes.votes_of(i));
    high = std::max(high, votes.votes_of(i));
  }
  if (votes.items() < 2 || low != high || (low != 1 && low != 100)) return;
  audit.remarks.emplace_back(
      low == 1 ? "every item has one vote, of nobody known: is this a file of gold labels?"
               : "every row has the sum 100 and was read as 100 votes an item; where these are "
                 "percentages, divide them by 100");
}

// Rows of fractions that sum to 1, whatever the first ones looked like.
bool holds_probabilities(const Matrix& matrix) {
  if (matrix.array == "counts" || matrix.array == "votes" || !matrix.has_fractions()) return false;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    double sum = 0;
    for (std::size_t k = 0; k < matrix.columns; ++k) sum += matrix.at(row, k);
    if (!(std::abs(sum - 1) <= kProbabilityTolerance)) return false;
  }
  return true;
}

[[noreturn]] void fail_undecided(const Matrix& matrix, const Source& source) {
  for (std::size_t at = 0; at < matrix.cells.size(); ++at) {
    const double cell = matrix.cells[at];
    if (cell >= 0 && cell == std::floor(cell)) continue;
    fail(
        "{}: {} is neither a number of votes nor part of a row that sums to 1; say what the numbers are: {} "
        "counts, probabilities or wide (labels by annotator)",
        matrix.place(source, at / matrix.columns, at % matrix.columns), cell, option("format"));
  }
  const std::string rows =
      source.kind() == Source::Kind::table
          ? fmt::format("a row a vote ({}, {}, {})", option("item-column"), option("annotator-column"),
                        option("label-column"))
          : "rows of item, annotator and label (np.savetxt('votes.csv', a, fmt='%d', delimiter=','))";
  fail(
      "{}: integers could be votes by class ({} counts), labels by annotator ({} wide; and {} where a row is "
      "an "
      "annotator) or {}",
      source.path().string(), option("format"), option("format"), option("transpose"), rows);
}

// Small integers may be votes by class or labels by annotator; only the user can tell where nothing speaks
// for either.
void ask_where_undecided(const Matrix& matrix, const Source& source, const ImportOptions& options) {
  if (matrix.array == "counts") return;
  if (source.kind() == Source::Kind::table) {
    if (meaning_of_table(source, options) == TableMeaning::undecided) fail_undecided(matrix, source);
    return;
  }
  if (!matrix.class_names.empty() || names_columns_by_class(options, matrix.columns)) return;
  std::string why;
  if (meaning_of_integers(matrix.cells, matrix.columns, why) != TableMeaning::counts)
    fail_undecided(matrix, source);
}

}  // namespace

Recognition recognises_counts(const Source& source, const ImportOptions& options) {
  if (source.kind() == Source::Kind::npy || source.kind() == Source::Kind::zip) {
    const MatrixPreview preview = preview_matrix(source);
    if (preview.says_counts) return {0.95, "an array called so"};
    if (preview.says_probabilities || preview.says_labels || preview.fractions) return {};
    if (preview.names_classes || names_columns_by_class(options, preview.columns))
      return {0.85, "columns with names of classes"};
    std::string why = "whole numbers";
    const TableMeaning meaning = meaning_of_integers(preview.cells, preview.columns, why);
    // Where it cannot be told the reader asks; fractions may stand behind many certain rows.
    return recognised(meaning != TableMeaning::wide, meaning == TableMeaning::counts ? 0.7 : 0.45, why);
  }
  const TableReading reading = read_meaning(source, options);
  const bool fits = reading.meaning == TableMeaning::counts || reading.meaning == TableMeaning::undecided;
  return recognised(fits, reading.confidence, reading.why.empty() ? "whole numbers" : reading.why);
}

ImportResult votes_from_counts(Matrix matrix, const Source& source, const ImportOptions& options) {
  check_counts(matrix, source);
  Audit audit;
  audit.file = source.path().string();
  audit.rows = matrix.rows;
  audit.remarks = std::move(matrix.remarks);
  ClassSpace classes = settle_classes(matrix, options, audit);
  if (options.drop_empty) drop_empty_rows(matrix, audit);
  std::vector<std::int64_t> counts(matrix.cells.begin(), matrix.cells.end());
  std::vector<double>().swap(matrix.cells);
  ImportResult result{
      VoteTable::from_counts(counts, std::move(matrix.items), std::move(classes)), std::move(audit), {}};
  if (result.votes.votes() == 0) fail("{}: no votes: every count is 0", result.audit.file);
  result.audit.votes = result.votes.votes();
  note_equal_sums(result.votes, result.audit);
  note_vote_numbers(result.votes, result.audit);
  return result;
}

ImportResult read_counts(const Source& source, const ImportOptions& options) {
  Matrix matrix = read_matrix(source, options);
  if (options.format == "auto") {
    if (holds_probabilities(matrix)) return votes_from_probabilities(std::move(matrix), source, options);
    ask_where_undecided(matrix, source, options);
  }
  return votes_from_counts(std::move(matrix), source, options);
}

}  // namespace dissent
