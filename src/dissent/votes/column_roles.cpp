#include "dissent/votes/column_roles.h"

#include <algorithm>
#include <array>
#include <span>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/column_content.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/headerless_roles.h"
#include "dissent/votes/item_doubts.h"
#include "dissent/votes/label_column.h"
#include "dissent/votes/named_columns.h"
#include "dissent/votes/table_meaning.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {
namespace {

// Rows that state how many votes they stand for: item, label, count.
int find_weight(const Source& source, const LongColumns& columns) {
  if (columns.annotator >= 0 || distinct(source.sample(), columns.item) == source.sample().size()) return -1;
  constexpr std::array kNames = std::to_array<std::string_view>(
      {"count", "counts", "votes", "n", "n_votes", "num_votes", "frequency", "freq"});
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    const int column = static_cast<int>(c);
    if (column == columns.item || column == columns.label || rank_of_name(source.header()[c], kNames) < 0)
      continue;
    const bool whole =
        std::all_of(source.sample().begin(), source.sample().end(), [&](const TableRecord& record) {
          const auto number = parse_int(cell(record, column));
          return number && *number >= 0;
        });
    if (whole && !source.sample().empty()) return column;
  }
  return -1;
}

// The only column for which `test` holds of its name; -1 where there is none, or several.
int only_column(const Source& source, const LongColumns& columns, bool (*test)(std::string_view)) {
  int found = -1;
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    const int column = static_cast<int>(c);
    if (column == columns.item || column == columns.label || !test(source.header()[c])) continue;
    if (found >= 0) return -1;
    found = column;
  }
  return found;
}

// Of the columns that are named like ids and whose values come back, the one with the most values.
int finest_item(const Source& source, const LongColumns& columns) {
  int best = -1;
  std::size_t most = 0;
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    const int column = static_cast<int>(c);
    if (column == columns.annotator || column == columns.label || !names_item_column(source.header()[c]))
      continue;
    const std::size_t values = distinct(source.sample(), column);
    if (values <= most || values == source.sample().size()) continue;
    best = column;
    most = values;
  }
  return best;
}

// The columns that the option item-column names: one, or several with commas between them.
std::vector<std::string> item_names(const Source& source, const ImportOptions& options) {
  if (options.item_column.find(',') == std::string::npos || source.column(options.item_column) >= 0)
    return {options.item_column};
  return split(options.item_column, ',');
}

// The columns by their names, each perhaps by an option, and what their content says against them.
void find_named_roles(const Source& source, const ImportOptions& options, bool one_annotator,
                      RoleSearch& search) {
  LongColumns& columns = search.columns;
  const bool item_told = columns.item >= 0, label_told = columns.label >= 0;
  if (columns.annotator < 0 && one_annotator) {
    columns.annotator = find_by_name(source, kAnnotatorNames, true);
    if (columns.annotator < 0 && options.annotator_column.empty())
      columns.annotator = only_column(source, columns, names_annotator_column);
  }
  if (!item_told) columns.item = find_by_name(source, kItemNames, true);
  if (columns.item < 0) {
    const std::vector<int> inputs = with_prefix(source, {"input"});
    if (inputs.size() == 1) columns.item = inputs.front();
  }
  if (columns.item < 0) columns.item = finest_item(source, columns);
  if (!label_told) columns.label = find_label(source, search);
  if (columns.label < 0 && columns.annotator < 0) {  // all votes of an item in a row
    const int labels = find_by_name(source, kVotesColumns, false);
    const int people = find_by_name(source, kVotersColumns, false);
    if (labels >= 0 && people >= 0 && lists_in_step(source.sample(), labels, people)) {
      columns.label = labels;
      columns.annotator = people;
    }
  }
  if (columns.item >= 0 && columns.label >= 0 && columns.item != columns.label) {
    columns.weight = find_weight(source, columns);
    // Items that stand once each, with nobody's name beside them, are more like gold labels than votes.
    const bool repeats = columns.annotator >= 0 || columns.weight >= 0 ||
                         distinct(source.sample(), columns.item) < source.sample().size() ||
                         holds_lists(source.sample(), columns.label);
    search.confidence = label_told ? 0.99 : columns.annotator >= 0 ? 0.85 : repeats ? 0.7 : 0.46;
    search.why = label_told ? "a column of labels is named" : "columns named like item and label";
  } else if (columns.item >= 0 && columns.annotator >= 0 && columns.label < 0) {
    find_label_by_content(source, search);
  } else if (label_told) {
    search.confidence = 0.99;
    search.why = "a column of labels is named";
  }
  if (search.confidence > 0 && search.question.empty() && !item_told && columns.item >= 0)
    doubt_item(source, search);
}

void note_left_out(const Source& source, RoleSearch& search) {
  const LongColumns& columns = search.columns;
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    const int column = static_cast<int>(c);
    const bool used =
        column == columns.item || column == columns.annotator || column == columns.label ||
        column == columns.weight ||
        std::find(columns.more_items.begin(), columns.more_items.end(), column) != columns.more_items.end() ||
        std::find(columns.one_hot.begin(), columns.one_hot.end(), column) != columns.one_hot.end();
    if (!used)
      search.left_out.push_back(source.has_header() ? source.header()[c] : ordinal_number(c) + " column");
  }
}

}  // namespace

bool is_role_name(std::string_view name) {
  return rank_of_name(name, kItemNames) >= 0 || rank_of_name(name, kAnnotatorNames) >= 0 ||
         rank_of_name(name, kLabelNames) >= 0 || name.starts_with("Answer.") || name.starts_with("Input.") ||
         name.starts_with("INPUT:") || name.starts_with("OUTPUT:");
}

std::string column_text(const Source& source, int column) {
  const auto index = static_cast<std::size_t>(column);
  return source.has_header() && !source.header()[index].empty()
             ? fmt::format("column {}", in_quotes(source.header()[index]))
             : ordinal_number(index) + " column";
}

int named_column(const Source& source, const std::string& name, std::string_view key) {
  if (const int column = source.column(name); column >= 0) return column;
  const auto number = parse_int(name);
  const auto width = static_cast<std::int64_t>(source.header().size());
  if (number && *number >= 1 && *number <= width) return static_cast<int>(*number - 1);
  if (number || !source.has_header()) {
    fail("{}: {} {}: the table {} {} columns, numbered from 1", source.path().string(), option(key),
         in_quotes(name), source.has_header() ? "has" : "has no header and", width);
  }
  const std::vector<std::string_view> known(source.header().begin(), source.header().end());
  fail("{}: {}: {}", source.path().string(), option(key), unknown_name("column", name, known));
}

RoleSearch find_roles(const Source& source, const ImportOptions& options) {
  RoleSearch search;
  if (source.kind() != Source::Kind::table) return search;
  LongColumns& columns = search.columns;
  const auto named = [&](const std::string& name, std::string_view key) {
    return name.empty() ? -1 : named_column(source, name, key);
  };
  for (const std::string& name : item_names(source, options)) {
    if (trim(name).empty()) continue;
    const int column = named(std::string(trim(name)), "item-column");
    if (columns.item < 0)
      columns.item = column;
    else
      columns.more_items.push_back(column);
  }
  // Several annotators' columns are those of a wide table.
  const bool one_annotator = options.annotator_column.find_first_of(",*") == std::string::npos;
  if (one_annotator) columns.annotator = named(options.annotator_column, "annotator-column");
  columns.label = named(options.label_column, "label-column");
  const bool told = columns.item >= 0 && columns.label >= 0;
  if (!source.has_header()) {
    if (told) {
      search.confidence = 0.99;
      search.why = "columns are named";
    } else {
      find_roles_by_content(source, options, search);
    }
  } else {
    find_named_roles(source, options, one_annotator, search);
  }
  if (search.confidence > 0 && columns.label >= 0) {
    columns.comma_lists = lists_in_step(source.sample(), columns.label, columns.annotator);
    columns.lists = columns.comma_lists || holds_lists(source.sample(), columns.label);
  }
  note_left_out(source, search);
  return search;
}

}  // namespace dissent
