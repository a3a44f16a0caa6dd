#include "dissent/io/markup.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "dissent/core/text.h"
#include "dissent/io/csv.h"

namespace dissent {
namespace {

bool is_one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

// Line breaks and tabs are blanks; other control characters are escaped.
std::string on_one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return is_one_of(c, "\n\r\t\v\f"); }, ' ');
  return printable(line);
}

bool is_punctuation(char c) {
  return std::ispunct(static_cast<unsigned char>(c)) != 0;
}

std::string markdown(std::string_view text, std::string_view escaped) {
  const std::string line = on_one_line(text);
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i], next = i + 1 < line.size() ? line[i + 1] : '\0';
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&' && (next == '#' || std::isalpha(static_cast<unsigned char>(next)) != 0)) {
      out += "&amp;";
    } else {
      // A backslash is one unless it takes the meaning from what follows; what ends a cell follows the last.
      const bool takes_meaning = c == '\\' && (next == '\0' || is_punctuation(next));
      const bool links = c == ']' && (next == '(' || next == '[' || next == ':');
      if (takes_meaning || links || is_one_of(c, escaped)) out += '\\';
      out += c;
    }
  }
  return out;
}

// Whether a spreadsheet computes it, or takes the apostrophe before it for its own.
bool begins_formula(std::string_view text) {
  const std::size_t begin = text.find_first_not_of('\'');
  return begin != std::string_view::npos && is_one_of(text[begin], "=+-@\t\r");
}

}  // namespace

std::string in_markdown(std::string_view text) {
  return markdown(text, "|`");
}

std::string sentence_in_markdown(std::string_view text) {
  return markdown(text, "|");
}

std::string in_latex(std::string_view text) {
  std::string out;
  for (const char c : on_one_line(text)) {
    if (c == '\\') {
      out += "\\textbackslash{}";
    } else if (c == '~') {
      out += "\\textasciitilde{}";
    } else if (c == '^') {
      out += "\\textasciicircum{}";
    } else {
      if (is_one_of(c, "&%$#_{}")) out += '\\';
      out += c;
    }
  }
  for (const auto& [sign, name] :
       {std::pair<std::string_view, std::string_view>{"±", "$\\pm$"}, {"−", "$-$"}}) {
    for (std::size_t at = out.find(sign); at != std::string::npos; at = out.find(sign, at + name.size())) {
      out.replace(at, sign.size(), name);
    }
  }
  return out;
}

std::string in_sheet(std::string_view text) {
  const bool quoted = begins_formula(text) && !parse_double(text);
  return (quoted ? "'" : "") + std::string(text);
}

std::string sheet_field(std::string_view text, CsvTexts texts) {
  return texts == CsvTexts::raw ? csv_field(text) : csv_field(in_sheet(text));
}

std::string_view from_sheet(std::string_view text) {
  if (text.starts_with('\'') && begins_formula(text)) text.remove_prefix(1);
  return text;
}

}  // namespace dissent
