// Import as a user does it: the format is told from the content.
#include "import_target.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::import_bytes(fuzz::view(bytes, size), {});
}
