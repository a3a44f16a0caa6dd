#include "dissent/images/image.h"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "support/temporary_folder.h"

#ifdef DISSENT_HAS_JPEG
#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>
#endif

namespace dissent::image_test {
namespace {

std::string error_of(std::string_view bytes) {
  try {
    decode_image(bytes, "x.png");
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_EQ(message.rfind("x.png: ", 0), 0u) << message;
    return message;
  }
  return "";
}

Image gradient(std::size_t width, std::size_t height, std::size_t channels) {
  Image image{width, height, channels, {}};
  for (std::size_t i = 0; i < width * height * channels; ++i) {
    image.pixels.push_back(static_cast<std::uint8_t>(i * 7));
  }
  return image;
}

TEST(Image, PngKeepsEveryPixel) {
  const test::TemporaryFolder folder;
  for (const std::size_t channels : {1u, 3u}) {
    const Image image = gradient(13, 9, channels);
    write_png(folder / "a.png", image);
    const Image read = read_image(folder / "a.png");
    EXPECT_EQ(read.width, 13u);
    EXPECT_EQ(read.height, 9u);
    EXPECT_EQ(read.channels, channels);
    EXPECT_EQ(read.pixels, image.pixels);
  }
}

// A 2 x 1 RGBA image by another writer: half-transparent white and opaque (10, 20, 30).
constexpr unsigned char kRgba[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
    0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0xf4,
    0x22, 0x7f, 0x8a, 0x00, 0x00, 0x00, 0x11, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8,
    0xff, 0xff, 0x7f, 0x03, 0x97, 0x88, 0xdc, 0x7f, 0x00, 0x19, 0x13, 0x04, 0xb9, 0x37, 0x69,
    0x7e, 0xcf, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

TEST(Image, LaysTransparencyOverBlack) {
  const std::string_view bytes(reinterpret_cast<const char*>(kRgba), sizeof(kRgba));
  const Image image = decode_image(bytes, "x.png");
  ASSERT_EQ(image.channels, 3u);
  ASSERT_EQ(image.pixels.size(), 6u);
  EXPECT_EQ(std::vector<std::uint8_t>(image.pixels.begin() + 3, image.pixels.end()),
            (std::vector<std::uint8_t>{10, 20, 30}));
  EXPECT_LT(image.pixels[0], 255);
  EXPECT_GT(image.pixels[0], 0);
}

TEST(Image, EveryCutOfAPngIsAnError) {
  const std::string png = encode_png(gradient(8, 8, 3));
  for (std::size_t size = 0; size < png.size(); ++size) {
    EXPECT_NE(error_of(std::string_view(png).substr(0, size)), "") << size;
  }
  EXPECT_EQ(error_of(png + "trailing"), "");
}

TEST(Image, DamagedPngPixelsAreAnError) {
  const std::string png = encode_png(gradient(32, 32, 3));
  const std::size_t data = png.find("IDAT") + 4;
  for (std::size_t at = data; at < data + 40; ++at) {
    std::string damaged = png;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    EXPECT_NE(error_of(damaged), "") << at;
  }
}

TEST(Image, RefusesHugeSidesBeforeMakingRoom) {
  std::string png = encode_png(gradient(8, 8, 3));
  png[16] = 0x7F;  // width; the checksum of the header is now wrong too, which libpng also refuses
  EXPECT_NE(error_of(png), "");
  EXPECT_NE(error_of(encode_png(gradient(4097, 1, 1))).find("4097 x 1"), std::string::npos);
}

TEST(Image, NamesWhatIsNoImage) {
  EXPECT_NE(error_of("").find("empty"), std::string::npos);
  EXPECT_NE(error_of("GIF89a").find("neither PNG nor JPEG"), std::string::npos);
}

#ifdef DISSENT_HAS_JPEG
std::string encode_jpeg(const Image& image, int quality) {
  jpeg_compress_struct codec{};
  jpeg_error_mgr errors{};
  codec.err = jpeg_std_error(&errors);
  jpeg_create_compress(&codec);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&codec, &bytes, &size);
  codec.image_width = static_cast<JDIMENSION>(image.width);
  codec.image_height = static_cast<JDIMENSION>(image.height);
  codec.input_components = static_cast<int>(image.channels);
  codec.in_color_space = image.channels == 3 ? JCS_RGB : JCS_GRAYSCALE;
  jpeg_set_defaults(&codec);
  jpeg_set_quality(&codec, quality, TRUE);
  jpeg_start_compress(&codec, TRUE);
  for (std::size_t y = 0; y < image.height; ++y) {
    auto* row = const_cast<unsigned char*>(image.pixels.data() + y * image.width * image.channels);
    jpeg_write_scanlines(&codec, &row, 1);
  }
  jpeg_finish_compress(&codec);
  std::string result(reinterpret_cast<char*>(bytes), size);
  jpeg_destroy_compress(&codec);
  std::free(bytes);
  return result;
}

TEST(Image, ReadsJpeg) {
  for (const std::size_t channels : {1u, 3u}) {
    Image image{16, 8, channels, std::vector<std::uint8_t>(16 * 8 * channels, 120)};
    const Image read = decode_image(encode_jpeg(image, 95), "x.jpg");
    EXPECT_EQ(read.width, 16u);
    EXPECT_EQ(read.height, 8u);
    ASSERT_EQ(read.channels, channels);
    for (const std::uint8_t value : read.pixels) EXPECT_NEAR(value, 120, 2);
  }
}

TEST(Image, CutAndDamagedJpegAreErrors) {
  const std::string jpeg = encode_jpeg(gradient(32, 32, 3), 90);
  for (std::size_t size = 3; size + 2 < jpeg.size(); size += 3) {  // the end mark itself may be missing
    EXPECT_NE(error_of(std::string_view(jpeg).substr(0, size)), "") << size << " of " << jpeg.size();
  }
  std::string tall = jpeg;
  const std::size_t frame = tall.find("\xFF\xC0");
  ASSERT_NE(frame, std::string::npos);
  tall[frame + 5] = '\x7F';  // height
  EXPECT_NE(error_of(tall).find("make it smaller"), std::string::npos);
}
#else
TEST(Image, SaysThatJpegIsNotRead) {
  EXPECT_NE(error_of("\xFF\xD8\xFF\xE0").find("only PNG"), std::string::npos);
}
#endif

}  // namespace
}  // namespace dissent::image_test
