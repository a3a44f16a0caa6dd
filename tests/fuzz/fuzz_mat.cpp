// MATLAB files: the variable's bytes, plain and packed.
#include "dissent/images/mat.h"
#include "fuzz.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] {
    const MatArray array = parse_mat_uint8(fuzz::view(bytes, size), fuzz::kName, "X");
    std::size_t cells = 1;
    for (const std::size_t side : array.shape) cells *= side;
    fuzz::expect(cells == array.cells.size(), "as many cells as the shape has");
  });
}
