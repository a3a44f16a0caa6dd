// Many texts, or pairs of texts, as ids by all cores: the same whatever their number; and as rows of a batch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dissent/core/names.h"

namespace dissent {

class Tokenizer;

// Ragged: ids and segments of item i are [offsets[i], offsets[i + 1]).
struct EncodedTexts {
  std::vector<std::int32_t> ids;
  std::vector<std::uint8_t> segments;
  std::vector<std::size_t> offsets;  // [items + 1]

  std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  std::size_t length(std::size_t item) const { return offsets[item + 1] - offsets[item]; }
};

// Texts as sequences of tokens, as an encoder takes them.
struct TokenInputs {
  EncodedTexts texts;         // [items * sequences]
  std::size_t sequences = 1;  // an item's
  bool choices = false;       // its sequences are choices, one a class, to be scored against each other
  std::size_t length = 0;     // none is longer, and no batch is padded to more
};

// An item in a row that is at least as long: 2 id + segment, and -1 after its end.
void padded_row(const EncodedTexts& texts, std::size_t item, std::span<std::int32_t> row);

// Item i is first[i], or the pair first[i], (*second)[i]. An error names the first item, by its number from 0
// on, whose text is not UTF-8.
EncodedTexts encode_all(const Tokenizer& tokenizer, const NameList& first, const NameList* second,
                        std::size_t max_length);

}  // namespace dissent
