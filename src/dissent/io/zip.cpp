#include "dissent/io/zip.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include <zlib.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"

namespace dissent {
namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50, kCentralHeader = 0x02014b50, kEnd = 0x06054b50;
constexpr std::uint32_t kEnd64 = 0x06064b50, kEnd64Locator = 0x07064b50;
constexpr std::uint64_t kNone32 = 0xFFFFFFFF, kNone16 = 0xFFFF;
constexpr std::uint64_t kEndSize = 22, kEnd64Size = 56, kEnd64LocatorSize = 20, kCentralSize = 46,
                        kLocalSize = 30;
constexpr std::uint16_t kStored = 0, kDeflated = 8;

}  // namespace

void ZipReader::damaged(std::uint64_t offset, std::string_view what) const {
  fail("{}, byte {}: the zip archive is damaged: {}; copy or save the file again", place_, offset, what);
}

std::string ZipReader::place_of(const ZipEntry& entry) const {
  return fmt::format("{}, entry {}, byte {}", place_, in_quotes(entry.name), entry.local);
}

std::uint64_t ZipReader::number(std::uint64_t offset, int width) const {
  std::uint64_t value = 0;
  if (offset > bytes_.size() || bytes_.size() - offset < static_cast<std::uint64_t>(width)) {
    damaged(bytes_.size(), "it ends early");
  }
  for (int i = width; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes_[offset + static_cast<std::uint64_t>(i)]);
  }
  return value;
}

ZipReader::ZipReader(std::string_view bytes, std::string place) : bytes_(bytes), place_(std::move(place)) {
  // The end record is last, but for a comment of up to 65,535 bytes whose length it states.
  if (bytes_.size() < kEndSize) damaged(bytes_.size(), "it ends early");
  std::uint64_t end = bytes_.size() - kEndSize;
  const std::uint64_t last = end > kNone16 ? end - kNone16 : 0;
  while (number(end, 4) != kEnd || end + kEndSize + number(end + 20, 2) != bytes_.size()) {
    if (end == last) damaged(bytes_.size(), "no directory at its end");
    --end;
  }
  std::uint64_t count = number(end + 10, 2), size = number(end + 12, 4), begin = number(end + 16, 4);
  std::uint64_t stop = end;
  if (count == kNone16 || size == kNone32 || begin == kNone32) {
    if (end < kEnd64LocatorSize || number(end - kEnd64LocatorSize, 4) != kEnd64Locator) {
      damaged(end, "a zip64 directory is announced and missing");
    }
    const std::uint64_t end64 = number(end - kEnd64LocatorSize + 8, 8);
    if (end64 > end - kEnd64LocatorSize || end - kEnd64LocatorSize - end64 < kEnd64Size ||
        number(end64, 4) != kEnd64) {
      damaged(end - kEnd64LocatorSize, "the zip64 directory is not where it should be");
    }
    count = number(end64 + 32, 8);
    size = number(end64 + 40, 8);
    begin = number(end64 + 48, 8);
    stop = end64;
  }
  if (begin > stop || size != stop - begin) damaged(end, "its directory has another size than stated");
  read_directory(begin, stop, count);
}

void ZipReader::read_directory(std::uint64_t begin, std::uint64_t end, std::uint64_t count) {
  for (std::uint64_t at = begin; at < end;) {
    if (end - at < kCentralSize || number(at, 4) != kCentralHeader) damaged(at, "no directory entry here");
    ZipEntry entry;
    const std::uint64_t flags = number(at + 8, 2);
    entry.encrypted = (flags & 0x2041) != 0;
    entry.method = static_cast<std::uint16_t>(number(at + 10, 2));
    entry.crc = static_cast<std::uint32_t>(number(at + 16, 4));
    entry.packed = number(at + 20, 4);
    entry.size = number(at + 24, 4);
    entry.local = number(at + 42, 4);
    const std::uint64_t name = number(at + 28, 2), extra = number(at + 30, 2), comment = number(at + 32, 2);
    if (end - at - kCentralSize < name + extra + comment) damaged(at, "a directory entry ends early");
    entry.name = bytes_.substr(at + kCentralSize, name);
    apply_zip64(entry, at + kCentralSize + name, extra, true);
    read_local_header(entry, begin);
    entries_.push_back(std::move(entry));
    at += kCentralSize + name + extra + comment;
  }
  if (entries_.size() != count) damaged(begin, "its directory has another number of entries than stated");

  std::vector<const ZipEntry*> order;
  for (const ZipEntry& entry : entries_) order.push_back(&entry);
  std::sort(order.begin(), order.end(), [](auto* a, auto* b) { return a->local < b->local; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (order[i - 1]->data + order[i - 1]->packed > order[i]->local) {
      damaged(order[i]->local, fmt::format("entries {} and {} overlap", in_quotes(order[i - 1]->name),
                                           in_quotes(order[i]->name)));
    }
  }
}

// Sizes that do not fit 32 bits stand in the extra field 1, in the order size, packed, offset.
void ZipReader::apply_zip64(ZipEntry& entry, std::uint64_t extra, std::uint64_t length,
                            bool with_offset) const {
  const std::uint64_t end = extra + length;
  while (end - extra >= 4) {
    const std::uint64_t id = number(extra, 2), size = number(extra + 2, 2);
    extra += 4;
    if (size > end - extra) damaged(extra, "an extra field ends early");
    if (id == 1) {
      std::uint64_t at = extra;
      const auto take = [&](std::uint64_t& value) {
        if (value != kNone32) return;
        if (extra + size - at < 8) damaged(extra, "a zip64 size is announced and missing");
        value = number(at, 8);
        at += 8;
      };
      take(entry.size);
      take(entry.packed);
      if (with_offset) take(entry.local);
      return;
    }
    extra += size;
  }
}

void ZipReader::read_local_header(ZipEntry& entry, std::uint64_t end) const {
  if (entry.local > end || end - entry.local < kLocalSize || number(entry.local, 4) != kLocalHeader) {
    damaged(entry.local, fmt::format("entry {} is not where it should be", in_quotes(entry.name)));
  }
  const std::uint64_t name = number(entry.local + 26, 2), extra = number(entry.local + 28, 2);
  entry.data = entry.local + kLocalSize + name + extra;
  if (entry.data > end || entry.packed > end - entry.data) {
    damaged(entry.local, fmt::format("entry {} passes the end", in_quotes(entry.name)));
  }
  ZipEntry local;
  local.packed = number(entry.local + 18, 4);
  local.size = number(entry.local + 22, 4);
  apply_zip64(local, entry.local + kLocalSize + name, extra, false);
  const bool sizes_follow_data = (number(entry.local + 6, 2) & 8) != 0;  // then the header has zeros
  const bool same = local.packed == entry.packed && local.size == entry.size;
  const bool left_out = sizes_follow_data && local.packed == 0 && local.size == 0;
  if ((!same && !left_out) || bytes_.substr(entry.local + kLocalSize, name) != entry.name ||
      number(entry.local + 8, 2) != entry.method) {
    damaged(entry.local, fmt::format("entry {} and the directory differ", in_quotes(entry.name)));
  }
}

void ZipReader::check_entry(const ZipEntry& entry) const {
  if (entry.encrypted) {
    fail("{}: encrypted; save it without a password, e.g. with np.savez_compressed", place_of(entry));
  }
  if (entry.method != kStored && entry.method != kDeflated) {
    fail("{}: compressed by method {}; save it again with np.savez_compressed", place_of(entry),
         entry.method);
  }
  if (entry.size > kMaxSize || entry.size / kMaxRatio > entry.packed) {
    fail("{}: claims {} bytes from {}; more than {} to 1 or 16 GiB is not unpacked; save it with np.save",
         place_of(entry), entry.size, entry.packed, kMaxRatio);
  }
  if (entry.method == kStored && entry.packed != entry.size) {
    damaged(entry.local, fmt::format("stored entry {} has two sizes", in_quotes(entry.name)));
  }
}

// Fills `out` and returns how much of it; `whole` asks that the entry ends exactly there.
std::size_t ZipReader::unpack(const ZipEntry& entry, char* out, std::size_t room, bool whole) const {
  const std::string_view packed = bytes_.substr(entry.data, entry.packed);
  if (entry.method == kStored) {
    const std::size_t size = std::min(room, packed.size());
    if (size > 0) std::memcpy(out, packed.data(), size);
    return size;
  }
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  constexpr std::size_t kStep = std::size_t{1} << 30;  // zlib counts in 32 bits
  std::size_t taken = 0, made = 0;
  char beyond = 0;  // takes the byte that a longer entry than declared would have
  int state = Z_OK;
  while (state == Z_OK) {
    const auto feed = static_cast<uInt>(std::min(kStep, packed.size() - taken));
    const bool full = made == room;
    const auto space = full ? uInt{1} : static_cast<uInt>(std::min(kStep, room - made));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + taken));
    stream.avail_in = feed;
    stream.next_out = reinterpret_cast<Bytef*>(full ? &beyond : out + made);
    stream.avail_out = space;
    state = inflate(&stream, Z_NO_FLUSH);
    taken += feed - stream.avail_in;
    made += space - stream.avail_out;
    if (made > room || (made == room && !whole)) break;
  }
  inflateEnd(&stream);
  if (!whole && (state == Z_OK || state == Z_STREAM_END)) return std::min(made, room);
  if (made > room)
    damaged(entry.data, fmt::format("entry {} is longer than declared", in_quotes(entry.name)));
  if (state != Z_STREAM_END || made != room || taken != packed.size()) {
    damaged(entry.data + taken,
            fmt::format("entry {} does not unpack to {} bytes", in_quotes(entry.name), room));
  }
  return made;
}

std::vector<char> ZipReader::read(const ZipEntry& entry) const {
  check_entry(entry);
  std::vector<char> out(entry.size);
  unpack(entry, out.data(), out.size(), true);
  if (crc32_z(0, reinterpret_cast<const Bytef*>(out.data()), out.size()) != entry.crc) {
    damaged(entry.data, fmt::format("entry {} has another check sum than stated", in_quotes(entry.name)));
  }
  return out;
}

std::vector<char> ZipReader::read_start(const ZipEntry& entry, std::size_t most) const {
  check_entry(entry);
  std::vector<char> out(std::min<std::uint64_t>(entry.size, most));
  out.resize(unpack(entry, out.data(), out.size(), false));
  return out;
}

Deflated deflate_bytes(std::string_view bytes) {
  constexpr std::size_t kMost = std::size_t{1} << 31;  // zlib counts in 32 bits
  if (bytes.size() > kMost) fail("{} bytes are more than are deflated at a time", bytes.size());
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  Deflated out;
  out.bytes.resize(deflateBound(&stream, static_cast<uLong>(bytes.size())));
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.bytes.data());
  stream.avail_out = static_cast<uInt>(out.bytes.size());
  const int state = deflate(&stream, Z_FINISH);
  out.bytes.resize(out.bytes.size() - stream.avail_out);
  deflateEnd(&stream);
  if (state != Z_STREAM_END) fail("zlib could not deflate {} bytes", bytes.size());
  out.size = bytes.size();
  out.crc = static_cast<std::uint32_t>(
      crc32_z(crc32_z(0, nullptr, 0), reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  return out;
}

void write_zip(const std::filesystem::path& path, const std::vector<ZipPart>& parts) {
  AtomicFile file(path);
  std::string directory;
  std::uint64_t at = 0;
  const auto put = [](std::string& to, std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i) to += static_cast<char>(value >> (8 * i) & 0xFF);
  };
  for (const ZipPart& part : parts) {
    std::uint64_t size = 0;
    uLong crc = 0;
    for (const std::string_view piece : part.pieces) {
      if (piece.empty()) continue;  // zlib starts anew where it is given no address
      size += piece.size();
      crc = crc32_z(crc, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
    }
    std::uint64_t packed = size;
    if (part.deflated) {
      packed = part.deflated->bytes.size();
      size = part.deflated->size;
      crc = part.deflated->crc;
    }
    if (at + std::max(size, packed) > kNone32 - 65536) {
      fail("{}: more than 4 GiB, which this archive cannot hold; write an .npy instead", path.string());
    }
    std::string shared;  // the part that both headers have: version 2.0, no flags, method, 1 January 1980
    put(shared, 20, 2), put(shared, 0, 2), put(shared, part.deflated ? kDeflated : kStored, 2);
    put(shared, 0x00210000, 4), put(shared, crc, 4), put(shared, packed, 4), put(shared, size, 4);
    put(shared, part.name.size(), 2), put(shared, 0, 2);
    std::string local;
    put(local, kLocalHeader, 4);
    local += shared + part.name;
    put(directory, kCentralHeader, 4), put(directory, 20, 2);
    directory += shared;
    put(directory, 0, 2), put(directory, 0, 2), put(directory, 0, 2), put(directory, 0, 4);
    put(directory, at, 4);
    directory += part.name;
    file.write(local);
    for (const std::string_view piece : part.pieces) file.write(piece);
    if (part.deflated) file.write(part.deflated->bytes);
    at += local.size() + packed;
  }
  std::string end;
  put(end, kEnd, 4), put(end, 0, 4), put(end, parts.size(), 2), put(end, parts.size(), 2);
  put(end, directory.size(), 4), put(end, at, 4), put(end, 0, 2);
  file.write(directory);
  file.write(end);
  file.commit();
}

}  // namespace dissent
