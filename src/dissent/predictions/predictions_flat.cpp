// Flat JSON records, as pandas writes them: {"item": "x", "cat": 0.9, "dog": 0.1}, or {"x": "cat", ...}. They
// are a table, and read as one.
#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/predictions/json_rows.h"
#include "dissent/predictions/prediction_table.h"

namespace dissent {
namespace {

constexpr std::size_t kSampleRows = 1000;
constexpr std::string_view kNameOfRecord = "item", kLabel = "label";

std::string text_of(const Json& value) {
  return value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

void read_flat_records(PredictionFile& file, const JsonRows& rows, const PredictionOptions& options,
                       const PredictionContext& context) {
  PredictionTable table{file.path, "", {}, true, {}};
  Interner names;
  std::vector<TableRecord> records;
  std::vector<std::string> left_out;
  rows.each([&](const Json& record, const std::string* key) {
    TableRecord& cells = records.emplace_back(names.size());
    const auto put = [&](std::string_view name, std::string text) {
      const std::size_t column = names.intern(name);
      if (column >= cells.size()) cells.resize(column + 1);
      cells[column] = std::move(text);
    };
    if (key != nullptr) put(kNameOfRecord, *key);
    if (!record.is_object()) {
      if (is_container(record) || key == nullptr) {
        fail("{}: of type {}, where a record is wanted as before", file.place(records.size() - 1),
             record.type_name());
      }
      put(kLabel, text_of(record));
      return true;
    }
    for (const auto& [name, value] : record.items()) {
      if (!is_container(value)) {
        put(name, text_of(value));
      } else if (std::find(left_out.begin(), left_out.end(), name) == left_out.end()) {
        left_out.push_back(name);
      }
    }
    return true;
  });
  table.header = names.names().strings();
  for (TableRecord& record : records) record.resize(table.header.size());
  table.sample.assign(records.begin(),
                      records.begin() + static_cast<std::ptrdiff_t>(std::min(records.size(), kSampleRows)));
  table.each_row = [&](const auto& visit) {
    std::vector<std::string_view> cells;
    for (const TableRecord& record : records) {
      cells.assign(record.begin(), record.end());
      visit(cells);
    }
  };
  if (!left_out.empty()) {
    file.remarks.push_back(fmt::format("fields {} were left out: they hold no predictions",
                                       in_quotes(join(left_out, ", "), 200)));
  }
  read_prediction_table(file, table, options, context);
}

}  // namespace dissent
