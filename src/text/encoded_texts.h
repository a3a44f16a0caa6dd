// Many texts, or pairs of texts, as ids by all cores: the same whatever their number.
#pragma once

#include <cstdint>
#include <vector>

#include "core/names.h"
#include "text/tokenizer.h"

namespace dissent {

// Ragged: ids and segments of item i are [offsets[i], offsets[i + 1]).
struct EncodedTexts {
  std::vector<std::int32_t> ids;
  std::vector<std::uint8_t> segments;
  std::vector<std::size_t> offsets;  // [items + 1]
};

// Item i is first[i], or the pair first[i], (*second)[i]. An error names the first item, by its number from 0
// on, whose text is not UTF-8.
EncodedTexts encode_all(const Tokenizer& tokenizer, const NameList& first, const NameList* second,
                        std::size_t max_length);

}  // namespace dissent
