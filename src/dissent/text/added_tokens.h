// Tokens that are looked for in a text before it is cut into words, as "[SEP]": the leftmost, of several
// there the longest.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dissent {

class AddedTokens {
 public:
  struct Match {
    std::size_t begin = 0, end = 0;
    std::int32_t id = -1;  // -1: none; begin and end are the text's end
  };
  void add(std::string_view token, std::int32_t id);  // not empty
  bool empty() const { return tokens_.empty(); }
  Match find(std::string_view text, std::size_t from) const;

 private:
  struct Token {
    std::string text;
    std::int32_t id = 0;
  };
  std::vector<Token> tokens_;  // longest first
  std::array<bool, 256> begins_{};
  bool one_byte_ = false;  // all of them begin with the same
};

}  // namespace dissent
