// JSON: what is read can be written, and reads as the same.
#include "dissent/io/json.h"
#include "fuzz.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] {
    const Json value = parse_json(fuzz::view(bytes, size), fuzz::kName);
    const std::string text = value.dump();
    fuzz::expect(parse_json(text, fuzz::kName).dump() == text, "the same when read again");
  });
}
