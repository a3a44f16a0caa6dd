// npy: the header, and every way to take the cells.
#include "dissent/io/npy.h"
#include "fuzz.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view file = fuzz::view(bytes, size);
  fuzz::read_or_refuse(
      [&] { fuzz::expect(preview_npy(file, fuzz::kName).data.size() <= size, "within the file"); });
  return fuzz::read_or_refuse([&] {
    const NpyArray array = read_npy(file, fuzz::kName);
    fuzz::expect(array.available() == array.header.cells, "all cells are there");
    fuzz::read_or_refuse(
        [&] { fuzz::expect(array.as_doubles().size() == array.header.cells, "all as doubles"); });
    fuzz::read_or_refuse(
        [&] { fuzz::expect(array.as_integers().size() == array.header.cells, "all as integers"); });
    fuzz::read_or_refuse(
        [&] { fuzz::expect(array.as_texts().size() == array.header.cells, "all as texts"); });
  });
}
