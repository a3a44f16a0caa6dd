// What the files of a Hugging Face tokenizer say, checked: a BERT tokenizer (WordPiece), or an error that
// names the file and the key.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "dissent/core/names.h"
#include "dissent/text/bert_normalizer.h"
#include "dissent/text/wordpiece.h"

namespace dissent {

// A token that is looked for before a text is cut into words.
struct AddedToken {
  std::string content;
  std::int32_t id = 0;
  bool normalized = false;  // looked for in the normalised text
};

// How one text or two become one sequence: [CLS] A [SEP], [CLS] A [SEP] B [SEP].
struct BertTemplate {
  std::int32_t start = -1;
  std::int32_t separator = -1;
  std::array<std::uint8_t, 3> single{0, 0, 0};  // segments of these pieces
  std::array<std::uint8_t, 5> pair{0, 0, 0, 1, 1};
};

struct TokenizerFile {
  BertNormalizerOptions normalizer;
  WordPiece model;
  std::vector<AddedToken> added;
  NameList beyond;  // tokens that only added ones bring, their ids after those of the model
  BertTemplate sequence;
  std::int32_t padding = -1;
};

// A folder, a tokenizer.json or a vocab.txt; beside the latter, tokenizer_config.json is read where it is
// there.
TokenizerFile read_tokenizer_file(const std::filesystem::path& path);

}  // namespace dissent
