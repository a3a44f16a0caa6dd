// A row a vote: item, annotator, label, in columns found by their usual names or named by flags.
#include <array>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/long_rows.h"

namespace dissent {
namespace {

// In order of preference: the first that is there is taken.
constexpr std::array<std::string_view, 22> kItemNames = {
    "item",     "item_id",     "task",    "task_id",    "example", "example_id", "instance_id", "instance",
    "question", "question_id", "sample",  "sample_id",  "unit",    "unit_id",    "image",       "image_id",
    "document", "doc_id",      "text_id", "comment_id", "uid",     "id"};
constexpr std::array<std::string_view, 15> kAnnotatorNames = {
    "annotator", "annotator_id", "worker", "worker_id", "workerid",    "user",    "user_id",   "rater",
    "rater_id",  "coder",        "judge",  "performer", "participant", "labeler", "respondent"};
constexpr std::array<std::string_view, 14> kLabelNames = {
    "label",     "answer",   "rating", "response", "vote",  "annotation", "judgment",
    "judgement", "category", "class",  "choice",   "score", "value",      "output"};

template <std::size_t N>
int find_column(const Source& source, const std::array<std::string_view, N>& names) {
  for (const std::string_view name : names) {
    if (const int column = source.column(name); column >= 0) return column;
  }
  return -1;
}

int named_column(const Source& source, const std::string& name, std::string_view key) {
  const int column = source.column(name);
  if (column >= 0) return column;
  std::vector<std::string_view> known(source.header().begin(), source.header().end());
  fail("{}: {}: {}", source.path().string(), option(key), unknown_name("column", name, known));
}

LongColumns find_columns(const Source& source, const ImportOptions& options) {
  LongColumns columns;
  columns.item = options.item_column.empty() ? find_column(source, kItemNames)
                                             : named_column(source, options.item_column, "item-column");
  columns.annotator = options.annotator_column.empty()
                          ? find_column(source, kAnnotatorNames)
                          : named_column(source, options.annotator_column, "annotator-column");
  columns.label = options.label_column.empty() ? find_column(source, kLabelNames)
                                               : named_column(source, options.label_column, "label-column");
  return columns;
}

}  // namespace

int long_item_column(const Source& source, const ImportOptions& options) {
  return find_columns(source, options).item;
}

bool recognises_long_csv(const Source& source) {
  if (source.kind() != Source::Kind::table) return false;
  const LongColumns columns = find_columns(source, {});
  return columns.item >= 0 && columns.label >= 0 && columns.item != columns.label;
}

ImportResult read_long_csv(const Source& source, const ImportOptions& options) {
  if (source.kind() != Source::Kind::table) fail("{}: not a table of text", source.path().string());
  const LongColumns columns = find_columns(source, options);
  if (columns.item < 0 || columns.label < 0) {
    const std::string missing = columns.item < 0 ? "item" : "label";
    fail("{}: no column for the {} among {}; name it with {}", source.path().string(), missing,
         in_quotes(join(source.header(), ", "), 200), option(missing + "-column"));
  }
  if (columns.item == columns.label || columns.item == columns.annotator ||
      columns.label == columns.annotator) {
    fail("{}: one column cannot serve twice; name {}, {} and {}", source.path().string(),
         option("item-column"), option("annotator-column"), option("label-column"));
  }

  Audit audit;
  audit.file = source.path().string();
  const auto column = [&](int index) { return in_quotes(source.header()[static_cast<std::size_t>(index)]); };
  audit.remarks.push_back(fmt::format("columns: item {}, annotator {}, label {}", column(columns.item),
                                      columns.annotator < 0 ? "not known" : column(columns.annotator),
                                      column(columns.label)));
  VoteRows rows = read_long_rows(source, columns, audit);
  return table_from_rows(std::move(rows), std::move(audit), options);
}

}  // namespace dissent
