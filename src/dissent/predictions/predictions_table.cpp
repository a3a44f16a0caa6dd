// Predictions as a table (CSV, TSV) or as flat records: the item's name in one column, a class in each of the
// others, or a list or a label in one.
#include <algorithm>
#include <optional>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/predictions/item_field.h"
#include "dissent/predictions/prediction_table.h"
#include "dissent/predictions/predictions_cells.h"
#include "dissent/predictions/sampled_fields.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

[[noreturn]] void fail_not_a_number(const PredictionFile& file, std::string_view column,
                                    std::string_view cell) {
  std::string cure =
      fmt::format("leave out columns that are no class ({} names the items)", option("pred-item-column"));
  if (trim(cell).empty()) cure = "every class of every item needs a number";
  if (trim(cell).ends_with('%')) cure = "write percentages without the sign";
  if (cell.find(',') != std::string_view::npos) cure = "write decimals with a point";
  fail("{}: column {}: {} is not a number; {}", file.place(file.rows), in_quotes(column), in_quotes(cell),
       cure);
}

}  // namespace

int PredictionTable::column(std::string_view name) const {
  if (source != nullptr) return source->column(name);
  const std::string wanted = to_lower(trim(name));
  for (std::size_t c = 0; c < header.size(); ++c) {
    if (to_lower(trim(header[c])) == wanted) return static_cast<int>(c);
  }
  return -1;
}

void read_prediction_table(PredictionFile& file, const PredictionTable& table,
                           const PredictionOptions& options, const PredictionContext& context) {
  const PredictionColumns columns = find_prediction_columns(table, options, context, file);
  const auto name_of = [&](int column) { return in_quotes(table.header[static_cast<std::size_t>(column)]); };
  if (!columns.names.empty()) set_class_names(file, columns.names, table.path + table.header_place);
  file.classes = columns.classes.size();
  std::vector<double> cells;
  ListRows lists(file);
  Interner items;
  table.each_row([&](std::span<const std::string_view> fields) {
    if (columns.item >= 0) {
      const std::string_view name = trim(fields[static_cast<std::size_t>(columns.item)]);
      if (invalid_utf8(name)) fail_not_utf8(name, file.place(file.rows));
      add_item(items, file, file.rows, name);
    }
    if (columns.split >= 0) file.split.emplace_back(trim(fields[static_cast<std::size_t>(columns.split)]));
    if (columns.lists >= 0) lists.add(fields[static_cast<std::size_t>(columns.lists)]);
    if (columns.labels >= 0) add_label(file, trim(fields[static_cast<std::size_t>(columns.labels)]));
    for (const std::size_t c : columns.classes) {
      const std::optional<double> cell = parse_double(fields[c]);
      if (!cell) fail_not_a_number(file, table.header[c], fields[c]);
      cells.push_back(*cell);
    }
    ++file.rows;
  });
  if (file.rows == 0) fail("{}: no rows below the header; write a row an item", file.path);
  if (columns.lists >= 0) {
    lists.finish();
    file.stated = kind_stated_by(table.header[static_cast<std::size_t>(columns.lists)]);
    file.remarks.push_back(fmt::format("lists read from column {}", name_of(columns.lists)));
  } else if (columns.labels >= 0) {
    file.remarks.push_back(fmt::format("labels read from column {}", name_of(columns.labels)));
  } else {
    own_cells(file, std::move(cells));
  }
  if (columns.item < 0) return;
  file.items = std::move(items).take();
  if (table.has_header && options.item_column.empty()) {
    note_row_numbers(file, table.header[static_cast<std::size_t>(columns.item)]);
  }
  if (!file.row_numbers) {
    file.remarks.push_back(fmt::format("items named by column {}", name_of(columns.item)));
  }
}

void read_table_predictions(PredictionFile& file, const Source& source, const PredictionOptions& options,
                            const PredictionContext& context) {
  PredictionTable table{file.path,           ", line 1",      source.header(),
                        source.has_header(), source.sample(), &source};
  std::size_t skipped = 0;  // rows that are names of columns after all
  if (first_row_names_classes(source, context)) {
    table.header.clear();
    for (const std::string& cell : table.sample.front()) table.header.emplace_back(trim(cell));
    table.sample.erase(table.sample.begin());
    table.has_header = true;
    table.source = nullptr;
    skipped = 1;
  }
  const auto reader_of = [bytes = source.bytes(), delimiter = source.delimiter(), path = source.path(),
                          body = source.body()] { return CsvReader(bytes, delimiter, path, body); };
  file.backing.locate = [reader_of, bytes = source.bytes(), skipped](std::size_t row) {
    CsvReader reader = reader_of();
    for (std::size_t i = 0; i <= row + skipped; ++i) reader.next();
    return fmt::format(
        "line {}",
        1 + std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(reader.offset()), '\n'));
  };
  table.each_row = [&](const auto& visit) {
    CsvReader reader = reader_of();
    for (std::size_t i = 0; i < skipped; ++i) reader.next();
    while (reader.next(source.header().size())) visit(reader.fields());
  };
  read_prediction_table(file, table, options, context);
}

}  // namespace dissent
