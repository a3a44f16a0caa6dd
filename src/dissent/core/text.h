// Small text helpers shared by every reader: trimming, number parsing, quoting for messages, near misses.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dissent {

std::string_view trim(std::string_view text);
std::string to_lower(std::string_view ascii);
std::vector<std::string> split(std::string_view text, char separator);
std::string join(std::span<const std::string> parts, std::string_view separator);
std::string join(std::span<const std::string_view> parts, std::string_view separator);

// The whole of `text` as a number, surrounding blanks allowed; nothing where it is not one.
std::optional<double> parse_double(std::string_view text);
std::optional<std::int64_t> parse_int(std::string_view text);

// The shortest text that reads back as the same double: "1", "0.1", "2.5".
std::string shortest(double value);

// On one line, and without anything that a terminal would obey: control characters (of both sets of ISO
// 2022), those that turn the direction of writing, and broken UTF-8 are escaped: "\x1b", "\u202e".
std::string printable(std::string_view text);
// For messages: printable, in quotes, cut to `most` bytes.
std::string in_quotes(std::string_view text, std::size_t most = 60);

// How many bytes, for people: "512 bytes", "12.5 kB", "345.6 MB", "1.2 GB".
std::string size_text(std::uint64_t bytes);

// Offset of the first byte that is not part of valid UTF-8; nothing where all of it is valid.
std::optional<std::size_t> invalid_utf8(std::string_view text);

// How many terminal columns the UTF-8 `text` takes (wide East Asian characters count two).
std::size_t display_width(std::string_view text);
// `text` on one line, cut or padded with blanks to exactly `width` columns.
std::string fit(std::string_view text, std::size_t width);

// The candidate nearest to `name` by edit distance, where one is near enough to be what was meant.
std::optional<std::string_view> nearest(std::string_view name, std::span<const std::string_view> candidates);
// "unknown WHAT 'NAME'; did you mean 'X'? known: a, b, c": the end of every look-up that can miss.
std::string unknown_name(std::string_view what, std::string_view name,
                         std::span<const std::string_view> candidates);

}  // namespace dissent
