// 8-bit images, grey or RGB: PNG in and out, JPEG in where the build has libjpeg. A file that is truncated,
// corrupt or larger than kMaxImageSide on a side is an error that names it; nothing is guessed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace dissent {

inline constexpr std::size_t kMaxImageSide = 4096;  // so that a few bytes cannot ask for gigabytes

struct Image {
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t channels = 0;          // 1 (grey) or 3 (RGB)
  std::vector<std::uint8_t> pixels;  // [height, width, channels]
};

// PNG or JPEG, told apart by their first bytes. Transparency is laid over black, palettes and 16 bits become
// 8-bit grey or RGB. `name` stands for the file in messages.
Image decode_image(std::string_view bytes, const std::filesystem::path& name);
Image read_image(const std::filesystem::path& path);

std::string encode_png(const Image& image);
void write_png(const std::filesystem::path& path, const Image& image);  // atomically

}  // namespace dissent
