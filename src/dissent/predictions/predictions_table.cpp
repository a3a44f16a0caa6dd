// Predictions as a table (CSV, TSV): the item's name in one column, a class in each of the others.
#include <algorithm>
#include <cmath>
#include <optional>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/predictions/predictions_cells.h"
#include "dissent/votes/table_meaning.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

constexpr std::array<std::string_view, 5> kClassPrefixes = {"p_", "prob_", "probability_", "logit_",
                                                            "logits_"};

struct PredictionColumns {
  int item = -1;
  int split = -1;
  int lists = -1;   // a column of lists, in place of those of classes
  int labels = -1;  // a column of labels, in place of those of classes
  std::vector<std::size_t> classes;
};

bool is_fraction(std::string_view text) {
  const std::optional<double> number = parse_double(text);
  return number && std::isfinite(*number) && *number != std::floor(*number);
}

// A column of fractions holds predictions, whatever it is called: no item is named 0.25.
bool holds_fractions(const Source& source, int column) {
  const auto at = static_cast<std::size_t>(column);
  return std::any_of(source.sample().begin(), source.sample().end(),
                     [&](const auto& record) { return at < record.size() && is_fraction(record[at]); });
}

// Whether one of the first rows has such a cell in this column, empty ones aside.
template <class Test>
bool any_cell(const Source& source, std::size_t column, const Test& test) {
  return std::any_of(source.sample().begin(), source.sample().end(), [&](const auto& record) {
    return column < record.size() && !trim(record[column]).empty() && test(trim(record[column]));
  });
}

// "0,5", too: meant as a number, and told to be wrong.
bool is_number(std::string_view cell) {
  std::string point(cell);
  std::replace(point.begin(), point.end(), ',', '.');
  return parse_double(point).has_value();
}

bool is_list(std::string_view cell) {
  return list_of_numbers(cell).has_value();
}

// The column of labels, where no column has numbers of classes: by its name, or because it is the only one.
int find_labels(const Source& source, const std::vector<std::size_t>& candidates) {
  for (const std::string_view name : kLabelFields) {
    const int column = source.column(name);
    if (column < 0) continue;
    if (std::find(candidates.begin(), candidates.end(), static_cast<std::size_t>(column)) != candidates.end())
      return column;
  }
  return candidates.size() == 1 ? static_cast<int>(candidates.front()) : -1;
}

// Of columns that are neither item nor split: lists, or numbers of the classes, or labels; the others are
// left out by name.
void choose_columns(const Source& source, const std::vector<std::size_t>& candidates,
                    PredictionColumns& columns, std::vector<std::string>& remarks) {
  std::vector<std::size_t> lists, numbers, words;
  for (const std::size_t c : candidates) {
    if (any_cell(source, c, is_list)) {
      lists.push_back(c);
    } else if (any_cell(source, c, is_number) ||
               !any_cell(source, c, [](std::string_view) { return true; })) {
      numbers.push_back(c);
    } else {
      words.push_back(c);
    }
  }
  const bool whole_numbers =
      numbers.size() == 1 && !any_cell(source, numbers.front(), [](std::string_view cell) {
        const auto number = parse_double(cell);
        return !number || *number != std::floor(*number);
      });
  std::vector<std::size_t> left = words;
  if (lists.size() > 1) {
    fail("{}, line 1: columns {} and {} both hold lists of numbers; leave one of them out",
         source.path().string(), in_quotes(source.header()[lists[0]]), in_quotes(source.header()[lists[1]]));
  }
  if (!lists.empty()) {
    columns.lists = static_cast<int>(lists.front());
    left.insert(left.end(), numbers.begin(), numbers.end());
  } else if (numbers.empty() || whole_numbers) {
    columns.labels = find_labels(source, numbers.empty() ? words : candidates);
    if (columns.labels < 0) columns.classes = candidates;  // the first cell that is no number is told
    left.insert(left.end(), numbers.begin(), numbers.end());
    std::erase(left, static_cast<std::size_t>(columns.labels));
    if (columns.labels < 0) left.clear();
  } else {
    columns.classes = numbers;
  }
  std::sort(left.begin(), left.end());
  for (const std::size_t c : left) {
    remarks.push_back(fmt::format("column {} ({}) was left out: it holds no predictions", c + 1,
                                  in_quotes(source.header()[c])));
  }
}

// A column that is no class: by its name an item's and nothing else, or an index as pandas writes it.
bool is_item_or_index(std::string_view column) {
  constexpr std::array<std::string_view, 6> kNoClass = {"", "item", "item_id", "id", "uid", "example_id"};
  const std::string lower = to_lower(column);
  return std::find(kNoClass.begin(), kNoClass.end(), lower) != kNoClass.end() ||
         lower.starts_with("unnamed: ");
}

int find_prediction_item(const Source& source, const PredictionOptions& options, int split_column) {
  if (!options.item_column.empty()) {
    if (const int column = source.column(options.item_column); column >= 0) return column;
    const std::vector<std::string_view> known(source.header().begin(), source.header().end());
    fail("{}: {}: {}", source.path().string(), option("pred-item-column"),
         unknown_name("column", options.item_column, known));
  }
  for (const std::string_view name : kItemFields) {
    const int column = source.column(name);
    if (column >= 0 && !holds_fractions(source, column)) return column;
  }
  const int column = find_item_column(source, {});  // an index, or a first column of words
  return column < 0 || column == split_column || holds_fractions(source, column) ? -1 : column;
}

// Without a header the first row would be lost as one.
void check_has_header(const Source& source) {
  const std::vector<std::string>& header = source.header();
  const bool numbers =
      std::all_of(header.begin(), header.end(), [](const std::string& name) { return parse_double(name); });
  const auto fraction = std::find_if(header.begin(), header.end(), is_fraction);
  if (!numbers || fraction == header.end()) return;
  fail(
      "{}, line 1: {} where a header is wanted; name the classes (and the item) in the first line, or save "
      "an array with np.save",
      source.path().string(), in_quotes(*fraction));
}

PredictionColumns find_prediction_columns(const Source& source, const PredictionOptions& options,
                                          std::vector<std::string>& remarks) {
  check_has_header(source);
  PredictionColumns columns;
  columns.split = source.column("split");
  if (columns.split >= 0 && holds_fractions(source, columns.split)) columns.split = -1;
  columns.item = find_prediction_item(source, options, columns.split);
  if (columns.item == columns.split) columns.split = -1;
  std::vector<std::size_t> candidates;
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    const int column = static_cast<int>(c);
    if (column == columns.item || column == columns.split) continue;
    const std::string& name = source.header()[c];
    if (columns.item >= 0 && is_item_or_index(name) && !holds_fractions(source, column)) {
      remarks.push_back(
          fmt::format("column {} ({}) was left out: another names the items", c + 1, in_quotes(name)));
      continue;
    }
    candidates.push_back(c);
  }
  choose_columns(source, candidates, columns, remarks);
  if (columns.lists >= 0 || columns.labels >= 0) return columns;
  if (columns.classes.empty()) {
    fail("{}, line 1: no column for a class; add one for each, its name in the first line",
         source.path().string());
  }
  check_class_count(columns.classes.size(), source.path().string());
  return columns;
}

std::string_view class_prefix(std::string_view column) {
  const std::string lower = to_lower(column);
  for (const std::string_view prefix : kClassPrefixes) {
    if (lower.starts_with(prefix) && lower.size() > prefix.size()) return prefix;
  }
  return {};
}

// "prob_cat", "prob_dog": the classes are cat and dog, and the numbers probabilities.
void name_classes(PredictionFile& file, const Source& source, std::vector<std::size_t>& columns) {
  const std::string place = file.path + ", line 1";
  std::vector<std::string> names;
  for (const std::size_t c : columns) {
    names.push_back(source.header()[c]);
    if (names.back().empty())
      fail("{}: column {} has no name; name each class in the first line", place, c + 1);
  }
  const auto prefixed =
      std::find_if(names.begin(), names.end(), [](auto& n) { return !class_prefix(n).empty(); });
  const std::string_view prefix = prefixed == names.end() ? std::string_view() : class_prefix(*prefixed);
  if (!prefix.empty()) {
    const auto having = static_cast<std::size_t>(
        std::count_if(names.begin(), names.end(), [&](auto& n) { return class_prefix(n) == prefix; }));
    if (having == names.size()) {
      for (std::string& name : names) name.erase(0, prefix.size());
      file.stated = kind_stated_by(prefix);
      file.remarks.push_back(fmt::format("classes named by the columns {}...", prefix));
    } else if (having > 1) {  // a score beside the classes would pass for one of them
      std::vector<std::size_t> classes;
      std::vector<std::string> others, mine;
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (class_prefix(names[i]) != prefix) {
          others.push_back(names[i]);
          continue;
        }
        classes.push_back(columns[i]);
        mine.push_back(names[i].substr(prefix.size()));
      }
      file.stated = kind_stated_by(prefix);
      file.remarks.push_back(fmt::format("classes named by the columns {}..., without {}", prefix,
                                         in_quotes(join(others, ", "), 200)));
      columns = std::move(classes);
      names = std::move(mine);
    }
  }
  set_class_names(file, std::move(names), place);
}

[[noreturn]] void fail_not_a_number(const CsvReader& reader, std::string_view column, std::string_view cell) {
  std::string cure =
      fmt::format("leave out columns that are no class ({} names the items)", option("pred-item-column"));
  if (trim(cell).empty()) cure = "every class of every item needs a number";
  if (cell.find(',') != std::string_view::npos) cure = "write decimals with a point";
  fail("{}: column {}: {} is not a number; {}", reader.place(), in_quotes(column), in_quotes(cell), cure);
}

}  // namespace

void read_table_predictions(PredictionFile& file, const Source& source, const PredictionOptions& options) {
  if (!options.array.empty()) {
    fail("{}: {} {}: a table holds no arrays; leave the flag out", file.path, option("pred-array"),
         in_quotes(options.array));
  }
  const std::vector<std::string>& header = source.header();
  PredictionColumns columns = find_prediction_columns(source, options, file.remarks);
  if (!columns.classes.empty()) name_classes(file, source, columns.classes);
  file.classes = columns.classes.size();
  const auto reader_of = [bytes = source.bytes(), delimiter = source.delimiter(), path = source.path(),
                          body = source.body()] { return CsvReader(bytes, delimiter, path, body); };
  file.backing.locate = [reader_of, bytes = source.bytes()](std::size_t row) {
    CsvReader reader = reader_of();
    for (std::size_t i = 0; i <= row; ++i) reader.next();
    return fmt::format(
        "line {}",
        1 + std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(reader.offset()), '\n'));
  };

  std::vector<double> cells;
  ListRows lists(file);
  Interner items;
  CsvReader reader = reader_of();
  for (; reader.next(header.size()); ++file.rows) {
    const std::vector<std::string_view>& fields = reader.fields();
    if (columns.item >= 0) {
      const std::string_view name = trim(fields[static_cast<std::size_t>(columns.item)]);
      if (invalid_utf8(name)) fail_not_utf8(name, reader.place());
      add_item(items, file, file.rows, name);
    }
    if (columns.split >= 0) file.split.emplace_back(trim(fields[static_cast<std::size_t>(columns.split)]));
    if (columns.lists >= 0) lists.add(fields[static_cast<std::size_t>(columns.lists)]);
    if (columns.labels >= 0) add_label(file, trim(fields[static_cast<std::size_t>(columns.labels)]));
    for (const std::size_t c : columns.classes) {
      const std::optional<double> cell = parse_double(fields[c]);
      if (!cell) fail_not_a_number(reader, header[c], fields[c]);
      cells.push_back(*cell);
    }
  }
  if (file.rows == 0) fail("{}: no rows below the header; write a row an item", file.path);
  if (columns.lists >= 0) {
    lists.finish();
    file.stated = kind_stated_by(header[static_cast<std::size_t>(columns.lists)]);
    file.remarks.push_back(
        fmt::format("lists read from column {}", in_quotes(header[static_cast<std::size_t>(columns.lists)])));
  } else if (columns.labels >= 0) {
    file.remarks.push_back(fmt::format("labels read from column {}",
                                       in_quotes(header[static_cast<std::size_t>(columns.labels)])));
  } else {
    own_cells(file, std::move(cells));
  }
  if (columns.item < 0) return;
  file.items = std::move(items).take();
  file.remarks.push_back(
      fmt::format("items named by column {}", in_quotes(header[static_cast<std::size_t>(columns.item)])));
}

}  // namespace dissent
