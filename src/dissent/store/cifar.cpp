#include "dissent/store/cifar.h"

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/io/file.h"

namespace dissent {
namespace {

constexpr std::size_t kSide = 32;
constexpr std::size_t kPlane = kSide * kSide;
constexpr std::size_t kPixels = 3 * kPlane;

CifarRecords parse(std::string_view bytes, const std::filesystem::path& name, std::size_t label_bytes,
                   unsigned classes, std::string_view what) {
  const std::size_t record = label_bytes + kPixels;
  if (bytes.empty() || bytes.size() % record != 0) {
    fail("{}: {} bytes are not a whole number of {} records of {} bytes; download the file again",
         name.string(), bytes.size(), what, record);
  }
  const std::size_t n = bytes.size() / record;
  CifarRecords records;
  records.images = {kSide, kSide, 3, std::vector<std::uint8_t>(n * kPixels)};
  records.labels.resize(n);
  parallel_ranges(n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto* in = reinterpret_cast<const std::uint8_t*>(bytes.data()) + i * record;
      const std::uint8_t label = in[label_bytes - 1];
      if (label >= classes) {
        fail("{}: record {} (byte {}) has the label {}, and {} has {} classes; is it another file?",
             name.string(), i, i * record, label, what, classes);
      }
      records.labels[i] = label;
      const std::uint8_t* plane = in + label_bytes;
      std::uint8_t* out = records.images.pixels.data() + i * kPixels;
      for (std::size_t p = 0; p < kPlane; ++p) {
        out[3 * p] = plane[p];
        out[3 * p + 1] = plane[p + kPlane];
        out[3 * p + 2] = plane[p + 2 * kPlane];
      }
    }
  });
  return records;
}

}  // namespace

CifarRecords parse_cifar10(std::string_view bytes, const std::filesystem::path& name) {
  return parse(bytes, name, 1, 10, "CIFAR-10");
}

CifarRecords parse_cifar100(std::string_view bytes, const std::filesystem::path& name) {
  return parse(bytes, name, 2, 100, "CIFAR-100");
}

CifarRecords read_cifar10(const std::filesystem::path& path) {
  return parse_cifar10(MappedFile(path).bytes(), path);
}

CifarRecords read_cifar100(const std::filesystem::path& path) {
  return parse_cifar100(MappedFile(path).bytes(), path);
}

std::vector<std::string> cifar10_class_names() {
  return {"airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"};
}

}  // namespace dissent
