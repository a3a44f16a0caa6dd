#include "dissent/votes/table_layout.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/column_roles.h"
#include "dissent/votes/table_meaning.h"
#include "dissent/votes/table_text.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {
namespace {

constexpr std::size_t kLook = 20;                           // records by which separators are compared
constexpr std::size_t kLookBytes = std::size_t{256} << 10;  // no more than this of the text

// The first lines, whole ones.
std::string_view first_lines(std::string_view text) {
  if (text.size() <= kLookBytes) return text;
  const std::size_t end = text.substr(0, kLookBytes).rfind('\n');
  return text.substr(0, end == std::string_view::npos ? kLookBytes : end + 1);
}

struct Fit {
  std::size_t fields = 1;   // of the first record
  double consistent = 0.0;  // share of the records that have as many, or all one more below names of columns
};

std::optional<Fit> fit_of(std::string_view text, char separator) {
  Fit fit;
  std::size_t records = 0, same = 0, one_more = 0;
  try {
    CsvReader reader(text, separator, "");
    while (records < kLook && reader.next()) {
      if (records++ == 0) fit.fields = reader.fields().size();
      same += reader.fields().size() == fit.fields;
      one_more += reader.fields().size() == fit.fields + 1;
    }
  } catch (const Error&) {  // quotes that make no sense with this separator
    return std::nullopt;
  }
  if (records == 0) return std::nullopt;
  if (fit.fields > 1 && one_more > 0 && one_more + 1 == records)
    same = records;  // R names rows, not their column
  fit.consistent = static_cast<double>(same) / static_cast<double>(records);
  return fit;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// Calls `take(from, to)` for every word of the line: a run without blanks, or one in quotes.
template <typename Take>
void words_of(std::string_view line, const Take& take) {
  for (std::size_t at = 0; at < line.size();) {
    while (at < line.size() && (is_blank(line[at]) || line[at] == '\r')) ++at;
    if (at == line.size()) return;
    const std::size_t begin = at;
    bool quoted = false;
    for (; at < line.size() && (quoted || (!is_blank(line[at]) && line[at] != '\r')); ++at) {
      if (line[at] == '"') quoted = !quoted;
    }
    take(begin, at);
  }
}

// The first lines have the same number of words, two at least; the very first may have one less, as R writes
// tables whose rows have names.
bool blanks_separate(std::string_view text) {
  std::size_t lines = 0, words = 0;
  while (!text.empty() && lines < kLook) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::size_t here = 0;
    words_of(text.substr(0, end), [&](std::size_t, std::size_t) { ++here; });
    text.remove_prefix(std::min(end + 1, text.size()));
    if (here == 0) continue;
    if (lines++ == 0) words = here;
    if (lines == 2 && here == words + 1 && words >= 2) words = here;
    if (here != words) return false;
  }
  return lines > 0 && words >= 2;
}

bool same_text(std::string_view a, std::string_view b) {
  return to_lower(trim(a)) == to_lower(trim(b));
}

bool names_one_of(const std::string& wanted, const TableRecord& first) {
  if (wanted.empty() || parse_int(wanted)) return false;
  for (const std::string& name : split(wanted, ',')) {
    if (std::any_of(first.begin(), first.end(), [&](const auto& cell) { return same_text(cell, name); }))
      return true;
  }
  return false;
}

// "0,1,2" or "1,2,3", perhaps after an empty cell: how pandas and numpy number columns without names.
bool is_numbering(const TableRecord& first) {
  std::size_t at = !first.empty() && trim(first[0]).empty() ? 1 : 0;
  if (first.size() - at < 2) return false;
  const auto start = parse_int(first[at]);
  if (!start || (*start != 0 && *start != 1)) return false;
  for (std::size_t i = at; i < first.size(); ++i) {
    if (parse_int(first[i]) != *start + static_cast<std::int64_t>(i - at)) return false;
  }
  return true;
}

bool is_sorted_by_first(const std::vector<TableRecord>& records) {
  return std::is_sorted(records.begin(), records.end(), [](const TableRecord& a, const TableRecord& b) {
    const auto x = parse_double(a[0]), y = parse_double(b[0]);
    return x && y && *x < *y;
  });
}

bool is_item_or_annotator_name(std::string_view text) {
  return rank_of_name(text, kItemNames) >= 0 || rank_of_name(text, kAnnotatorNames) >= 0;
}

// What the column below says about its first cell.
struct Below {
  bool numbers = true;       // every cell that is there is a number
  bool has_first = false;    // the first cell's text is a value of the column
  std::size_t distinct = 0;  // values
  std::size_t cells = 0;     // that are there
};

Below look_below(const TableRecord& first, const std::vector<TableRecord>& records, std::size_t column) {
  Below below;
  std::set<std::string_view> values;
  for (const TableRecord& record : records) {
    if (column >= record.size() || is_missing_label(record[column])) continue;
    const std::string_view cell = trim(record[column]);
    ++below.cells;
    values.insert(cell);
    below.numbers &= parse_double(cell).has_value();
    below.has_first |= cell == trim(first[column]);
  }
  below.distinct = values.size();
  return below;
}

}  // namespace

Separator find_separator(std::string_view text) {
  const std::string_view look = first_lines(text);
  Separator best;
  Fit best_fit;
  for (const char candidate : {',', '\t', ';', '|'}) {
    std::optional<Fit> fit = fit_of(look, candidate);
    if (candidate == '\t' && (!fit || fit->consistent < 1)) {  // quotes that are only characters
      if (const auto tabs = separators_a_line(look, '\t'); tabs && *tabs > 0) fit = Fit{*tabs + 1, 1.0};
    }
    if (!fit || fit->fields < 2) continue;
    const bool better = best_fit.fields < 2 || fit->consistent > best_fit.consistent ||
                        (fit->consistent == best_fit.consistent && fit->fields > best_fit.fields);
    if (!better) continue;
    best.character = candidate;
    best_fit = *fit;
  }
  // Ragged by every separator: the one that the first line has most of, and the reader will name the line.
  if (best_fit.consistent < 0.5 && best_fit.fields > 1) best.character = detect_delimiter(text);
  if (best_fit.fields < 2 && blanks_separate(look)) return {'\t', true};
  return best;
}

std::string_view separator_name(const Separator& separator) {
  if (separator.blanks) return "blanks";
  switch (separator.character) {
    case '\t':
      return "tab";
    case ';':
      return "semicolon";
    case '|':
      return "bar";
    default:
      return "comma";
  }
}

std::string with_tabs(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    bool any = false;
    words_of(line, [&](std::size_t from, std::size_t to) {
      if (any) out += '\t';
      any = true;
      out += line.substr(from, to - from);
    });
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

bool names_columns(const TableRecord& first, const std::vector<TableRecord>& records,
                   const ImportOptions& options) {
  if (options.no_header) return false;
  for (const std::string* named : {&options.item_column, &options.annotator_column, &options.label_column}) {
    if (names_one_of(*named, first)) return true;
  }
  if (records.empty()) return true;
  // Names that stand again further down, where files were put together.
  if (std::count_if(first.begin(), first.end(), is_role_name) >= 2 &&
      std::find(records.begin(), records.end(), first) != records.end())
    return true;
  std::size_t speaks_for = 0, speaks_against = 0, numbers = 0, numbers_above = 0;
  bool known = false, word_returns = false, all_few = records.size() >= kLook;
  for (std::size_t c = 0; c < first.size(); ++c) {
    const Below below = look_below(first, records, c);
    // "item" or "worker_id" that is no value of its own column is a name, whatever the other cells are.
    if (!below.has_first && below.cells > 0 && (is_item_or_annotator_name(first[c]))) return true;
    const bool number = parse_double(first[c]).has_value();
    numbers += number;
    all_few &= below.distinct * 2 <= below.cells;
    if (trim(first[c]).empty()) continue;
    if (below.has_first) {
      ++speaks_against;
      word_returns |= !number;
    } else if (is_role_name(first[c]) || names_an_annotator(first[c])) {
      known = true;
    }
    if (below.cells == 0 || is_missing_label(first[c])) continue;
    speaks_for += below.numbers != number;  // a word above numbers, or a number above words
    numbers_above += below.numbers && number;
  }
  // Classes that are numbers may be counts below their own names.
  if (known && !word_returns) return true;
  if (is_numbering(first)) {
    if (trim(first[0]).empty() || first.size() > 3 || speaks_against == 0) return true;
    return !is_sorted_by_first(records);  // "0,1,2": names of three columns, or item 0, annotator 1, label 2
  }
  if (numbers == first.size()) return speaks_against == 0 && all_few;
  if (speaks_for != speaks_against) return speaks_for > speaks_against;
  return speaks_against == 0 && numbers_above == 0;
}

}  // namespace dissent
