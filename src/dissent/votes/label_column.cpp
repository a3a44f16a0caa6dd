#include "dissent/votes/label_column.h"

#include <algorithm>
#include <array>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/column_content.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/named_columns.h"

namespace dissent {
namespace {

// Columns that could hold labels: few values, which differ between the votes of an item and between those of
// an annotator. What belongs to the item (its text, its gold) or to the person (gender, age) does not.
std::vector<int> label_candidates(const Source& source, const LongColumns& columns) {
  std::vector<int> found;
  const Cells& records = source.sample();
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    const int column = static_cast<int>(c);
    if (column == columns.item || column == columns.annotator) continue;
    if (source.header()[c].starts_with('_')) continue;  // CrowdFlower's own
    if (names_gold_column(source.header()[c])) continue;
    const std::size_t values = distinct(records, column);
    if (values < 2 || values > 50 || values * 2 > records.size()) continue;
    if (is_function_of(records, column, columns.item)) continue;
    if (columns.annotator >= 0 && is_function_of(records, column, columns.annotator)) continue;
    found.push_back(column);
  }
  return found;
}

// Columns of 0 and 1 (or of true and false), of which every row has exactly one that is set.
std::vector<int> find_one_hot(const Source& source, const LongColumns& columns, bool& several) {
  std::vector<int> found;
  const auto set = [](std::string_view text) {
    return text == "1" || text == "1.0" || to_lower(text) == "true";
  };
  const auto clear = [](std::string_view text) {
    return text == "0" || text == "0.0" || to_lower(text) == "false";
  };
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    const int column = static_cast<int>(c);
    if (column == columns.item || column == columns.annotator) continue;
    const bool fits = std::all_of(
        source.sample().begin(), source.sample().end(),
        [&](const TableRecord& record) { return set(cell(record, column)) || clear(cell(record, column)); });
    if (fits) found.push_back(column);
  }
  several = false;
  if (found.size() < 2 || source.sample().size() < 3) return {};
  for (const TableRecord& record : source.sample()) {
    const auto ones = std::count_if(found.begin(), found.end(), [&](int c) { return set(cell(record, c)); });
    several |= ones != 1;
  }
  return found;
}

// Whether at least half of the values of `column` are also values of `other`.
bool shares_values(const Cells& records, int column, int other) {
  std::set<std::string_view> mine, theirs;
  for (const TableRecord& record : records) {
    mine.insert(cell(record, column));
    theirs.insert(cell(record, other));
  }
  const auto shared =
      std::count_if(mine.begin(), mine.end(), [&](std::string_view v) { return theirs.count(v) > 0; });
  return 2 * static_cast<std::size_t>(shared) >= mine.size();
}

}  // namespace

void find_label_by_content(const Source& source, RoleSearch& search) {
  LongColumns& columns = search.columns;
  bool several = false;
  const std::vector<int> hot = find_one_hot(source, columns, several);
  if (!hot.empty() && !several) {
    columns.one_hot = hot;
    search.confidence = 0.8;
    search.why = "a column a label, one of them 1 in every row";
    return;
  }
  std::vector<int> candidates = with_prefix(source, {"answer", "output"});
  if (candidates.empty()) candidates = label_candidates(source, columns);
  if (candidates.size() == 1) {
    columns.label = candidates.front();
    search.confidence = 0.75;
    search.why = fmt::format("{} is the only one with few values that differ within an item",
                             column_text(source, columns.label));
  } else if (candidates.size() > 1) {
    search.question = fmt::format("columns {} could each hold the label; choose one with {}",
                                  listed_columns(source, candidates), option("label-column"));
    search.confidence = 0.7;
    search.why = "columns named like item and annotator";
  }
}

int find_label(const Source& source, RoleSearch& search) {
  const LongColumns& columns = search.columns;
  const Cells& records = source.sample();
  std::vector<int> found;
  bool varies = false;
  for (const std::string_view name : kLabelNames) {
    const int column = find_by_name(source, std::span(&name, 1), false);
    if (column < 0 || column == columns.item || column == columns.annotator) continue;
    if (names_gold_column(source.header()[static_cast<std::size_t>(column)])) continue;
    const bool of_item = columns.item >= 0 && is_function_of(records, column, columns.item);
    if (of_item && varies) continue;
    if (!of_item && !varies) found.clear();
    varies |= !of_item;
    found.push_back(column);
  }
  if (found.empty()) return -1;
  const std::string& name = source.header()[static_cast<std::size_t>(found.front())];
  if (found.size() > 1 && varies && plain_name(name) != "label") {
    search.question = fmt::format("columns {} could each hold the label; choose one with {}",
                                  listed_columns(source, found), option("label-column"));
  } else if (columns.item >= 0 && columns.annotator >= 0 && plain_name(name) != "label") {
    // Some names are as often those of one question among many, or of the text that was judged.
    constexpr std::array kWeak = std::to_array<std::string_view>(
        {"response", "category", "score", "value", "output", "tag", "stance", "sentiment"});
    if (rank_of_name(name, kWeak) < 0) return found.front();
    std::vector<int> others = label_candidates(source, columns);
    if (varies) {
      std::erase_if(others,
                    [&](int c) { return c == found.front() || !shares_values(records, c, found.front()); });
      if (!others.empty()) others.insert(others.begin(), found.front());
    }
    if (!others.empty()) {
      search.question = fmt::format("columns {} could each hold the label; choose one with {}",
                                    listed_columns(source, others), option("label-column"));
    }
  }
  return found.front();
}

}  // namespace dissent
