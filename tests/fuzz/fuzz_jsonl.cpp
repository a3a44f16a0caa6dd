// JSON Lines.
#include "dissent/io/json.h"
#include "fuzz.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] {
    for (JsonLines lines(fuzz::view(bytes, size), fuzz::kName); lines.next();) {
      fuzz::expect(!lines.record().is_discarded() && !lines.place().empty(),
                   "a record has a value and a place");
    }
  });
}
