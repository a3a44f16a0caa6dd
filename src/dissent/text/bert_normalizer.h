// Text as a BERT tokenizer sees it, step by step as the tokenizers library's BertNormalizer: cleaned, with
// ideographs set apart, without accents, in lower case.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "dissent/text/unicode.h"

namespace dissent {

struct BertNormalizerOptions {
  bool clean_text = true;            // control characters go, white space becomes a blank
  bool handle_chinese_chars = true;  // blanks around ideographs
  bool strip_accents = true;         // decomposed (NFD), then without nonspacing marks
  bool lowercase = true;
};

class BertNormalizer {
 public:
  explicit BertNormalizer(const BertNormalizerOptions& options);
  // Appends `text`, which must be UTF-8, normalised.
  void append(std::string_view text, std::string& out) const;

 private:
  class Writer;
  static constexpr char kDropped = '\xFF';  // is no ASCII

  BertNormalizerOptions options_;
  std::array<char, 128> ascii_{};
};

}  // namespace dissent
