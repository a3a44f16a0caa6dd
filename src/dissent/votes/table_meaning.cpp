#include "dissent/votes/table_meaning.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/matrix_source.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {
namespace {

constexpr std::array<std::string_view, 17> kItemWords = {
    "",     "item",     "task",   "example", "instance", "question", "sample", "unit", "image",
    "text", "document", "doc_id", "comment", "index",    "uid",      "key",    "name"};

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool names_an_item(const std::string& column) {
  const std::string name = to_lower(column);
  return std::find(kItemWords.begin(), kItemWords.end(), name) != kItemWords.end() ||
         name.starts_with("unnamed: ") ||  // pandas, of an index without a name
         name == "id" || name.ends_with("_id") || name.ends_with("_idx") || name.ends_with(" id");
}

// The cells of the sample that are not the item's name, told apart once.
struct Evidence {
  std::size_t rows = 0;
  bool missing = false, words = false, fractions = false, outside_unit = false;
  std::size_t complete_rows = 0, unit_rows = 0;       // rows of numbers; those that sum to 1
  bool sums_equal = true, rows_differ = false;        // over the complete rows
  std::map<std::string, std::vector<bool>> label_in;  // label -> which columns have it
  std::vector<bool> column_used;
};

Evidence look(const Source& source, int item_column) {
  Evidence seen;
  const std::size_t width = source.header().size();
  seen.column_used.resize(width);
  std::vector<double> first;
  double first_sum = 0;
  for (const std::vector<std::string>& record : source.sample()) {
    if (record.size() != width) continue;  // the reader will name the line
    ++seen.rows;
    std::vector<double> row;
    bool complete = true;
    for (std::size_t c = 0; c < width; ++c) {
      if (static_cast<int>(c) == item_column) continue;
      if (is_missing_label(record[c])) {
        seen.missing = true;
        complete = false;
        continue;
      }
      seen.column_used[c] = true;
      const auto number = parse_double(record[c]);
      auto& columns = seen.label_in[number ? shortest(*number) : std::string(trim(record[c]))];
      columns.resize(width);
      columns[c] = true;
      if (!number) {
        seen.words = true;
        complete = false;
        continue;
      }
      seen.fractions |= *number != std::floor(*number);
      seen.outside_unit |= !(*number >= 0 && *number <= 1);
      row.push_back(*number);
    }
    if (!complete) continue;
    double sum = 0;
    for (const double cell : row) sum += cell;
    if (seen.complete_rows++ == 0) {
      first = row;
      first_sum = sum;
    }
    seen.unit_rows += std::abs(sum - 1) <= kProbabilityTolerance;
    seen.sums_equal &= sum == first_sum;
    seen.rows_differ |= row != first;
  }
  return seen;
}

// Annotators of one task use the same labels: every column that has any shares one with another column.
bool share_labels(const Evidence& seen) {
  std::vector<bool> shares(seen.column_used.size());
  for (const auto& [label, columns] : seen.label_in) {
    if (std::count(columns.begin(), columns.end(), true) < 2) continue;
    for (std::size_t c = 0; c < columns.size(); ++c) shares[c] = shares[c] || columns[c];
  }
  return std::count(shares.begin(), shares.end(), true) > 0 && shares == seen.column_used;
}

}  // namespace

bool names_an_annotator(std::string_view column) {
  constexpr std::array<std::string_view, 13> kWords = {
      "annotator", "worker",   "rater",  "coder",       "judge", "user", "labeler",
      "labeller",  "reviewer", "expert", "participant", "annot", "crowd"};
  constexpr std::array<std::string_view, 7> kShort = {"a", "r", "w", "u", "j", "ann", "anno"};
  const std::string name = to_lower(trim(column));
  const auto rest = [&](std::string_view word) {
    std::string_view tail = std::string_view(name).substr(word.size());
    while (!tail.empty() &&
           (tail[0] == '_' || tail[0] == '-' || tail[0] == ' ' || tail[0] == '.' || tail[0] == '#'))
      tail.remove_prefix(1);
    return tail;
  };
  for (const std::string_view word : kWords) {
    // "annotator_anna" and "worker7", but not "workers" or "user_id"
    if (!name.starts_with(word)) continue;
    const std::string_view tail = rest(word);
    const bool apart = word.size() + tail.size() < name.size();
    if (tail != "id" && (apart || all_digits(tail) || tail.size() == 1) && tail != "s") return true;
  }
  return std::any_of(kShort.begin(), kShort.end(), [&](std::string_view word) {
    return name.starts_with(word) && !rest(word).empty() && all_digits(rest(word));
  });
}

int find_item_column(const Source& source, const ImportOptions& options) {
  if (!options.item_column.empty()) {
    const int column = source.column(options.item_column);
    if (column >= 0) return column;
    const std::vector<std::string_view> known(source.header().begin(), source.header().end());
    fail("{}: {}: {}", source.path().string(), option("item-column"),
         unknown_name("column", options.item_column, known));
  }
  if (source.header().size() < 2) return -1;
  const std::string& first = source.header().front();
  if (names_an_item(first)) return 0;
  if (names_an_annotator(first)) return -1;
  // Content that no class count and no label would have: words that are not used in the other columns.
  std::set<std::string_view> words;
  for (const std::vector<std::string>& record : source.sample()) {
    if (!is_missing_label(record[0]) && !parse_double(record[0])) words.insert(record[0]);
  }
  for (const std::vector<std::string>& record : source.sample()) {
    for (std::size_t c = 1; c < record.size() && !words.empty(); ++c) {
      if (words.count(record[c]) > 0) return -1;
    }
  }
  return words.empty() ? -1 : 0;
}

TableMeaning meaning_of_table(const Source& source) {
  if (source.kind() != Source::Kind::table) return TableMeaning::none;
  const std::vector<std::string>& header = source.header();
  const int item_column = find_item_column(source, {});
  const std::size_t columns = header.size() - (item_column >= 0 ? 1 : 0);
  const Evidence seen = look(source, item_column);
  if (columns < 2 || seen.rows == 0) return TableMeaning::none;

  if (std::count_if(header.begin(), header.end(), names_an_annotator) >= 2) return TableMeaning::wide;
  // A gap in the first rows does not hide probabilities; the reader will name it.
  const bool unit_rows = seen.unit_rows * 2 > seen.complete_rows;
  if (!seen.words && seen.fractions && (unit_rows || (!seen.missing && !seen.outside_unit))) {
    return TableMeaning::probabilities;
  }
  const bool says_counts = std::any_of(header.begin(), header.end(), [](const std::string& name) {
    const std::string lower = to_lower(name);
    return lower.find("count") != std::string::npos || lower.find("votes") != std::string::npos;
  });
  if (says_counts && !seen.words) return TableMeaning::counts;
  if (seen.missing || seen.words) return share_labels(seen) ? TableMeaning::wide : TableMeaning::none;
  if (!seen.fractions && seen.complete_rows >= 3 && seen.sums_equal && seen.rows_differ) {
    return TableMeaning::counts;
  }
  return TableMeaning::undecided;
}

}  // namespace dissent
