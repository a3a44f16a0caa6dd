// A row an item and a column an annotator, blanks where there is no vote (as cleanlab and spreadsheets have
// it).
#include <algorithm>
#include <cmath>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/votes/column_roles.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/label_options.h"
#include "dissent/votes/matrix_source.h"
#include "dissent/votes/table_meaning.h"
#include "dissent/votes/vote_builder.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

std::uint16_t label_of(std::string_view text, Interner& labels, const CsvReader& reader) {
  const std::size_t before = labels.size();
  const std::uint32_t index = labels.intern(text);
  if (index == before) {
    if (invalid_utf8(text)) fail_not_utf8(text, reader.place());
    if (index >= VoteRows::kNoLabel) fail_too_many_labels(reader.place());
  }
  return static_cast<std::uint16_t>(index);
}

// What wide tables do beyond the others: -1 is no vote where it can be nothing else, and rows and columns may
// be swapped.
ImportResult table_from_wide(VoteRows rows, Audit audit, const ImportOptions& options, bool transposed) {
  ImportOptions settled = options;
  if (options.no_vote.empty() && options.classes.empty() && minus_one_is_no_vote(rows))
    settled.no_vote = {"-1"};
  question_zero(rows, settled, audit);
  if (options.transpose || transposed) {
    std::swap(rows.items, rows.annotators);
    std::swap(rows.item, rows.annotator);
    std::swap(audit.plan.item, audit.plan.annotator);
  }
  return table_from_rows(std::move(rows), std::move(audit), settled);
}

std::string annotator_name(const Source& source, std::size_t column, std::size_t number) {
  return source.has_header() ? source.header()[column] : std::to_string(number);
}

void fill_plan(Audit& audit, const Source& source, const TableReading& reading) {
  audit.plan.item = reading.item >= 0 ? column_text(source, reading.item) : "row, from 0";
  audit.plan.annotator = fmt::format("{} columns", reading.columns.size());
  audit.plan.label = "their cells";
  if (reading.transposed) {
    audit.remarks.push_back(fmt::format("{} names annotators: a row is an annotator, and a column an item",
                                        column_text(source, reading.item)));
  } else {
    audit.remarks.push_back(reading.item >= 0 ? "items named by " + audit.plan.item
                                              : "items numbered by row, from 0");
  }
  if (!source.has_header()) audit.remarks.emplace_back("annotators numbered by column, from 0");
  for (const std::size_t c : reading.left_out) audit.plan.left_out.push_back(source.header()[c]);
  if (audit.plan.left_out.empty()) return;
  audit.remarks.push_back(fmt::format("columns that name no annotator left out: {}",
                                      in_quotes(join(audit.plan.left_out, ", "), 200)));
}

// The votes of a matrix of labels: a row an item, a column an annotator.
ImportResult read_wide_array(const Source& source, const ImportOptions& options) {
  const Matrix matrix = read_matrix(source, options);
  VoteRows rows;
  Interner labels;
  Audit audit;
  audit.file = source.path().string();
  audit.rows = matrix.rows;
  audit.remarks = matrix.remarks;
  audit.plan.item = "row, from 0";
  audit.plan.annotator = matrix.column_names.empty() ? fmt::format("{} columns, from 0", matrix.columns)
                                                     : fmt::format("{} arrays", matrix.columns);
  audit.plan.label = "their cells";
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    for (std::size_t a = 0; a < matrix.columns; ++a) {
      const double cell = matrix.at(row, a);
      if (std::isnan(cell)) continue;  // no vote
      const std::uint32_t label = labels.intern(shortest(cell));
      if (label >= VoteRows::kNoLabel) fail_too_many_labels(matrix.place(source, row, a));
      rows.item.push_back(static_cast<std::uint32_t>(row));
      rows.annotator.push_back(static_cast<std::uint32_t>(a));
      rows.label.push_back(static_cast<std::uint16_t>(label));
    }
  }
  for (std::size_t a = 0; a < matrix.columns; ++a)
    rows.annotators.add(matrix.column_names.empty() ? std::to_string(a) : matrix.column_names[a]);
  rows.items = matrix.items;
  rows.labels = std::move(labels).take();
  return table_from_wide(std::move(rows), std::move(audit), options, false);
}

}  // namespace

Recognition recognises_wide_csv(const Source& source, const ImportOptions& options) {
  if (source.kind() == Source::Kind::npy || source.kind() == Source::Kind::zip) {
    const MatrixPreview preview = preview_matrix(source);
    if (preview.says_labels) return {0.9, "an array called so"};
    if (preview.says_counts || preview.says_probabilities || preview.fractions || preview.names_classes)
      return {};
    std::string why;
    const TableMeaning meaning = meaning_of_integers(preview.cells, preview.columns, why);
    return recognised(meaning == TableMeaning::wide, 0.7, why);
  }
  const TableReading reading = read_meaning(source, options);
  return recognised(reading.meaning == TableMeaning::wide, reading.confidence, reading.why);
}

ImportResult read_wide_csv(const Source& source, const ImportOptions& options) {
  const std::string file = source.path().string();
  if (source.kind() == Source::Kind::npy || source.kind() == Source::Kind::zip)
    return read_wide_array(source, options);
  if (source.kind() != Source::Kind::table) fail("{}: not a table of text", file);
  if (!options.label_column.empty()) {
    fail("{}: {} {}: a table with a column an annotator has no column of labels; leave the option out", file,
         option("label-column"), in_quotes(options.label_column));
  }
  const std::vector<std::string>& header = source.header();
  const TableReading reading = columns_of_wide(source, options);
  const int item_column = reading.item;
  const std::vector<std::size_t>& columns = reading.columns;
  if (!reading.question.empty()) fail("{}: {}", file, reading.question);
  if (columns.empty()) {
    fail("{}: no columns that share their labels; name the annotators' columns with {}", file,
         option("annotator-column"));
  }

  VoteRows rows;
  Interner items, annotators, labels;
  for (std::size_t a = 0; a < columns.size(); ++a) {
    const std::string name = annotator_name(source, columns[a], a);
    if (name.empty()) fail("{}, line 1: column {} has no name; name each annotator", file, columns[a] + 1);
    if (annotators.find(name) != Interner::kAbsent) {
      fail("{}, line 1: two columns are called {}; give each annotator one column", file, in_quotes(name));
    }
    annotators.intern(name);
  }
  Audit audit;
  audit.file = file;
  CsvReader reader(source.bytes(), source.delimiter(), source.path(), source.body());
  std::string number;
  for (; reader.next(header.size()); ++audit.rows) {
    std::string_view name;
    if (item_column >= 0) {
      name = trim(reader.fields()[static_cast<std::size_t>(item_column)]);
      if (name.empty()) {
        if (std::all_of(reader.fields().begin(), reader.fields().end(),
                        [](std::string_view text) { return trim(text).empty(); }))
          continue;  // separators alone, as spreadsheets leave them below a table
        fail("{}: an empty item name; give every row one", reader.place());
      }
    } else {
      name = number = std::to_string(audit.rows);
    }
    const std::size_t before = items.size();
    const std::uint32_t item = items.intern(name);
    if (item == before && invalid_utf8(name)) fail_not_utf8(name, reader.place());
    for (std::size_t a = 0; a < columns.size(); ++a) {
      const std::string_view label = trim(reader.fields()[columns[a]]);
      if (is_missing_label(label)) continue;
      rows.item.push_back(item);
      rows.annotator.push_back(static_cast<std::uint32_t>(a));
      rows.label.push_back(label_of(label, labels, reader));
    }
  }
  fill_plan(audit, source, reading);
  rows.items = std::move(items).take();
  rows.annotators = std::move(annotators).take();
  rows.labels = std::move(labels).take();
  return table_from_wide(std::move(rows), std::move(audit), options, reading.transposed);
}

}  // namespace dissent
