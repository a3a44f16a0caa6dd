#include "dissent/votes/column_roles.h"

#include <algorithm>
#include <span>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/column_content.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/table_meaning.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {
namespace {

constexpr std::size_t kRoleRecords = 200000;  // looked at where columns have no names

// A platform's prefix and the rest: "ASSIGNMENT:worker_id", "Answer.sentiment.label", "Input.text".
struct Prefixed {
  std::string prefix, rest;
};
Prefixed without_prefix(std::string_view name) {
  const std::size_t mark = name.find_first_of(":.");
  if (mark == std::string_view::npos) return {"", std::string(name)};
  return {to_lower(name.substr(0, mark)), std::string(name.substr(mark + 1))};
}

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return rank_of_name(name, names) >= 0;
}

int find_by_name(const Source& source, std::span<const std::string_view> names, bool assignment) {
  const std::vector<std::string>& header = source.header();
  for (const std::string_view name : names) {
    for (std::size_t c = 0; c < header.size(); ++c) {
      if (plain_name(header[c]) == plain_name(name)) {
        source.column(header[c]);  // throws where two columns have this name
        return static_cast<int>(c);
      }
      const Prefixed parts = without_prefix(header[c]);
      if (assignment && parts.prefix == "assignment" && plain_name(parts.rest) == plain_name(name))
        return static_cast<int>(c);
    }
  }
  return -1;
}

std::vector<int> with_prefix(const Source& source, std::initializer_list<std::string_view> prefixes) {
  std::vector<int> found;
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    const std::string prefix = without_prefix(source.header()[c]).prefix;
    if (!prefix.empty() && std::find(prefixes.begin(), prefixes.end(), prefix) != prefixes.end())
      found.push_back(static_cast<int>(c));
  }
  return found;
}

std::string listed_columns(const Source& source, const std::vector<int>& columns) {
  std::vector<std::string> names;
  for (const int c : columns) names.push_back(source.header()[static_cast<std::size_t>(c)]);
  return in_quotes(join(names, ", "), 200);
}

// Columns that could hold labels: few values, which differ between the votes of an item and between those of
// an annotator. What belongs to the item (its text, its gold) or to the person (gender, age) does not.
std::vector<int> label_candidates(const Source& source, const LongColumns& columns) {
  std::vector<int> found;
  const Cells& records = source.sample();
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    const int column = static_cast<int>(c);
    if (column == columns.item || column == columns.annotator) continue;
    if (source.header()[c].starts_with('_')) continue;  // CrowdFlower's own
    const std::size_t values = distinct(records, column);
    if (values < 2 || values > 50 || values * 2 > records.size()) continue;
    if (is_function_of(records, column, columns.item)) continue;
    if (columns.annotator >= 0 && is_function_of(records, column, columns.annotator)) continue;
    found.push_back(column);
  }
  return found;
}

// A table without names: the label is the column with few values, the item the one with more than the
// annotator has, unless what they hold says it better.
void find_by_content(const Source& source, const ImportOptions& options, RoleSearch& search) {
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
    // Above 0: `a` is the item.
    const double ratio = count(a) / count(b);
    double evidence = ratio >= 1.5 ? 1 : ratio <= 1 / 1.5 ? -1 : 0;
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

// Rows that state how many votes they stand for: item, label, count.
int find_weight(const Source& source, const LongColumns& columns) {
  if (columns.annotator >= 0 || distinct(source.sample(), columns.item) == source.sample().size()) return -1;
  constexpr std::array kNames = std::to_array<std::string_view>(
      {"count", "counts", "votes", "n", "n_votes", "num_votes", "frequency", "freq"});
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    const int column = static_cast<int>(c);
    if (column == columns.item || column == columns.label || !is_one_of(source.header()[c], kNames)) continue;
    const bool whole =
        std::all_of(source.sample().begin(), source.sample().end(), [&](const TableRecord& record) {
          const auto number = parse_int(cell(record, column));
          return number && *number >= 0;
        });
    if (whole && !source.sample().empty()) return column;
  }
  return -1;
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

void note_left_out(const Source& source, RoleSearch& search) {
  const LongColumns& columns = search.columns;
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    const int column = static_cast<int>(c);
    const bool used =
        column == columns.item || column == columns.annotator || column == columns.label ||
        column == columns.weight ||
        std::find(columns.one_hot.begin(), columns.one_hot.end(), column) != columns.one_hot.end();
    if (!used)
      search.left_out.push_back(source.has_header() ? source.header()[c] : ordinal_number(c) + " column");
  }
}

}  // namespace

bool is_role_name(std::string_view name) {
  return is_one_of(name, kItemNames) || is_one_of(name, kAnnotatorNames) || is_one_of(name, kLabelNames) ||
         name.starts_with("Answer.") || name.starts_with("Input.") || name.starts_with("INPUT:") ||
         name.starts_with("OUTPUT:");
}

std::string column_text(const Source& source, int column) {
  const auto index = static_cast<std::size_t>(column);
  return source.has_header() && !source.header()[index].empty()
             ? fmt::format("column {}", in_quotes(source.header()[index]))
             : ordinal_number(index) + " column";
}

int named_column(const Source& source, const std::string& name, std::string_view key) {
  if (const int column = source.column(name); column >= 0) return column;
  const auto number = parse_int(name);
  const auto width = static_cast<std::int64_t>(source.header().size());
  if (number && *number >= 1 && *number <= width) return static_cast<int>(*number - 1);
  if (number || !source.has_header()) {
    fail("{}: {} {}: the table {} {} columns, numbered from 1", source.path().string(), option(key),
         in_quotes(name), source.has_header() ? "has" : "has no header and", width);
  }
  const std::vector<std::string_view> known(source.header().begin(), source.header().end());
  fail("{}: {}: {}", source.path().string(), option(key), unknown_name("column", name, known));
}

RoleSearch find_roles(const Source& source, const ImportOptions& options) {
  RoleSearch search;
  if (source.kind() != Source::Kind::table) return search;
  LongColumns& columns = search.columns;
  const auto named = [&](const std::string& name, std::string_view key) {
    return name.empty() ? -1 : named_column(source, name, key);
  };
  columns.item = named(options.item_column, "item-column");
  // Several annotators' columns are those of a wide table.
  const bool one_annotator = options.annotator_column.find_first_of(",*") == std::string::npos;
  if (one_annotator) columns.annotator = named(options.annotator_column, "annotator-column");
  columns.label = named(options.label_column, "label-column");
  const bool told = columns.item >= 0 && columns.label >= 0;
  if (!source.has_header()) {
    if (told) {
      search.confidence = 0.99;
      search.why = "columns are named";
    } else {
      find_by_content(source, options, search);
    }
  } else {
    if (columns.item < 0) columns.item = find_by_name(source, kItemNames, true);
    if (columns.item < 0) {
      const std::vector<int> inputs = with_prefix(source, {"input"});
      if (inputs.size() == 1) columns.item = inputs.front();
    }
    if (columns.annotator < 0 && one_annotator)
      columns.annotator = find_by_name(source, kAnnotatorNames, true);
    const bool by_option = columns.label >= 0;
    if (columns.label < 0) columns.label = find_by_name(source, kLabelNames, false);
    if (columns.item >= 0 && columns.label >= 0 && columns.item != columns.label) {
      columns.weight = find_weight(source, columns);
      // Items that stand once each, with nobody's name beside them, are more like gold labels than votes.
      const bool repeats = columns.annotator >= 0 || columns.weight >= 0 ||
                           distinct(source.sample(), columns.item) < source.sample().size() ||
                           holds_lists(source.sample(), columns.label);
      search.confidence = by_option ? 0.99 : columns.annotator >= 0 ? 0.85 : repeats ? 0.7 : 0.3;
      search.why = by_option ? "a column of labels is named" : "columns named like item and label";
    } else if (columns.item >= 0 && columns.annotator >= 0 && columns.label < 0) {
      find_label_by_content(source, search);
    } else if (by_option) {
      search.confidence = 0.99;
      search.why = "a column of labels is named";
    }
  }
  if (search.confidence > 0 && columns.label >= 0 && holds_lists(source.sample(), columns.label))
    columns.lists = true;
  note_left_out(source, search);
  return search;
}

}  // namespace dissent
