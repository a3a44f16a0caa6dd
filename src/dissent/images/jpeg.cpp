#include "dissent/images/jpeg.h"

#include "dissent/core/error.h"

#ifdef DISSENT_HAS_JPEG

#include <array>
#include <csetjmp>
#include <cstdio>

#include <jerror.h>
#include <jpeglib.h>

namespace dissent {
namespace {

// libjpeg reports errors by a function that must not return, so each step below jumps back to its start with
// only plain values alive in between; the decoder itself is freed by its owner.
class JpegDecoder {
 public:
  JpegDecoder() {
    codec_.err = jpeg_std_error(&errors_);
    errors_.error_exit = [](j_common_ptr codec) { stop(codec); };
    errors_.emit_message = [](j_common_ptr codec, int level) {
      if (level < 0 && is_damage(codec->err->msg_code)) stop(codec);
    };
    progress_.progress_monitor = [](j_common_ptr codec) {
      if (reinterpret_cast<j_decompress_ptr>(codec)->input_scan_number > kMostScans) {
        stop(codec, "more than 100 progressive scans");
      }
    };
    codec_.client_data = this;
  }
  ~JpegDecoder() { jpeg_destroy_decompress(&codec_); }
  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;

  bool read_header(std::string_view bytes) {
    if (setjmp(back_) != 0) return false;
    jpeg_create_decompress(&codec_);
    codec_.client_data = this;
    codec_.progress = &progress_;
    jpeg_mem_src(&codec_, reinterpret_cast<const unsigned char*>(bytes.data()),
                 static_cast<unsigned long>(bytes.size()));
    jpeg_read_header(&codec_, TRUE);
    return true;
  }
  bool read_rows(unsigned char* pixels) {
    if (setjmp(back_) != 0) return false;
    codec_.out_color_space = channels() == 1 ? JCS_GRAYSCALE : JCS_RGB;
    codec_.dct_method = JDCT_ISLOW;  // the same pixels on every machine
    jpeg_start_decompress(&codec_);
    while (codec_.output_scanline < codec_.output_height) {
      JSAMPROW row = pixels + std::size_t{codec_.output_scanline} * width() * channels();
      jpeg_read_scanlines(&codec_, &row, 1);
    }
    jpeg_finish_decompress(&codec_);
    return true;
  }

  std::size_t width() const { return codec_.image_width; }
  std::size_t height() const { return codec_.image_height; }
  std::size_t channels() const { return codec_.jpeg_color_space == JCS_GRAYSCALE ? 1 : 3; }
  bool has_four_inks() const {
    return codec_.jpeg_color_space == JCS_CMYK || codec_.jpeg_color_space == JCS_YCCK;
  }
  const char* message() const { return message_.data(); }

 private:
  static constexpr int kMostScans = 100;  // a progressive file has about 10; thousands are an attack

  static bool is_damage(int code) {
    return code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE ||
           code == JWRN_MUST_RESYNC || code == JWRN_BOGUS_PROGRESSION;
  }
  [[noreturn]] static void stop(j_common_ptr codec, const char* reason = nullptr) {
    auto* self = static_cast<JpegDecoder*>(codec->client_data);
    if (reason != nullptr) {
      std::snprintf(self->message_.data(), self->message_.size(), "%s", reason);
    } else {
      codec->err->format_message(codec, self->message_.data());
    }
    std::longjmp(self->back_, 1);
  }

  jpeg_decompress_struct codec_{};
  jpeg_error_mgr errors_{};
  jpeg_progress_mgr progress_{};
  std::array<char, JMSG_LENGTH_MAX> message_{};
  std::jmp_buf back_;
};

}  // namespace

Image decode_jpeg(std::string_view bytes, const std::string& name) {
  JpegDecoder decoder;
  if (!decoder.read_header(bytes)) fail("{}: not a readable JPEG: {}", name, decoder.message());
  if (decoder.has_four_inks()) fail("{}: a CMYK JPEG; convert it to RGB", name);
  Image image{decoder.width(), decoder.height(), decoder.channels(), {}};
  if (image.width < 1 || image.height < 1 || image.width > kMaxImageSide || image.height > kMaxImageSide) {
    fail("{}: the image is {} x {}; sides of 1 to {} pixels are read, so make it smaller first", name,
         image.width, image.height, kMaxImageSide);
  }
  image.pixels.resize(image.width * image.height * image.channels);
  if (!decoder.read_rows(image.pixels.data())) {
    fail("{}: the JPEG is damaged: {}", name, decoder.message());
  }
  return image;
}

}  // namespace dissent

#else

namespace dissent {

Image decode_jpeg(std::string_view, const std::string& name) {
  fail("{}: a JPEG, and this build reads only PNG; convert it, or install libjpeg and build again", name);
}

}  // namespace dissent

#endif
