#include "dissent/io/packed.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include <zlib.h>

#ifdef DISSENT_HAS_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif

#include "dissent/core/error.h"

namespace dissent {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;  // bytes unpacked at a time

void check_size(std::size_t size, std::string_view place) {
  if (size > kMaxUnpacked) fail("{}: unpacks to more than {} GiB", place, kMaxUnpacked >> 30);
}

class Inflater {
 public:
  explicit Inflater(std::string_view place) : place_(place) {
    // 15 bits of window, and 16 more for gzip's header and check sum.
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) fail("{}: zlib cannot start", place_);
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  std::string unpack(std::string_view bytes) {
    std::string out;
    std::size_t used = 0;
    bool ended = false;  // a member's end was reached and nothing came after it
    while (used < bytes.size() || !ended) {
      if (stream_.avail_in == 0 && used < bytes.size()) {
        const std::size_t piece =
            std::min<std::size_t>(bytes.size() - used, std::numeric_limits<uInt>::max());
        // zlib does not write to its input; its interface is older than const.
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + used));
        stream_.avail_in = static_cast<uInt>(piece);
      }
      const std::size_t before = out.size();
      out.resize(before + kPiece);
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + before);
      stream_.avail_out = static_cast<uInt>(kPiece);
      const uInt had = stream_.avail_in;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      used += had - stream_.avail_in;
      out.resize(before + kPiece - stream_.avail_out);
      check_size(out.size(), place_);
      ended = status == Z_STREAM_END;
      if (ended) {
        if (used == bytes.size()) break;
        if (!bytes.substr(used).starts_with("\x1F\x8B")) break;  // padding, which gzip passes over, too
        inflateReset(&stream_);
      } else if (status == Z_BUF_ERROR && used == bytes.size()) {
        fail("{}: the gzip file is cut off; copy or download it again", place_);
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        fail("{}: the gzip file is damaged ({}); copy or download it again", place_,
             stream_.msg != nullptr ? stream_.msg : "unreadable");
      }
    }
    return out;
  }

 private:
  z_stream stream_{};
  std::string place_;
};

#ifdef DISSENT_HAS_ARCHIVE
std::string unpack_zstd(std::string_view bytes, std::string_view place) {
  const auto release = [](::archive* handle) { archive_read_free(handle); };
  const std::unique_ptr<::archive, decltype(release)> reader(archive_read_new(), release);
  const auto broken = [&] {
    const char* why = archive_error_string(reader.get());
    fail("{}: the zstd file is damaged or cut off ({})", place, why != nullptr ? why : "unreadable");
  };
  archive_read_support_filter_zstd(reader.get());
  archive_read_support_format_raw(reader.get());
  archive_entry* entry = nullptr;
  if (archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) broken();
  if (archive_read_next_header(reader.get(), &entry) != ARCHIVE_OK) broken();
  std::string out;
  for (std::vector<char> piece(kPiece);;) {
    const la_ssize_t got = archive_read_data(reader.get(), piece.data(), piece.size());
    if (got < 0) broken();
    if (got == 0) return out;
    out.append(piece.data(), static_cast<std::size_t>(got));
    check_size(out.size(), place);
  }
}
#else
std::string unpack_zstd(std::string_view, std::string_view place) {
  fail(
      "{}: compressed with zstd, and this build has no libarchive (Debian: libarchive-dev); unpack it first: "
      "zstd -d",
      place);
}
#endif

}  // namespace

Packing packing_of(std::string_view bytes) {
  if (bytes.starts_with("\x1F\x8B")) return Packing::gzip;
  if (bytes.starts_with("\x28\xB5\x2F\xFD")) return Packing::zstd;
  return Packing::none;
}

std::string_view packing_name(Packing packing) {
  switch (packing) {
    case Packing::gzip:
      return "gzip";
    case Packing::zstd:
      return "zstd";
    case Packing::none:
      break;
  }
  return "";
}

std::string unpack(std::string_view bytes, Packing packing, std::string_view place) {
  switch (packing) {
    case Packing::gzip:
      return Inflater(place).unpack(bytes);
    case Packing::zstd:
      return unpack_zstd(bytes, place);
    case Packing::none:
      break;
  }
  return std::string(bytes);
}

}  // namespace dissent
