// tokenizer.json, and with a tokenizer that was read, the same bytes as a text: ids of its vocabulary, or an
// error where they are not UTF-8.
#include <vector>

#include "dissent/text/tokenizer.h"
#include "fuzz.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] {
    const std::string_view file = fuzz::view(bytes, size);
    const Tokenizer tokenizer = Tokenizer::parse(file, fuzz::kName);
    const Encoded encoded = tokenizer.encode(file, file, 64);  // UTF-8, or it would not have been read
    fuzz::expect(encoded.ids.size() <= 64 && encoded.ids.size() == encoded.segments.size(),
                 "at most so many");
    for (const std::int32_t id : encoded.ids) {
      fuzz::expect(id >= 0 && static_cast<std::size_t>(id) < tokenizer.vocabulary(),
                   "an id of the vocabulary");
    }
  });
}
