// A table's text put right before it is read: what other programs write around and inside a table, and what
// reading by the letter of RFC 4180 would trip over. Line numbers stay as they are in the file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dissent {

// Lines that end in a carriage return alone end as usual; comments at the top (# or %) and Excel's "sep=;"
// are blank lines. A comment that names the columns loses its mark. Nothing where the text is fine as it is.
std::optional<std::string> with_plain_lines(std::string_view text);

// Without the blanks between a comma or a semicolon and the quote that follows it, as in `"a", "b"`: quotes
// are only quotes where a field begins. Nothing where the first line has none of these.
std::optional<std::string> with_quotes_first(std::string_view text);

// Tab-separated text whose quotes are only characters: all lines have the same number of tabs, and there are
// fields that begin with a quote and do not end with one. Such fields get quotes around them, as CSV wants
// it. Nothing where the text is fine as it is.
std::optional<std::string> with_quoted_quotes(std::string_view text);

// How many of `separator` every line has that is not blank; nothing where they differ. Quotes do not count.
std::optional<std::size_t> separators_a_line(std::string_view text, char separator);

}  // namespace dissent
