// A row a vote: item, annotator, label, in columns found by name or by content, or named by options. Rows may
// also stand for several votes: counted, listed in a cell, or one column a label.
#include "dissent/core/error.h"
#include "dissent/core/text.h"
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
  if (columns.annotator >= 0) audit.plan.annotator = column_text(source, columns.annotator);
  audit.plan.label = columns.label >= 0 ? column_text(source, columns.label)
                                        : fmt::format("the names of {} columns", columns.one_hot.size());
  audit.plan.left_out = std::move(roles.left_out);
  if (holds_several_votes(columns, options))
    return read_long_cells(source, columns, std::move(audit), options);
  VoteRows rows = read_long_rows(source, columns, audit);
  if (columns.annotator < 0 && rows.items.size() > 1 && rows.items.size() == rows.item.size()) {
    audit.remarks.emplace_back("every item has one vote, of nobody known: is this a file of gold labels?");
  }
  return table_from_rows(std::move(rows), std::move(audit), options);
}

}  // namespace dissent
