// A WordPiece vocabulary: tokens by number, and a word cut into the longest tokens from its start on. Cutting
// reads each byte of a word about once and allocates nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/core/names.h"

namespace dissent {

struct WordPieceOptions {
  std::string unknown = "[UNK]";
  std::string prefix = "##";       // of a token that goes on within a word
  std::size_t longest_word = 100;  // code points; a longer word is unknown
};

class WordPiece {
 public:
  // `tokens` in the order of their ids. Fails where one stands twice or the unknown token is missing,
  // naming `place`.
  WordPiece(NameList tokens, WordPieceOptions options, std::string_view place);

  std::size_t size() const { return tokens_.size(); }
  std::string_view token(std::int32_t id) const { return tokens_[static_cast<std::size_t>(id)]; }
  std::optional<std::int32_t> find(std::string_view token) const;
  std::int32_t unknown() const { return unknown_; }
  // Appends the tokens of one word, which must be UTF-8 and not empty; a word that cannot be cut is unknown.
  void append(std::string_view word, std::vector<std::int32_t>& ids) const;

 private:
  // The tokens as two trees of bytes, of those that begin a word and (without the prefix) those that go on.
  // An edge is found by hashing its node and byte.
  struct Edge {
    std::uint32_t key = 0;  // node * 256 + byte, + 1; 0: free
    std::uint32_t to = 0;
  };
  static constexpr std::uint32_t kBegin = 0, kGoOn = 1;
  static constexpr std::int32_t kNone = -1;

  std::size_t home(std::uint32_t key) const { return key * 0x9E3779B1u >> shift_; }
  std::uint32_t step(std::uint32_t node, unsigned char byte) const;  // 0: no such edge
  void insert(std::uint32_t root, std::string_view token, std::int32_t id);
  void grow();

  NameList tokens_;
  WordPieceOptions options_;
  std::vector<Edge> edges_;
  std::size_t edge_count_ = 0;
  int shift_ = 32;
  std::vector<std::int32_t> id_of_node_;
  std::int32_t unknown_ = kNone;
};

}  // namespace dissent
