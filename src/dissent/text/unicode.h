// What of Unicode a BERT tokenizer needs: strict UTF-8, and the properties, decompositions and lower-case
// letters that the tokenizers library goes by, whatever Unicode the utf8proc at hand has.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dissent {

// Whether this build has utf8proc; without it, decompose(), combining_class() and append_lower() are errors.
bool has_unicode();

struct Utf8Point {
  char32_t value = 0;
  std::size_t length = 0;  // bytes; 0: no valid UTF-8 begins here
};
// The code point that begins at `at` < text.size().
Utf8Point decode_utf8(std::string_view text, std::size_t at);
void append_utf8(std::string& text, char32_t c);
// The end of the run of ASCII that begins at `at`.
std::size_t ascii_end(std::string_view text, std::size_t at);
// Fails where `text` is not UTF-8, naming the offset of the byte.
void expect_utf8(std::string_view text);

// Properties of code points as bits, in two levels: blocks of 256 that are the same are kept once.
class CodePointTable {
 public:
  enum Property : std::uint8_t {
    removed = 1,      // by clean_text
    white = 2,        // White_Space
    punctuation = 4,  // stands alone
    mark = 8,         // removed by strip_accents
    ideograph = 16,   // set apart by handle_chinese_chars
    ordered = 32,     // has a combining class other than 0, perhaps
  };
  static const CodePointTable& get();
  std::uint8_t operator[](char32_t c) const { return blocks_[block_of_[c >> 8]][c & 0xFF]; }

 private:
  using Block = std::array<std::uint8_t, 256>;
  CodePointTable();
  std::array<std::uint8_t, 0x1100> block_of_{};
  std::vector<Block> blocks_;
};

// The canonical decomposition of one code point, itself where it has none.
struct Decomposition {
  std::array<char32_t, 4> values{};
  std::size_t count = 0;
};
Decomposition decompose(char32_t c);
std::uint8_t combining_class(char32_t c);
// The lower-case form of one code point without regard to its neighbours: Σ is σ also at the end of a word.
void append_lower(std::string& text, char32_t c);

}  // namespace dissent
