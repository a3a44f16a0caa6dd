#include "dissent/predictions/class_columns.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/predictions/class_names.h"

namespace dissent {
namespace {

std::string listed(const std::vector<std::string>& names) {
  return in_quotes(join(names, ", "), 200);
}

// What to do where the classes of a file are not those of the votes.
[[noreturn]] void fail_other_classes(const PredictionFile& file, const ClassSpace& classes) {
  const std::string own = file.class_names.empty() ? "" : fmt::format(" ({})", listed(file.class_names));
  const std::string theirs = listed(classes.names);
  if (file.classes == 1) {
    const std::string cure = classes.size() == 2
                                 ? fmt::format("if it is the probability of one class, say which: {} {}",
                                               option("pred-classes"), in_quotes(classes.names[1]))
                                 : std::string("a column for each class is wanted");
    fail("{}: one number an item{}, and the votes have {} classes ({}); {}", file.path, own, classes.size(),
         theirs, cure);
  }
  if (file.class_names.empty() && file.rows == classes.size() && file.classes > classes.size()) {
    fail(
        "{}: {} rows of {} numbers, and the votes have {} classes ({}); a row is an item and a column a "
        "class: "
        "save a.T",
        file.path, file.rows, file.classes, classes.size(), theirs);
  }
  if (file.classes > classes.size()) {
    fail(
        "{}: predicts {} classes{}, and the votes have {} ({}); if nobody chose the others, name them all "
        "with {}, else leave columns that are no class out",
        file.path, file.classes, own, classes.size(), theirs, option("classes"));
  }
  if (file.classes < classes.size()) {
    fail("{}: predicts {} classes{}, and the votes have {} ({}); a column for each of them is wanted",
         file.path, file.classes, own, classes.size(), theirs);
  }
  const auto other = std::find_if(file.class_names.begin(), file.class_names.end(),
                                  [&](const auto& name) { return class_called(classes, name) < 0; });
  const auto meant = meant_classes(file.class_names, classes);
  fail("{}: its classes are {}, and those of the votes {}; {} is not among the votes' classes: {}", file.path,
       listed(file.class_names), theirs, in_quotes(*other),
       file.classes_given ? fmt::format("name those in {}", option("pred-classes"))
       : meant ? fmt::format("if they are the same in this order, say {} {}", option("pred-classes"),
                             in_quotes(join(*meant, ","), 200))
               : fmt::format("{} says in the order of the columns what the votes call them",
                             option("pred-classes")));
}

std::string in_this_order(const PredictionFile& file, const ClassSpace& classes) {
  return fmt::format("{} are taken for the classes {} in this order; {} states another",
                     file.class_names.empty() ? "columns without names"
                                              : fmt::format("columns {}", listed(file.class_names)),
                     listed(classes.names), option("pred-classes"));
}

// "LABEL_" of LABEL_0 and LABEL_1 where the classes are 0 and 1; empty where names are the classes
// themselves.
std::string common_prefix(const PredictionFile& file, const ClassSpace& classes) {
  if (file.classes != classes.size() || has_all_classes(file.class_names, classes)) return {};
  const std::vector<std::string> prefixes = prefixes_of_classes(file.class_names, classes);
  return prefixes.size() == 1 ? prefixes.front() : "";
}

// Whether every row of these columns is a distribution.
bool are_distributions(const PredictionFile& file, const std::vector<std::size_t>& columns) {
  return std::visit(
      [&](const auto& span) {
        std::vector<double> cells;
        cells.reserve(file.rows * columns.size());
        for (std::size_t row = 0; row < file.rows; ++row) {
          for (const std::size_t column : columns) {
            cells.push_back(static_cast<double>(span[row * file.classes + column]));
          }
        }
        const Cells view = std::span<const double>(cells);
        return !first_bad_row(view, columns.size(), PredictionKind::probabilities,
                              row_rule(view, columns.size()));
      },
      file.cells);
}

// Columns that are no class beside those of all classes: a score, an index. A further class, whose numbers
// the rows need to sum to 1, is none of these.
void leave_out_others(const PredictionFile& file, const ClassSpace& classes,
                      const std::vector<std::size_t>& column_of_class, std::vector<std::string>& remarks) {
  std::vector<std::size_t> all(file.classes);
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (are_distributions(file, all) || !are_distributions(file, column_of_class)) {
    fail_other_classes(file, classes);
  }
  std::vector<std::string> others;
  for (const std::string& name : file.class_names) {
    if (class_called(classes, name) < 0) others.push_back(name);
  }
  remarks.push_back(
      fmt::format("{} {} left out: no class of the votes, and the other columns make distributions",
                  others.size() == 1 ? "column" : "columns", listed(others)));
}

}  // namespace

bool ClassColumns::as_they_are(std::size_t columns) const {
  if (columns != column_of_class.size()) return false;
  for (std::size_t k = 0; k < columns; ++k) {
    if (column_of_class[k] != k) return false;
  }
  return true;
}

ClassColumns class_columns(const PredictionFile& file, const ClassSpace& classes,
                           std::vector<std::string>& remarks) {
  ClassColumns columns{std::vector<std::size_t>(classes.size()), ClassSource::assumed};
  std::iota(columns.column_of_class.begin(), columns.column_of_class.end(), std::size_t{0});
  if (file.class_names.empty()) {
    if (file.classes != classes.size()) fail_other_classes(file, classes);
    remarks.push_back(in_this_order(file, classes));
    return columns;
  }
  std::vector<std::optional<std::size_t>> found(classes.size());
  const std::string prefix = common_prefix(file, classes);
  for (std::size_t c = 0; c < file.classes; ++c) {
    const std::string_view name = file.class_names[c];
    const int k = name.starts_with(prefix) ? class_called(classes, name.substr(prefix.size())) : -1;
    if (k < 0) continue;
    auto& column = found[static_cast<std::size_t>(k)];
    if (column) {
      fail("{}: columns {} and {} are both the class {}; leave one out", file.path,
           in_quotes(file.class_names[*column]), in_quotes(file.class_names[c]),
           in_quotes(classes.names[static_cast<std::size_t>(k)]));
    }
    column = c;
  }
  if (!std::all_of(found.begin(), found.end(), [](const auto& column) { return column.has_value(); })) {
    const auto numbers = numbered_classes(file.class_names);
    const bool numbered = file.classes == classes.size() && !file.classes_given &&
                          !all_numbers(classes.names) && numbers.has_value();
    if (!numbered) fail_other_classes(file, classes);
    for (std::size_t c = 0; c < file.classes; ++c) columns.column_of_class[(*numbers)[c]] = c;
    remarks.push_back(std::is_sorted(numbers->begin(), numbers->end())
                          ? in_this_order(file, classes)
                          : fmt::format("columns {} are numbers of the classes {}; {} states another order",
                                        listed(file.class_names), listed(classes.names),
                                        option("pred-classes")));
    return columns;
  }
  columns.source = file.classes_given ? ClassSource::given : ClassSource::named;
  for (std::size_t k = 0; k < found.size(); ++k) columns.column_of_class[k] = *found[k];
  if (file.classes > classes.size()) leave_out_others(file, classes, columns.column_of_class, remarks);
  if (!std::is_sorted(columns.column_of_class.begin(), columns.column_of_class.end())) {
    remarks.push_back(fmt::format("classes {} joined by name with {} of the votes", listed(file.class_names),
                                  listed(classes.names)));
  }
  return columns;
}

LabelClasses label_classes(const PredictionFile& file, const ClassSpace& classes,
                           std::vector<std::string>& remarks) {
  LabelClasses labels;
  // Numbers of classes that have names: from 0, in the order that was stated or in that of the votes.
  const bool by_number = !all_numbers(classes.names) && all_numbers(file.labels);
  const std::vector<std::string>& names = file.classes_given ? file.class_names : classes.names;
  if (by_number) {
    labels.source = file.classes_given ? ClassSource::given : ClassSource::assumed;
    remarks.push_back(fmt::format(
        "labels are numbers of the classes {}, from 0{}", listed(names),
        file.classes_given ? "" : fmt::format("; {} states another order", option("pred-classes"))));
  }
  for (std::size_t row = 0; row < file.labels.size(); ++row) {
    const std::string& label = file.labels[row];
    int k = -1;
    if (by_number) {
      const double number = *parse_double(label);
      const auto at = static_cast<std::size_t>(number >= 0 ? number : 0);
      if (number >= 0 && number < static_cast<double>(names.size()) && number == static_cast<double>(at)) {
        k = class_called(classes, names[at]);
      }
    } else {
      k = class_called(classes, label);
    }
    if (k < 0) {
      fail("{}: {} is no class of the votes, which are {}{}", file.place(row), in_quotes(label),
           listed(classes.names), by_number ? ", numbered from 0" : "");
    }
    labels.of.push_back(static_cast<std::size_t>(k));
  }
  return labels;
}

}  // namespace dissent
