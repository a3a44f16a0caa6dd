// safetensors: the entries tile the data, and each has the bytes that its shape asks for.
#include "dissent/io/safetensors.h"
#include "fuzz.h"
#include "mutate.h"

using namespace dissent;

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  return fuzz::mutate_safetensors(data, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] {
    const std::string_view file = fuzz::view(bytes, size);
    const SafetensorsContent content = parse_safetensors(file, fuzz::kName);
    std::size_t total = 0;
    for (const SafetensorsEntry& entry : content.entries) {
      std::size_t wanted = safetensors_dtype_bytes(entry.dtype);
      for (const std::size_t extent : entry.shape) wanted *= extent;
      fuzz::expect(entry.data.size() == wanted, "the bytes of its shape");
      fuzz::expect(entry.data.empty() || entry.data.data() >= file.data() + 8, "within the file");
      fuzz::expect(entry.data.empty() || entry.data.data() + entry.data.size() <= file.data() + size,
                   "within the file");
      fuzz::expect(entry.name != "__metadata__", "metadata is no tensor");
      total += wanted;
    }
    fuzz::expect(total + 8 <= size, "the data is in the file once");
    fuzz::expect(
        content.entries.empty() ||
            content.entries.back().data.data() + content.entries.back().data.size() == file.data() + size,
        "the last ends with the file");
  });
}
