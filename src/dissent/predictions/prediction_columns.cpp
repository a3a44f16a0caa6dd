// What the columns of a table of predictions hold: the item, the split, lists, labels, or a class each.
#include <algorithm>
#include <cmath>
#include <optional>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/predictions/class_names.h"
#include "dissent/predictions/item_field.h"
#include "dissent/predictions/json_rows.h"
#include "dissent/predictions/prediction_table.h"
#include "dissent/predictions/predictions_cells.h"
#include "dissent/predictions/table_cells.h"
#include "dissent/votes/table_meaning.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {
namespace {

using namespace table_cells;

class ColumnChoice {
 public:
  ColumnChoice(const PredictionTable& table, const PredictionOptions& options,
               const PredictionContext& context, PredictionFile& file)
      : table_(table), options_(options), context_(context), file_(file) {}

  PredictionColumns find() {
    check_has_header();
    columns_.split = table_.column("split");
    if (columns_.split >= 0 && holds_fractions(table_, columns_.split)) columns_.split = -1;
    columns_.item = item_column();
    if (columns_.item == columns_.split) columns_.split = -1;
    sort_columns();
    choose();
    if (columns_.lists >= 0 || columns_.labels >= 0) return columns_;
    if (columns_.classes.empty() && table_.source == nullptr) {
      fail("{}: no field holds a prediction (fields: {}); {}", table_.path,
           in_quotes(join(table_.header, ", "), 200), kExample);
    }
    if (columns_.classes.empty()) {
      fail("{}{}: no column for a class; add one for each, its name in the first line", table_.path,
           table_.header_place);
    }
    check_class_count(columns_.classes.size(), table_.path);
    if (table_.has_header) name_classes();
    return columns_;
  }

 private:
  const std::string& name(std::size_t column) const { return table_.header[column]; }

  // Without a header the first row would be lost as one.
  void check_has_header() const {
    const bool numbers = std::all_of(table_.header.begin(), table_.header.end(),
                                     [](const std::string& cell) { return parse_double(cell); });
    const auto fraction = std::find_if(table_.header.begin(), table_.header.end(), is_fraction);
    if (!numbers || fraction == table_.header.end()) return;
    fail(
        "{}{}: {} where a header is wanted; name the classes (and the item) in the first line, or save an "
        "array with np.save",
        table_.path, table_.header_place, in_quotes(*fraction));
  }

  int item_column() const {
    if (!options_.item_column.empty()) {
      if (const int column = table_.column(options_.item_column); column >= 0) return column;
      const std::vector<std::string_view> known(table_.header.begin(), table_.header.end());
      fail("{}: {}: {}", table_.path, option("pred-item-column"),
           unknown_name("column", options_.item_column, known));
    }
    std::vector<FieldValues> fields;
    for (std::size_t c = 0; c < table_.header.size(); ++c) {
      FieldValues& field = fields.emplace_back(FieldValues{name(c), {}, table_.has_header});
      for (const TableRecord& record : table_.sample) field.values.push_back(record[c]);
    }
    const int found = find_item_field(fields, context_);
    if (found >= 0) return found;
    if (table_.source == nullptr) return -1;
    const int column = find_item_column(*table_.source, {});  // an index, or a first column of words
    if (column < 0 || column == columns_.split || holds_fractions(table_, column)) return -1;
    // Words that are classes are labels, and no names of items.
    return context_.classes != nullptr && holds_labels(static_cast<std::size_t>(column)) ? -1 : column;
  }

  // Whether every cell is a class of the votes, where they are known.
  bool holds_labels(std::size_t column) const {
    return context_.classes != nullptr && any_cell(table_, column, [](std::string_view) { return true; }) &&
           !any_cell(table_, column,
                     [&](std::string_view cell) { return class_called(*context_.classes, cell) < 0; });
  }

  void sort_columns() {
    for (std::size_t c = 0; c < table_.header.size(); ++c) {
      const int column = static_cast<int>(c);
      if (column == columns_.item || column == columns_.split) continue;
      if (columns_.item >= 0 && is_item_or_index(name(c)) && table_.has_header &&
          !holds_fractions(table_, column)) {
        file_.remarks.push_back(
            fmt::format("column {} ({}) was left out: another names the items", c + 1, in_quotes(name(c))));
        continue;
      }
      candidates_.push_back(c);
      if (any_cell(table_, c, is_list)) {
        lists_.push_back(c);
      } else if (holds_numbers(c)) {
        numbers_.push_back(c);
      } else {
        words_.push_back(c);
      }
    }
  }

  // The column of labels: by its name, or because it is the only one.
  int label_column(const std::vector<std::size_t>& among) const {
    for (const std::string_view known : kLabelFields) {
      const int column = table_.has_header ? table_.column(known) : -1;
      if (column < 0) continue;
      if (std::find(among.begin(), among.end(), static_cast<std::size_t>(column)) != among.end())
        return column;
    }
    return among.size() == 1 ? static_cast<int>(among.front()) : -1;
  }

  // A label beside numbers that are too few for the classes: a confidence, a number of votes.
  int label_beside_numbers() const {
    std::vector<std::size_t> whole = words_;
    for (const std::size_t c : numbers_) {
      if (!any_cell(table_, c, is_not_whole)) whole.push_back(c);
    }
    const int label = label_column(whole);
    if (label < 0 || !(named_label(static_cast<std::size_t>(label)) || holds_words(label))) return -1;
    std::size_t others = 0, fractions = 0;
    bool accompany = true;
    for (const std::size_t c : numbers_) {
      if (static_cast<int>(c) == label) continue;
      // Another column of labels, as gold ones beside predicted ones.
      if (named_label(static_cast<std::size_t>(label)) && holds_labels(c)) continue;
      ++others;
      fractions += any_cell(table_, c, is_fraction);
      accompany &= accompanies_label(name(c));
    }
    if (accompany) return label;
    // Two columns of fractions may be classes, of which one is missing, beside a gold label.
    const bool few = context_.classes != nullptr && others < context_.classes->size() && fractions < 2;
    return few && (others != 1 || context_.classes->size() != 2) ? label : -1;
  }
  bool holds_words(int column) const {  // which are classes
    const auto c = static_cast<std::size_t>(column);
    return std::find(words_.begin(), words_.end(), c) != words_.end() && holds_labels(c);
  }
  // Numbers, or nothing at all. A column that is named like a label may hold labels of which some are
  // numbers.
  bool holds_numbers(std::size_t c) const {
    const bool labels =
        named_label(c) && any_cell(table_, c, is_no_number) && !holds_fractions(table_, static_cast<int>(c));
    const bool empty = !any_cell(table_, c, [](std::string_view) { return true; });
    return !labels && (empty || any_cell(table_, c, is_number_text));
  }

  bool named_label(std::size_t column) const {
    const std::string lower = to_lower(name(column));
    return std::find(kLabelFields.begin(), kLabelFields.end(), lower) != kLabelFields.end();
  }

  // Labels under a name that may be that of gold ones, beside another column of labels.
  void check_clear_labels() const {
    const auto chosen = static_cast<std::size_t>(columns_.labels);
    if (!may_be_gold(name(chosen)) || !table_.has_header) return;
    for (const std::size_t c : candidates_) {
      if (c == chosen || !holds_labels(c) || accompanies_label(name(c))) continue;
      fail("{}{}: columns {} and {} both hold labels; say with {} which are the predictions", table_.path,
           table_.header_place, in_quotes(name(chosen)), in_quotes(name(c)), option("pred-array"));
    }
  }

  // Whether the first rows of these columns sum to 1.
  bool sum_to_one(const std::vector<std::size_t>& columns) const {
    return !table_.sample.empty() &&
           std::all_of(table_.sample.begin(), table_.sample.end(), [&](const TableRecord& record) {
             double sum = 0;
             for (const std::size_t c : columns) sum += parse_double(record[c]).value_or(NAN);
             return std::abs(sum - 1) < 0.05;
           });
  }

  // Fractions that make distributions, beside whole numbers that are no part of them: a label, an index.
  std::vector<std::size_t> distributions_among_numbers() const {
    std::vector<std::size_t> fractions;
    for (const std::size_t c : numbers_) {
      if (any_cell(table_, c, is_fraction)) fractions.push_back(c);
    }
    const bool fit = fractions.size() > 1 && fractions.size() < numbers_.size() &&
                     context_.classes != nullptr && fractions.size() == context_.classes->size();
    return fit && sum_to_one(fractions) && !sum_to_one(numbers_) ? fractions : std::vector<std::size_t>{};
  }

  std::vector<std::string> names_of(const std::vector<std::size_t>& columns) const {
    std::vector<std::string> names;
    for (const std::size_t c : columns) names.push_back(name(c));
    return names;
  }
  bool names_all_classes() const {
    if (context_.classes == nullptr || !table_.has_header) return false;
    const std::vector<std::string> names = names_of(numbers_);
    return has_all_classes(names, *context_.classes) ||
           !prefixes_of_classes(names, *context_.classes).empty() || numbered_classes(names).has_value();
  }

  void take_named() {
    const int column = table_.column(options_.array);
    if (column < 0) {
      const std::vector<std::string_view> known(table_.header.begin(), table_.header.end());
      fail("{}: {}: {}", table_.path, option("pred-array"), unknown_name("column", options_.array, known));
    }
    const auto c = static_cast<std::size_t>(column);
    const bool list = any_cell(table_, c, is_list);
    if (!list && any_cell(table_, c, is_fraction)) {
      fail("{}: {} {}: the column holds numbers, and no lists or labels; leave the flag out", table_.path,
           option("pred-array"), in_quotes(options_.array));
    }
    (list ? columns_.lists : columns_.labels) = column;
  }

  // Lists, or numbers of the classes, or labels; the others are left out by name.
  void choose() {
    if (!options_.array.empty()) return take_named();
    if (lists_.size() > 1) {
      fail("{}{}: columns {} and {} both hold lists of numbers; say with {} which are the predictions",
           table_.path, table_.header_place, in_quotes(name(lists_[0])), in_quotes(name(lists_[1])),
           option("pred-array"));
    }
    std::vector<std::size_t> left = words_;
    columns_.classes = numbers_;  // unless something else is found
    if (!lists_.empty()) {
      columns_.classes.clear();
      columns_.lists = static_cast<int>(lists_.front());
      left.insert(left.end(), numbers_.begin(), numbers_.end());
    } else if (names_all_classes()) {
      // Nothing else has to be looked for.
    } else if (numbers_.empty() || (numbers_.size() == 1 && !any_cell(table_, numbers_[0], is_not_whole))) {
      columns_.classes.clear();
      columns_.labels = label_column(numbers_.empty() ? words_ : candidates_);
      if (columns_.labels < 0) columns_.classes = candidates_;  // the first cell that is no number is told
      left.insert(left.end(), numbers_.begin(), numbers_.end());
    } else if (const int label = label_beside_numbers(); label >= 0) {
      columns_.classes.clear();
      columns_.labels = label;
      left.insert(left.end(), numbers_.begin(), numbers_.end());
    } else if (std::vector<std::size_t> shares = distributions_among_numbers(); !shares.empty()) {
      columns_.classes = std::move(shares);
      for (const std::size_t c : numbers_) {
        if (!any_cell(table_, c, is_fraction)) left.push_back(c);
      }
    }
    if (columns_.labels >= 0) {
      std::erase(left, static_cast<std::size_t>(columns_.labels));
      check_clear_labels();
    } else if (columns_.lists < 0 && columns_.classes == candidates_) {
      left.clear();
    }
    std::sort(left.begin(), left.end());
    for (const std::size_t c : left) {
      file_.remarks.push_back(
          fmt::format("column {} ({}) was left out: it holds no predictions", c + 1, in_quotes(name(c))));
    }
  }

  // "prob_cat", "prob_dog": the classes are cat and dog, and the numbers probabilities.
  void name_classes() {
    for (const std::size_t c : columns_.classes) {
      if (!name(c).empty()) continue;
      fail("{}{}: column {} has no name; name each class in the first line", table_.path, table_.header_place,
           c + 1);
    }
    const std::string prefix = class_prefix(names_of(columns_.classes), context_.classes, table_.path);
    std::vector<std::size_t> classes;
    std::vector<std::string> others;
    for (const std::size_t c : columns_.classes) {
      if (!to_lower(name(c)).starts_with(to_lower(prefix)) || name(c).size() == prefix.size()) {
        others.push_back(name(c));
        continue;
      }
      classes.push_back(c);
      columns_.names.push_back(name(c).substr(prefix.size()));
    }
    if (prefix.empty()) return;
    columns_.classes = std::move(classes);
    file_.stated = kind_stated_by(prefix);
    file_.remarks.push_back(
        fmt::format("classes named by the columns {}...{}", prefix,
                    others.empty() ? "" : fmt::format(", without {}", in_quotes(join(others, ", "), 200))));
  }

  const PredictionTable& table_;
  const PredictionOptions& options_;
  const PredictionContext& context_;
  PredictionFile& file_;
  PredictionColumns columns_;
  std::vector<std::size_t> candidates_, lists_, numbers_, words_;
};

}  // namespace

PredictionColumns find_prediction_columns(const PredictionTable& table, const PredictionOptions& options,
                                          const PredictionContext& context, PredictionFile& file) {
  return ColumnChoice(table, options, context, file).find();
}

}  // namespace dissent
