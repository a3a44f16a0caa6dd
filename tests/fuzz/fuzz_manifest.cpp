// YAML manifests of data sets; only the manifest itself is read.
#include "dissent/manifest/manifest.h"
#include "fuzz.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] { parse_manifest(fuzz::view(bytes, size), fuzz::kName); });
}
