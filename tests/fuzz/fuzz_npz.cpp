// npz: the directory, previews, and every array.
#include "dissent/io/npz.h"
#include "fuzz.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] {
    const NpzReader reader(fuzz::view(bytes, size), fuzz::kName);
    for (const NpzReader::Entry& entry : reader.entries()) {
      fuzz::expect(reader.find(entry.name) != nullptr, "an entry is found by its name");
      fuzz::read_or_refuse([&] { reader.preview(entry, 256); });
      fuzz::read_or_refuse(
          [&] { fuzz::expect(reader.read(entry).available() == entry.header.cells, "all cells are there"); });
    }
  });
}
