// A row a vote: item, annotator, label, in columns found by name or by content, or named by options. Rows may
// also stand for several votes: counted, listed in a cell, or one column a label.
#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/column_roles.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/long_cells.h"
#include "dissent/votes/long_rows.h"

namespace dissent {
namespace {

void check_columns(const Source& source, const RoleSearch& roles) {
  const std::string file = source.path().string();
  const LongColumns& columns = roles.columns;
  if (!roles.question.empty()) fail("{}: {}", file, roles.question);
  const bool labels = columns.label >= 0 || !columns.one_hot.empty();
  if (columns.item < 0 || !labels) {
    const std::string missing = columns.item < 0 ? "item" : "label";
    fail("{}: no column for the {} among {}; name it with {}", file, missing,
         in_quotes(join(source.header(), ", "), 200), option(missing + "-column"));
  }
  if (columns.item == columns.label || columns.item == columns.annotator ||
      (columns.label >= 0 && columns.label == columns.annotator)) {
    fail("{}: one column cannot serve twice; name {}, {} and {}", file, option("item-column"),
         option("annotator-column"), option("label-column"));
  }
}

// Platforms keep the answers that a requester refused, and say so in a column.
void note_rejected(const Source& source, Audit& audit) {
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    const std::vector<std::string> words = words_of_name(source.header()[c]);
    if (words.empty() || words.back() != "status") continue;
    const bool any =
        std::any_of(source.sample().begin(), source.sample().end(),
                    [&](const TableRecord& record) { return to_lower(trim(record[c])) == "rejected"; });
    if (any) {
      audit.remarks.push_back(
          fmt::format("rows that column {} calls rejected are counted as votes; take them out "
                      "of the file where they should not be",
                      in_quotes(source.header()[c])));
    }
  }
}

// Two files put together leave the names of the columns among the rows.
void refuse_second_header(const Source& source, const LongColumns& columns, const VoteRows& rows) {
  if (!source.has_header() || columns.label < 0) return;
  const auto has = [](const NameList& names, std::string_view wanted) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == wanted) return true;
    }
    return false;
  };
  const std::string& label = source.header()[static_cast<std::size_t>(columns.label)];
  if (!has(rows.labels, label) || !has(rows.items, source.header()[static_cast<std::size_t>(columns.item)]))
    return;
  fail("{}: the names of the columns stand among the rows again (label {}); remove that line",
       source.path().string(), in_quotes(label));
}

}  // namespace

int long_item_column(const Source& source, const ImportOptions& options) {
  return find_roles(source, options).columns.item;
}

Recognition recognises_long_csv(const Source& source, const ImportOptions& options) {
  if (source.kind() != Source::Kind::table) return {};
  const RoleSearch roles = find_roles(source, options);
  return {roles.confidence, roles.why};
}

ImportResult read_long_csv(const Source& source, const ImportOptions& options) {
  if (source.kind() != Source::Kind::table) fail("{}: not a table of text", source.path().string());
  RoleSearch roles = find_roles(source, options);
  check_columns(source, roles);
  LongColumns& columns = roles.columns;
  if (options.transpose) {
    if (columns.annotator < 0)
      fail("{}: {}: no column names the annotators", source.path().string(), option("transpose"));
    std::swap(columns.item, columns.annotator);
  }
  Audit audit;
  audit.file = source.path().string();
  audit.plan.item = column_text(source, columns.item);
  for (const int more : columns.more_items) audit.plan.item += " with " + column_text(source, more);
  if (!roles.remark.empty()) audit.remarks.push_back(std::move(roles.remark));
  note_rejected(source, audit);
  if (columns.annotator >= 0) audit.plan.annotator = column_text(source, columns.annotator);
  audit.plan.label = columns.label >= 0 ? column_text(source, columns.label)
                                        : fmt::format("the names of {} columns", columns.one_hot.size());
  audit.plan.left_out = std::move(roles.left_out);
  if (holds_several_votes(columns, options))
    return read_long_cells(source, columns, std::move(audit), options);
  VoteRows rows = read_long_rows(source, columns, audit);
  refuse_second_header(source, columns, rows);
  if (columns.annotator < 0 && rows.items.size() > 1 && rows.items.size() == rows.item.size()) {
    audit.remarks.emplace_back("every item has one vote, of nobody known: is this a file of gold labels?");
  }
  return table_from_rows(std::move(rows), std::move(audit), options);
}

}  // namespace dissent
