#include "dissent/images/image.h"

#include <stdexcept>

#include <png.h>

#include "dissent/core/error.h"
#include "dissent/images/jpeg.h"
#include "dissent/io/file.h"

namespace dissent {
namespace {

constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

void check_size(std::size_t width, std::size_t height, const std::string& name) {
  if (width >= 1 && height >= 1 && width <= kMaxImageSide && height <= kMaxImageSide) return;
  fail("{}: the image is {} x {}; sides of 1 to {} pixels are read, so make it smaller first", name, width,
       height, kMaxImageSide);
}

// libpng's simplified reader stops after the last row, so that a missing end would go unseen.
void check_png_chunks(std::string_view bytes, const std::string& name) {
  std::size_t at = kPngSignature.size();
  while (true) {
    if (bytes.size() - at < 12) {
      fail("{}: the PNG is cut off at byte {}; copy the file again", name, bytes.size());
    }
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8 | static_cast<unsigned char>(bytes[at + i]);
    if (length > bytes.size() - at - 12) {
      fail("{}: the PNG is cut off at byte {}, inside the chunk at byte {}; copy the file again", name,
           bytes.size(), at);
    }
    if (bytes.substr(at + 4, 4) == "IEND") return;
    at += 12 + length;
  }
}

struct PngImage : png_image {  // freed on every way out
  PngImage() : png_image{} { version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(this); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;
};

Image decode_png(std::string_view bytes, const std::string& name) {
  check_png_chunks(bytes, name);
  PngImage png;
  if (png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()) == 0) {
    fail("{}: not a readable PNG: {}", name, png.message);
  }
  check_size(png.width, png.height, name);
  const bool colour = (png.format & PNG_FORMAT_FLAG_COLOR) != 0;
  png.format = colour ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  Image image{png.width, png.height, colour ? 3u : 1u, {}};
  image.pixels.resize(image.width * image.height * image.channels);
  const png_color black{0, 0, 0};
  if (png_image_finish_read(&png, &black, image.pixels.data(), 0, nullptr) == 0) {
    fail("{}: the PNG is damaged: {}", name, png.message);
  }
  return image;
}

}  // namespace

Image decode_image(std::string_view bytes, const std::filesystem::path& name) {
  if (bytes.starts_with(kPngSignature)) return decode_png(bytes, name.string());
  if (bytes.starts_with("\xFF\xD8\xFF")) return decode_jpeg(bytes, name.string());
  if (bytes.empty()) fail("{}: the image file is empty", name.string());
  fail("{}: neither PNG nor JPEG; convert it to PNG", name.string());
}

Image read_image(const std::filesystem::path& path) {
  const MappedFile file(path);
  return decode_image(file.bytes(), path);
}

std::string encode_png(const Image& image) {
  const bool fits = (image.channels == 1 || image.channels == 3) && image.width > 0 && image.height > 0 &&
                    image.pixels.size() == image.width * image.height * image.channels;
  if (!fits) throw std::logic_error("encode_png: the pixels do not fit the image's shape");
  PngImage png;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = image.channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::string bytes(size, '\0');
  if (png_image_write_to_memory(&png, bytes.data(), &size, 0, image.pixels.data(), 0, nullptr) == 0) {
    fail("the image cannot be written as PNG: {}", png.message);
  }
  bytes.resize(size);
  return bytes;
}

void write_png(const std::filesystem::path& path, const Image& image) {
  write_file(path, encode_png(image));
}

}  // namespace dissent
