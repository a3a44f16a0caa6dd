// Features of texts in the cache: as many numbers as the items have, all of them finite.
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
    const FeatureInputs features = parse_features(fuzz::view(bytes, size), fuzz::kName, "key", {2, 0});
    fuzz::expect(features.values.size() == 2 * features.width() && features.dimension > 0,
                 "all of every item");
  });
}
