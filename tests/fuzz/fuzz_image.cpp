// Images: PNG, and JPEG where the build has it; what is read can be written as PNG and reads as the same.
#include "dissent/images/image.h"
#include "fuzz.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] {
    const Image image = decode_image(fuzz::view(bytes, size), fuzz::kName);
    fuzz::expect(image.pixels.size() == image.width * image.height * image.channels, "all pixels are there");
    if (image.pixels.size() > std::size_t{1} << 16) return;  // encoding is slow
    fuzz::expect(decode_image(encode_png(image), fuzz::kName).pixels == image.pixels, "the same as PNG");
  });
}
