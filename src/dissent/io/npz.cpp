#include "dissent/io/npz.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/fortran_order.h"

namespace dissent {

std::string NpzReader::place_of(std::string_view name) const {
  return fmt::format("{}, array {}", place_, in_quotes(name));
}

NpzReader::NpzReader(std::string_view bytes, const std::string& place) : place_(place), zip_(bytes, place) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < zip_.entries().size(); ++i) {
    const ZipEntry& packed = zip_.entries()[i];
    if (!packed.name.ends_with(".npy")) continue;
    Entry entry;
    entry.name = packed.name.substr(0, packed.name.size() - 4);
    if (!names.insert(entry.name).second) {
      fail("{}: stands twice in the archive; save it again with np.savez", place_of(entry.name));
    }
    // Almost every header is short; only a longer one is unpacked further.
    std::vector<char> start = zip_.read_start(packed, 256);
    if (start.size() >= 12) {
      const auto byte = [&](std::size_t at) { return std::size_t{static_cast<unsigned char>(start[at])}; };
      const std::size_t length = 12 + (byte(8) | byte(9) << 8 | (byte(6) > 1 ? byte(10) << 16 : 0));
      if (length > start.size()) start = zip_.read_start(packed, std::min(length, kMaxNpyHeader));
    }
    entry.header = read_npy_header({start.data(), start.size()}, place_of(entry.name));
    // Objects are pickled, so their size says nothing; they are refused when they are read.
    if (entry.header.cell_bytes > 0 && entry.header.file_bytes() != packed.size) {
      fail("{}: its header asks for {} bytes and the archive declares {}; save it again with np.savez",
           place_of(entry.name), entry.header.file_bytes(), packed.size);
    }
    entries_.push_back(std::move(entry));
    zip_index_.push_back(i);
  }
  if (entries_.empty()) {
    fail("{}: a zip archive without npy arrays; save one with np.savez (a spreadsheet: save it as CSV)",
         place_);
  }
}

const NpzReader::Entry* NpzReader::find(std::string_view name) const {
  for (const Entry& entry : entries_) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

const ZipEntry& NpzReader::zip_entry(const Entry& entry) const {
  return zip_.entries()[zip_index_[static_cast<std::size_t>(&entry - entries_.data())]];
}

NpyArray NpzReader::read(const Entry& entry) const {
  std::vector<char> bytes;
  if (entry.header.fortran_order) {
    bytes = zip_.read(zip_entry(entry));
    if (const auto turned = in_c_order({bytes.data(), bytes.size()}, place_of(entry.name))) {
      bytes.assign(turned->begin(), turned->end());
    }
  } else {
    // An array that cannot be read is refused from its header alone.
    preview(entry, entry.header.data_offset);
    bytes = zip_.read(zip_entry(entry));
  }
  NpyArray array = read_npy({bytes.data(), bytes.size()}, place_of(entry.name));
  array.owned = std::move(bytes);
  return array;
}

NpyArray NpzReader::preview(const Entry& entry, std::size_t most) const {
  std::vector<char> bytes = zip_.read_start(zip_entry(entry), std::max(most, entry.header.data_offset));
  NpyArray array = preview_npy({bytes.data(), bytes.size()}, place_of(entry.name));
  array.owned = std::move(bytes);
  return array;
}

NpzPart npz_part(std::string name, std::string_view dtype, std::span<const std::size_t> shape,
                 std::size_t cell_bytes, std::string_view cells) {
  std::size_t bytes = cell_bytes;
  for (const std::size_t extent : shape) bytes *= extent;
  if (bytes != cells.size()) throw std::logic_error("npz_part: other cells than the shape has");
  return {std::move(name), npy_header(dtype, shape), cells};
}

NpzPart npz_part(std::string name, std::span<const std::string> texts) {
  return {std::move(name), npy_of_texts(texts), {}};
}

void write_npz(const std::filesystem::path& path, std::span<const NpzPart> parts) {
  std::set<std::string_view> names;
  std::vector<ZipPart> files;
  for (const NpzPart& part : parts) {
    if (!names.insert(part.name).second) throw std::logic_error("write_npz: two arrays of one name");
    files.push_back({part.name + ".npy", {part.head, part.cells}});
  }
  write_zip(path, files);
}

}  // namespace dissent
