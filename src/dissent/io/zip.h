// Zip archives as numpy's npz uses them: entries stored or deflated, found through the central directory.
// Nothing is unpacked beyond its declared size, which is itself bounded, so that a small file stays small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dissent {

struct ZipEntry {
  std::string name;
  std::uint64_t packed = 0;  // bytes in the archive
  std::uint64_t size = 0;    // bytes unpacked, as declared
  std::uint64_t data = 0;    // offset of the packed bytes
  std::uint64_t local = 0;   // offset of the local header
  std::uint32_t crc = 0;
  std::uint16_t method = 0;  // 0 stored, 8 deflated
  bool encrypted = false;
};

class ZipReader {
 public:
  static constexpr std::uint64_t kMaxSize = std::uint64_t{16} << 30;
  static constexpr std::uint64_t kMaxRatio = 1100;  // deflate reaches 1032

  // Reads and checks the directory. `bytes` must outlive the reader; `place` opens the messages.
  ZipReader(std::string_view bytes, std::string place);

  const std::vector<ZipEntry>& entries() const { return entries_; }
  // An entry's bytes, unpacked, its check sum compared.
  std::vector<char> read(const ZipEntry& entry) const;
  // Its first bytes, `most` of them or as many as there are; no check sum.
  std::vector<char> read_start(const ZipEntry& entry, std::size_t most) const;

 private:
  std::uint64_t number(std::uint64_t offset, int width) const;
  [[noreturn]] void damaged(std::uint64_t offset, std::string_view what) const;
  std::string place_of(const ZipEntry& entry) const;
  void read_directory(std::uint64_t begin, std::uint64_t end, std::uint64_t count);
  void read_local_header(ZipEntry& entry, std::uint64_t end) const;
  void apply_zip64(ZipEntry& entry, std::uint64_t extra, std::uint64_t length, bool with_offset) const;
  void check_entry(const ZipEntry& entry) const;
  std::size_t unpack(const ZipEntry& entry, char* out, std::size_t room, bool whole) const;

  std::string_view bytes_;
  std::string place_;
  std::vector<ZipEntry> entries_;
};

// A file after deflate, and what it was before.
struct Deflated {
  std::string bytes;
  std::uint64_t size = 0;  // before
  std::uint32_t crc = 0;   // before
};
Deflated deflate_bytes(std::string_view bytes);

// An entry to write: stored, as pieces that are written one after the other, or deflated.
struct ZipPart {
  std::string name;
  std::vector<std::string_view> pieces;
  std::optional<Deflated> deflated = std::nullopt;  // instead of pieces
};
// Writes an archive of these entries, atomically; more than 4 GiB is an error.
void write_zip(const std::filesystem::path& path, const std::vector<ZipPart>& parts);

}  // namespace dissent
