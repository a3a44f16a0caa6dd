// A row an item and a column an annotator, blanks where there is no vote (as cleanlab and spreadsheets have
// it).
#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/table_meaning.h"
#include "dissent/votes/vote_builder.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

// The columns that hold votes: those named like annotators where there are several, else all but the item's.
std::vector<std::size_t> vote_columns(const Source& source, int item_column) {
  const std::vector<std::string>& header = source.header();
  std::vector<std::size_t> named, all;
  for (std::size_t c = 0; c < header.size(); ++c) {
    if (static_cast<int>(c) == item_column) continue;
    all.push_back(c);
    if (names_an_annotator(header[c])) named.push_back(c);
  }
  return named.size() >= 2 ? named : all;
}

std::uint16_t label_of(std::string_view text, Interner& labels, const CsvReader& reader) {
  const std::size_t before = labels.size();
  const std::uint32_t index = labels.intern(text);
  if (index == before) {
    if (invalid_utf8(text)) fail_not_utf8(text, reader.place());
    if (index >= VoteRows::kNoLabel) fail_too_many_labels(reader.place());
  }
  return static_cast<std::uint16_t>(index);
}

}  // namespace

bool recognises_wide_csv(const Source& source) {
  return meaning_of_table(source) == TableMeaning::wide;
}

ImportResult read_wide_csv(const Source& source, const ImportOptions& options) {
  const std::string file = source.path().string();
  if (source.kind() != Source::Kind::table) fail("{}: not a table of text", file);
  const std::vector<std::string>& header = source.header();
  const int item_column = find_item_column(source, options);
  const std::vector<std::size_t> columns = vote_columns(source, item_column);
  if (columns.empty()) fail("{}: no column for an annotator; give each one a column", file);

  VoteRows rows;
  Interner items, annotators, labels;
  for (const std::size_t c : columns) {
    if (header[c].empty()) fail("{}, line 1: column {} has no name; name each annotator", file, c + 1);
    if (annotators.find(header[c]) != Interner::kAbsent) {
      fail("{}, line 1: two columns are called {}; give each annotator one column", file,
           in_quotes(header[c]));
    }
    annotators.intern(header[c]);
  }
  Audit audit;
  audit.file = file;
  CsvReader reader(source.bytes(), source.delimiter(), source.path(), source.body());
  std::string number;
  for (; reader.next(header.size()); ++audit.rows) {
    std::string_view name;
    if (item_column >= 0) {
      name = trim(reader.fields()[static_cast<std::size_t>(item_column)]);
      if (name.empty()) fail("{}: an empty item name; give every row one", reader.place());
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

  audit.remarks.push_back(
      item_column >= 0
          ? fmt::format("items named by column {}", in_quotes(header[static_cast<std::size_t>(item_column)]))
          : "items numbered by row, from 0");
  std::vector<std::string> left_out;
  for (std::size_t c = 0; c < header.size(); ++c) {
    const bool used =
        static_cast<int>(c) == item_column || std::find(columns.begin(), columns.end(), c) != columns.end();
    if (!used) left_out.push_back(header[c]);
  }
  if (!left_out.empty()) {
    audit.remarks.push_back(
        fmt::format("columns that name no annotator left out: {}", in_quotes(join(left_out, ", "), 200)));
  }
  rows.items = std::move(items).take();
  rows.annotators = std::move(annotators).take();
  rows.labels = std::move(labels).take();
  return table_from_rows(std::move(rows), std::move(audit), options);
}

}  // namespace dissent
