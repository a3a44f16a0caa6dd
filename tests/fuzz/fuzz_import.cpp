// Every importer: the first byte picks it from the list, the rest is the file.
#include "import_target.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  ImportOptions options;
  options.format = importers()[bytes[0] % importers().size()].name;
  return fuzz::import_bytes(fuzz::view(bytes + 1, size - 1), options);
}
