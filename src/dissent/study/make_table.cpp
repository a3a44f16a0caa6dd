#include "dissent/study/make_table.h"

#include <algorithm>
#include <map>

#include "dissent/run/run_methods.h"
#include "dissent/run/run_options.h"

namespace dissent {
namespace {

std::string option_value(const Setting& options, const std::string& name) {
  const auto found = options.find(name);
  return found == options.end() ? std::string() : found->second;
}

std::optional<PublishedNumber> published_of(const StudyTable& table, const Setting& options,
                                            const Column& column) {
  const std::string metric = column.name();
  for (const Published& entry : table.published) {
    const bool belongs = std::all_of(entry.options.begin(), entry.options.end(), [&](const auto& wanted) {
      return option_value(options, wanted.first) == wanted.second;
    });
    const auto found = entry.values.find(metric);
    if (belongs && found != entry.values.end())
      return PublishedNumber{found->second.first, found->second.second, entry.seeds};
  }
  return std::nullopt;
}

}  // namespace

TableResult make_table(const StudyTable& table, const StudyValues& values) {
  TableResult result;
  result.table = table;
  for (const std::string& metric : table.metrics) result.columns.push_back(values.column(metric));
  struct Group {
    Setting options;  // of its first run
    std::vector<std::size_t> runs;
  };
  std::vector<std::vector<std::string>> labels;                 // of rows
  std::vector<std::string> across;                              // values side by side
  std::map<std::pair<std::size_t, std::size_t>, Group> groups;  // by row and column
  const auto place_of = [](auto& list, const auto& value) {
    const auto found = std::find(list.begin(), list.end(), value);
    if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
    list.push_back(value);
    return list.size() - 1;
  };
  for (std::size_t i = 0; i < values.runs().size(); ++i) {
    const Setting options = study_options(values.runs()[i].spec);
    if (!table.where.matches(options)) continue;
    std::vector<std::string> label;
    for (const std::string& name : table.rows) label.push_back(option_value(options, name));
    Group& group = groups[{place_of(labels, label), place_of(across, option_value(options, table.across))}];
    if (group.runs.empty()) group.options = options;
    group.runs.push_back(i);
  }
  for (std::size_t row = 0; row < labels.size(); ++row) {
    TableRow line{labels[row], {}};
    for (std::size_t column = 0; column < across.size(); ++column) {
      const auto group = groups.find({row, column});
      for (const Column& metric : result.columns) {
        std::vector<double> numbers;
        TableCell cell;
        cell.across = across[column];
        cell.column = metric;
        if (group != groups.end()) {
          for (const std::size_t run : group->second.runs) numbers.push_back(values.value(run, metric));
          cell.published = published_of(table, group->second.options, metric);
        }
        cell.ours = summarise_seeds(numbers);
        line.cells.push_back(std::move(cell));
      }
    }
    result.rows.push_back(std::move(line));
  }
  return result;
}

}  // namespace dissent
