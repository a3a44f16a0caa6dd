#include "dissent/text/unicode.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "dissent/core/error.h"
#include "dissent/text/unicode_tables.h"

#ifdef DISSENT_HAS_UTF8PROC
#include <utf8proc.h>
#endif

namespace dissent {

Utf8Point decode_utf8(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  if (first >= 0xC2 && first < 0xE0 && follows(1)) return {(first & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  if (first >= 0xE0 && first < 0xF0 && follows(1) && follows(2)) {
    const std::uint32_t value = (first & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    if (value >= 0x800 && (value < 0xD800 || value > 0xDFFF)) return {value, 3};
  }
  if (first >= 0xF0 && first < 0xF5 && follows(1) && follows(2) && follows(3)) {
    const std::uint32_t value =
        (first & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
    if (value >= 0x10000 && value <= 0x10FFFF) return {value, 4};
  }
  return {};
}

void append_utf8(std::string& text, char32_t c) {
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (c < 0x80) return put(c);
  if (c < 0x800) {
    put(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      put(0xE0 | c >> 12);
    } else {
      put(0xF0 | c >> 18);
      put(0x80 | (c >> 12 & 0x3F));
    }
    put(0x80 | (c >> 6 & 0x3F));
  }
  put(0x80 | (c & 0x3F));
}

std::size_t ascii_end(std::string_view text, std::size_t at) {
  for (std::uint64_t eight = 0; at + sizeof eight <= text.size(); at += sizeof eight) {
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & 0x8080808080808080u) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

void expect_utf8(std::string_view text) {
  for (std::size_t at = ascii_end(text, 0); at < text.size();) {
    const Utf8Point point = decode_utf8(text, at);
    if (point.length == 0) {
      fail(
          "byte {} (0x{:02X}) is not UTF-8; convert the text first, e.g. `iconv -f latin1 -t utf-8 IN > OUT`",
          at, static_cast<unsigned char>(text[at]));
    }
    at += point.length;
    if (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) at = ascii_end(text, at);
  }
}

CodePointTable::CodePointTable() {
  std::vector<std::uint8_t> flat(0x110000);
  const auto set = [&](std::span<const code_points::Range> ranges, std::uint8_t bits) {
    for (const code_points::Range& range : ranges) {
      for (char32_t c = range.first; c <= range.last; ++c) flat[c] |= bits;
    }
  };
  set(code_points::kRemoved, removed);
  set(code_points::kWhite, white);
  set(code_points::kPunctuation, punctuation);
  set(code_points::kMarks, mark | ordered);
  set(code_points::kIdeographs, ideograph);
  set(code_points::kReordered, ordered);
  for (std::size_t i = 0; i < block_of_.size(); ++i) {
    Block block;
    std::copy_n(flat.begin() + static_cast<std::ptrdiff_t>(i * block.size()), block.size(), block.begin());
    const auto same = std::find(blocks_.begin(), blocks_.end(), block);
    block_of_[i] = static_cast<std::uint8_t>(same - blocks_.begin());
    if (same == blocks_.end()) blocks_.push_back(block);
  }
  if (blocks_.size() > 256) fail("{} kinds of code point blocks; a byte names 256", blocks_.size());
}

const CodePointTable& CodePointTable::get() {
  static const CodePointTable table;
  return table;
}

#ifdef DISSENT_HAS_UTF8PROC

namespace {

// Decompositions younger than the library's tables (Unicode 13 and 16).
bool is_young(char32_t c) {
  const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  return c == 0x105C9 || c == 0x105E4 || within(0x11383, 0x113C8) || c == 0x11938 ||
         within(0x16121, 0x16128) || within(0x16D68, 0x16D6A);
}

// Capital letters of Unicode 16 and 17, which the utf8proc at hand may not know yet.
char32_t young_lower(char32_t c) {
  const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  switch (c) {
    case 0x1C89:
    case 0xA7CC:
    case 0xA7CE:
    case 0xA7D2:
    case 0xA7D4:
    case 0xA7DA:
      return c + 1;
    case 0xA7CB:
      return 0x264;
    case 0xA7DC:
      return 0x19B;
    default:
      break;
  }
  if (within(0x10D50, 0x10D65)) return c + 0x20;
  if (within(0x16EA0, 0x16EB8)) return c + 0x1B;
  return c;
}

}  // namespace

bool has_unicode() {
  return true;
}

Decomposition decompose(char32_t c) {
  Decomposition result{{c}, 1};
  if (c < 0xC0 || is_young(c)) return result;
  std::array<utf8proc_int32_t, 4> values{};
  int boundary = 0;  // utf8proc keeps a state there that only grapheme breaks read
  const utf8proc_ssize_t count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), values.data(),
                                                         values.size(), UTF8PROC_DECOMPOSE, &boundary);
  if (count < 1 || static_cast<std::size_t>(count) > values.size()) return result;
  result.count = static_cast<std::size_t>(count);
  std::transform(values.begin(), values.end(), result.values.begin(),
                 [](utf8proc_int32_t value) { return static_cast<char32_t>(value); });
  return result;
}

std::uint8_t combining_class(char32_t c) {
  if ((CodePointTable::get()[c] & CodePointTable::ordered) == 0) return 0;
  return static_cast<std::uint8_t>(utf8proc_get_property(static_cast<utf8proc_int32_t>(c))->combining_class);
}

void append_lower(std::string& text, char32_t c) {
  if (c == 0x130) return append_utf8(text, 'i'), append_utf8(text, 0x307);  // the one that becomes two
  const auto lower = static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
  append_utf8(text, lower == c ? young_lower(c) : lower);
}

#else

namespace {

[[noreturn]] void refuse() {
  fail("built without utf8proc; install it (Debian: libutf8proc-dev) and build again");
}

}  // namespace

bool has_unicode() {
  return false;
}

Decomposition decompose(char32_t) {
  refuse();
}

std::uint8_t combining_class(char32_t) {
  refuse();
}

void append_lower(std::string&, char32_t) {
  refuse();
}

#endif

}  // namespace dissent
