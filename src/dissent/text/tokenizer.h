// A BERT tokenizer read from Hugging Face's files: texts as ids, the same ids as the tokenizers library
// gives, from any number of threads at once.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/text/added_tokens.h"
#include "dissent/text/bert_normalizer.h"
#include "dissent/text/tokenizer_file.h"
#include "dissent/text/wordpiece.h"

namespace dissent {

struct Encoded {
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> segments;  // which text: 0, in a pair also 1
};

// How many tokens of two texts are kept where `most` may be: the longer one loses first, and of an odd number
// it keeps one more (of two as long as each other, the second does).
struct PairLengths {
  std::size_t first = 0, second = 0;
};
PairLengths longest_first(std::size_t first, std::size_t second, std::size_t most);

class Tokenizer {
 public:
  // A folder with tokenizer.json, or else vocab.txt and perhaps tokenizer_config.json; or one of these files.
  static Tokenizer read(const std::filesystem::path& path);
  // The content of a tokenizer.json; `place` opens the messages.
  static Tokenizer parse(std::string_view json, const std::string& place);

  // Appends the ids of `text`, without special tokens around it. A text that is not UTF-8 is an error.
  void tokenize(std::string_view text, std::vector<std::int32_t>& ids) const;
  // [CLS] first [SEP], or [CLS] first [SEP] second [SEP]; at most `max_length` ids, these among them.
  Encoded encode(std::string_view first, std::optional<std::string_view> second,
                 std::size_t max_length) const;

  std::size_t vocabulary() const { return file_.model.size() + file_.beyond.size(); }
  std::string_view token(std::int32_t id) const;  // id < vocabulary()
  std::int32_t padding() const { return file_.padding; }
  std::int32_t unknown() const { return file_.model.unknown(); }
  std::int32_t start() const { return file_.sequence.start; }          // [CLS]
  std::int32_t separator() const { return file_.sequence.separator; }  // [SEP]

  // encode() in parts, for many texts: what is kept between calls, and where the sequence goes.
  struct Scratch {
    std::string normalised;
    std::vector<std::int32_t> first, second;
  };
  template <class Segment>
  void append_encoded(std::string_view first, std::optional<std::string_view> second, std::size_t max_length,
                      Scratch& scratch, std::vector<std::int32_t>& ids, std::vector<Segment>& segments) const;
  // Fails where special tokens alone are more.
  static void check_max_length(std::size_t max_length, bool pair);

 private:
  explicit Tokenizer(TokenizerFile file);
  void tokenize(std::string_view text, std::string& normalised, std::vector<std::int32_t>& ids) const;
  void append_words(std::string_view normalised, std::vector<std::int32_t>& ids) const;

  TokenizerFile file_;
  BertNormalizer normalizer_;
  AddedTokens raw_, normalised_;
  enum class Kind : std::uint8_t { word, white, punctuation };
  std::array<Kind, 128> ascii_{};
};

}  // namespace dissent
