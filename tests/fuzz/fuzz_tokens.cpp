// Tokens of texts in the cache: sequences that an encoder can take.
#include "dissent/store/encoded_texts_file.h"
#include "fuzz.h"
#include "mutate.h"

using namespace dissent;

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  return fuzz::mutate_safetensors(data, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] {
    const TokenInputs tokens = parse_tokens(fuzz::view(bytes, size), fuzz::kName, "key", {2, 0, 100});
    fuzz::expect(tokens.texts.size() == 2 * tokens.sequences, "sequences of every item");
    if (tokens.length > 10'000) return;  // a row of that length takes its time
    std::vector<std::int32_t> row(tokens.length);
    for (std::size_t i = 0; i < tokens.texts.size(); ++i) {
      padded_row(tokens.texts, i, row);
      fuzz::expect(
          std::all_of(row.begin(), row.end(), [](std::int32_t one) { return one >= -1 && one < 200; }),
          "tokens of the vocabulary");
    }
  });
}
