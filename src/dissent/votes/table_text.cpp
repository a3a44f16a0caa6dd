#include "dissent/votes/table_text.h"

#include <algorithm>
#include <array>
#include <vector>

#include "dissent/core/text.h"
#include "dissent/votes/column_roles.h"

namespace dissent {
namespace {

constexpr std::size_t kMostComments = 200;  // lines at the top

// Calls `take(line)` for every line, without its end, until that returns false.
template <typename Take>
void each_line(std::string_view text, const Take& take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!take(line)) return;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool is_comment(std::string_view line) {
  return line.starts_with('#') || line.starts_with('%');
}

std::vector<std::string> blank_separated(std::string_view line) {
  std::vector<std::string> words;
  for (std::string& word : split(line, ' ')) {
    if (!trim(word).empty()) words.push_back(std::string(trim(word)));
  }
  return words;
}

// Whether a comment stands above `below` as the names of its columns: as many of one separator as below, or,
// between blanks, as many words, of which one usually names a column.
bool names_columns_below(std::string_view comment, std::string_view below) {
  for (const char separator : {',', '\t', ';', '|'}) {
    const auto here = std::count(comment.begin(), comment.end(), separator);
    if (here > 0 && here == std::count(below.begin(), below.end(), separator)) return true;
  }
  const std::vector<std::string> names = blank_separated(comment);
  return names.size() >= 2 && names.size() == blank_separated(below).size() &&
         std::any_of(names.begin(), names.end(), is_role_name);
}

// The text from which the lines at the top that are no part of the table are gone, with their ends kept.
std::optional<std::string> without_preamble(std::string_view text) {
  std::size_t at = 0, last_comment = 0, comments = 0;
  std::string_view below;
  const std::string_view first = text.substr(0, std::min(text.find_first_of("\r\n"), text.size()));
  const bool says_separator = first.size() == 5 && to_lower(first).starts_with("sep=");
  each_line(text, [&](std::string_view line) {
    below = line;
    const bool passed = (at == 0 && says_separator) || is_comment(line);
    if (!passed && !trim(line).empty()) return false;
    if (is_comment(line)) {
      last_comment = at;
      if (++comments > kMostComments) return false;
    }
    at = static_cast<std::size_t>(line.data() - text.data()) + line.size();
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
    return true;
  });
  if ((comments == 0 && !says_separator) || comments > kMostComments || is_comment(below) ||
      at >= text.size())
    return std::nullopt;
  std::string out;
  out.reserve(text.size());
  const std::size_t name_line = comments > 0 ? last_comment : at;
  std::string_view names = text.substr(name_line, at - name_line);
  names = names.substr(0, std::min(names.find_first_of("\r\n"), names.size()));
  const bool named = comments > 0 && names_columns_below(names.substr(1), below);
  const std::string_view skipped = text.substr(0, named ? name_line : at);
  out.append(static_cast<std::size_t>(std::count(skipped.begin(), skipped.end(), '\n')), '\n');
  out += named ? text.substr(name_line + 1) : text.substr(at);
  return out;
}

// Whether a field that begins with a quote is quoted by the rules: closed at its end, quotes inside doubled.
bool is_well_quoted(std::string_view field) {
  if (field.size() < 2 || !field.ends_with('"')) return false;
  const std::string_view inside = field.substr(1, field.size() - 2);
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == '"' && (++i == inside.size() || inside[i] != '"')) return false;
  }
  return true;
}

template <typename Take>
void each_field(std::string_view line, const Take& take) {
  for (;;) {
    const std::size_t end = std::min(line.find('\t'), line.size());
    take(line.substr(0, end), end < line.size());
    if (end == line.size()) return;
    line.remove_prefix(end + 1);
  }
}

}  // namespace

std::optional<std::string> with_plain_lines(std::string_view text) {
  std::optional<std::string> changed;
  if (text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos) {
    changed.emplace(text);
    std::replace(changed->begin(), changed->end(), '\r', '\n');
    text = *changed;
  }
  if (auto bare = without_preamble(text)) return bare;
  return changed;
}

std::optional<std::string> with_quotes_first(std::string_view text) {
  const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size()));
  if (line.find(", \"") == std::string_view::npos && line.find("; \"") == std::string_view::npos)
    return std::nullopt;
  std::string out;
  out.reserve(text.size());
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (c == ' ' && !quoted && !out.empty() && (out.back() == ',' || out.back() == ';')) {
      const std::size_t next = text.find_first_not_of(' ', i);
      if (next != std::string_view::npos && text[next] == '"') continue;
    }
    out += c;
  }
  return out;
}

std::optional<std::size_t> separators_a_line(std::string_view text, char separator) {
  std::optional<std::size_t> usual;
  bool same = true;
  each_line(text, [&](std::string_view line) {
    if (trim(line).empty()) return true;
    const auto here = static_cast<std::size_t>(std::count(line.begin(), line.end(), separator));
    same = here == usual.value_or(here);
    usual = here;
    return same;
  });
  return same ? usual : std::nullopt;
}

std::optional<std::string> with_quoted_quotes(std::string_view text) {
  if (text.find('"') == std::string_view::npos || !separators_a_line(text, '\t')) return std::nullopt;
  bool loose = false;
  each_line(text, [&](std::string_view line) {
    if (line.find('"') == std::string_view::npos) return true;
    each_field(line, [&](std::string_view field, bool) {
      loose |= field.starts_with('"') && !is_well_quoted(field);
    });
    return !loose;
  });
  if (!loose) return std::nullopt;
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  each_line(text, [&](std::string_view line) {
    each_field(line, [&](std::string_view field, bool more) {
      if (field.starts_with('"') && !is_well_quoted(field)) {
        out += '"';
        for (const char c : field) out.append(c == '"' ? 2 : 1, c);
        out += '"';
      } else {
        out += field;
      }
      if (more) out += '\t';
    });
    out += '\n';
    return true;
  });
  return out;
}

}  // namespace dissent
