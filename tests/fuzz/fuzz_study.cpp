// YAML study files; only the file itself is read.
#include "dissent/study/study.h"
#include "fuzz.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] { parse_study(fuzz::view(bytes, size), fuzz::kName); });
}
