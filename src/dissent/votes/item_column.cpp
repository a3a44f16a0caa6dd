#include "dissent/votes/item_column.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "dissent/core/text.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/column_profiles.h"
#include "dissent/votes/column_roles.h"

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
         name == "id" || names_item_column(column);
}

// The column that is named like an item: the first one, or another whose values are its own. An index or a
// text gives way to an id.
int named_item(const std::vector<std::string>& header, const std::vector<ColumnProfile>& profiles) {
  int best = -1, best_rank = 3;
  for (std::size_t c = 0; c < header.size(); ++c) {
    if (!names_an_item(header[c]) && !is_index(header[c])) continue;
    if (c > 0 && (!profiles[c].is_unique() || is_index(header[c]))) continue;
    const std::string name = to_lower(header[c]);
    const int rank = is_index(header[c])                                         ? 2
                     : name == "text" || name == "comment" || name == "document" ? 1
                                                                                 : 0;
    if (rank >= best_rank) continue;
    best = static_cast<int>(c);
    best_rank = rank;
  }
  return best;
}

// Whole numbers that grow from row to row: an index, or ids.
bool grows(const Source& source, std::size_t column) {
  double last = -1;
  for (const TableRecord& record : source.sample()) {
    const auto number = parse_double(record[column]);
    if (!number || *number != std::floor(*number) || *number <= last) return false;
    last = *number;
  }
  return source.sample().size() >= 3;
}

}  // namespace

bool is_index(const std::string& column) {
  const std::string name = to_lower(column);
  return name.empty() || name == "index" ||
         name.starts_with("unnamed: ");  // pandas, of an index without a name
}

bool names_a_respondent(const std::string& column) {
  return names_annotator_column(column) || plain_name(column) == "timestamp";
}

bool names_an_annotator(std::string_view column) {
  constexpr std::array<std::string_view, 13> kWords = {
      "annotator", "worker",   "rater",  "coder",       "judge", "user", "labeler",
      "labeller",  "reviewer", "expert", "participant", "annot", "crowd"};
  if (names_annotator_column(column) && !all_digits(words_of_name(column).back())) {
    const std::vector<std::string> words = words_of_name(column);
    if (words.size() > 1) return false;  // "user_id", "amt_worker": the column of all annotators' names
  }
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
    if (options.item_column.find(',') != std::string::npos && source.column(options.item_column) < 0)
      return -1;  // several columns together, as only a row a vote has them
    return named_column(source, options.item_column, "item-column");
  }
  const std::vector<std::string>& header = source.header();
  if (header.size() < 2) return -1;
  const std::vector<ColumnProfile>& profiles = source.profiles();
  const ColumnProfile& first = profiles.front();
  if (source.has_header()) {
    if (names_a_respondent(header.front()) && first.is_unique()) return 0;  // a row an annotator
    const int named = named_item(header, profiles);
    if (named >= 0) return named;
    if (names_an_annotator(header.front())) return -1;
  }
  // Content that no class count and no label would have: words that are not used in the other columns.
  if (first.is_text() && first.is_unique() && first.cells >= 10) return 0;
  if (!first.is_number() && first.cells > 0) {
    const bool shared = std::any_of(first.values.begin(), first.values.end(), [&](const std::string& value) {
      return std::any_of(profiles.begin() + 1, profiles.end(),
                         [&](const ColumnProfile& other) { return other.values.count(value) > 0; });
    });
    if (!shared) return 0;
  }
  // Ids: whole numbers that grow, beyond all that the other columns hold.
  if (source.sample().size() >= 10 && first.is_number() && first.is_unique() && grows(source, 0)) return 0;
  return -1;
}

}  // namespace dissent
