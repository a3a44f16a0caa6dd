// YAML study files; only the file itself is read.
#include "fuzz.h"
#include "study/study.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] { parse_study(fuzz::view(bytes, size), fuzz::kName); });
}
