#include "dissent/votes/headerless_roles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "dissent/votes/column_content.h"
#include "dissent/votes/import_plan.h"

namespace dissent {
namespace {

constexpr std::size_t kRoleRecords = 200000;  // looked at

// The share of pairs of rows with the same value of `column` that have the same label.
double agreement_within(const Cells& records, int column, int label) {
  std::unordered_map<std::string_view, std::map<std::string_view, double>> groups;
  for (const TableRecord& record : records) ++groups[cell(record, column)][cell(record, label)];
  double same = 0, all = 0;
  for (const auto& [name, labels] : groups) {
    double votes = 0;
    for (const auto& [value, count] : labels) {
      votes += count;
      same += count * (count - 1);
    }
    all += votes * (votes - 1);
  }
  return all > 0 ? same / all : 0;
}

}  // namespace

void find_roles_by_content(const Source& source, const ImportOptions& options, RoleSearch& search) {
  const Cells records = source.look(kRoleRecords);
  const std::size_t width = source.header().size();
  if (records.size() < 3 || width < 2) return;
  LongColumns& columns = search.columns;
  std::vector<std::size_t> values(width);
  std::vector<int> free;
  for (std::size_t c = 0; c < width; ++c) {
    const int column = static_cast<int>(c);
    values[c] = distinct(records, column);
    if (column != columns.item && column != columns.annotator && column != columns.label)
      free.push_back(column);
  }
  const auto fewest = [&] {
    return *std::min_element(free.begin(), free.end(), [&](int a, int b) {
      return std::pair(values[static_cast<std::size_t>(a)], -a) <
             std::pair(values[static_cast<std::size_t>(b)], -b);
    });
  };
  const bool all_named = !options.item_column.empty() && !options.label_column.empty();
  if (width == 2 && !all_named) {
    if (columns.label < 0) columns.label = free.empty() ? -1 : fewest();
    free.erase(std::remove(free.begin(), free.end(), columns.label), free.end());
    if (columns.item < 0 && !free.empty()) columns.item = free.front();
    const bool repeats = columns.item >= 0 && values[static_cast<std::size_t>(columns.item)] < records.size();
    if (columns.label < 0 || values[static_cast<std::size_t>(columns.label)] > 50) return;
    if (!repeats) {
      search.question =
          fmt::format("every item has one label, as gold labels have; where these are votes, say {} {} {} {}",
                      option("item-column"), columns.item + 1, option("label-column"), columns.label + 1);
    }
    search.confidence = 0.6;
    search.why = "two columns, of which one repeats and one has few values";
    return;
  }
  if (width > 3 && !all_named) {
    search.question = fmt::format("{} columns without names; say {}, {} and {} by number, from 1", width,
                                  option("item-column"), option("annotator-column"), option("label-column"));
    const bool numbers = source.numbers_only();
    search.confidence = numbers ? 0 : 0.5;
    search.why = "columns without names";
    return;
  }
  const auto remove = [&](int column) {
    free.erase(std::remove(free.begin(), free.end(), column), free.end());
  };
  if (columns.annotator < 0) {
    std::vector<int> people;
    for (const int c : free) {
      if (share_of(records, c, is_annotator_like) > 0.9) people.push_back(c);
    }
    if (people.size() == 1) remove(columns.annotator = people.front());
  }
  if (columns.label < 0) {
    const int label = fewest();
    const std::size_t few = values[static_cast<std::size_t>(label)];
    if (few < 1 || few > 200 || few * 3 > records.size()) return;
    columns.label = label;
    remove(label);
    if (free.size() == 2) {
      const int next = fewest();
      if (values[static_cast<std::size_t>(next)] <= 3 * few) {
        search.question = fmt::format(
            "the {} and the {} column have few values, and either could be the label; say {} {} or {} {}",
            ordinal_number(static_cast<std::size_t>(label)), ordinal_number(static_cast<std::size_t>(next)),
            option("label-column"), label + 1, option("label-column"), next + 1);
      }
    }
  }
  if (columns.item < 0 && columns.annotator < 0 && free.size() == 2) {
    const int a = free[0], b = free[1];
    const auto count = [&](int c) { return static_cast<double>(values[static_cast<std::size_t>(c)]); };
    // Above 0: `a` is the item. What people agree on is the item; one person's labels agree by chance.
    const double ratio = count(a) / count(b);
    double evidence = ratio >= 1.5 ? 1 : ratio <= 1 / 1.5 ? -1 : 0;
    if (columns.label >= 0) {
      const double gain =
          agreement_within(records, a, columns.label) - agreement_within(records, b, columns.label);
      if (records.size() >= 100 && std::abs(gain) > 3 / std::sqrt(static_cast<double>(records.size())))
        evidence += std::clamp(10 * gain, -2.0, 2.0);
    }
    evidence += 2 * (share_of(records, a, is_item_like) - share_of(records, b, is_item_like));
    evidence += 3 * (share_of(records, b, is_annotator_like) - share_of(records, a, is_annotator_like));
    columns.item = evidence >= 0 ? a : b;
    columns.annotator = evidence >= 0 ? b : a;
    if (std::abs(evidence) < 0.5) {
      search.question = fmt::format(
          "the {} and the {} column could each be the item ({} and {} values); say {} {} or {} {}",
          ordinal_number(static_cast<std::size_t>(a)), ordinal_number(static_cast<std::size_t>(b)), count(a),
          count(b), option("item-column"), a + 1, option("item-column"), b + 1);
    }
  } else {
    for (const int c : free) {
      if (columns.item < 0) {
        columns.item = c;
      } else if (columns.annotator < 0 && options.annotator_column.empty() && width == 3) {
        columns.annotator = c;
      }
    }
  }
  if (columns.item < 0 || columns.label < 0) return;
  // An item that has one vote only is a row of a matrix.
  if (values[static_cast<std::size_t>(columns.item)] * 10 > records.size() * 9) return;
  // A matrix of numbers has alike columns; here one has far more values than the labels, and its pairs with
  // the annotator hardly come back.
  const bool clear =
      values[static_cast<std::size_t>(columns.item)] >= 3 * values[static_cast<std::size_t>(columns.label)] &&
      (columns.annotator < 0 || pairs_are_unique(records, columns.item, columns.annotator));
  search.confidence = clear ? 0.9 : 0.6;
  search.why = "columns without names: one with few values, one that repeats";
}

}  // namespace dissent
