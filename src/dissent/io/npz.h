// NumPy's npz: named npy arrays in a zip archive. An array's header is read and compared with its declared
// size before the rest of it is unpacked; what is written is complete or not there.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/io/npy.h"
#include "dissent/io/zip.h"

namespace dissent {

class NpzReader {
 public:
  struct Entry {
    std::string name;  // "counts" of counts.npy
    NpyHeader header;
  };

  // `bytes` must outlive the reader; `place` opens the messages: "votes.npz".
  NpzReader(std::string_view bytes, const std::string& place);

  const std::vector<Entry>& entries() const { return entries_; }
  const Entry* find(std::string_view name) const;
  NpyArray read(const Entry& entry) const;
  // The first cells of an array, from at most `most` bytes of it.
  NpyArray preview(const Entry& entry, std::size_t most) const;

 private:
  const ZipEntry& zip_entry(const Entry& entry) const;
  std::string place_of(std::string_view name) const;

  std::string place_;
  ZipReader zip_;
  std::vector<Entry> entries_;
  std::vector<std::size_t> zip_index_;  // [entries]
};

// An array to be written; its numbers are taken from where they lie, so they must outlive it.
struct NpzPart {
  std::string name;        // without .npy
  std::string head;        // the npy header; of texts, the whole array
  std::string_view cells;  // what follows the head
};
NpzPart npz_part(std::string name, std::string_view dtype, std::span<const std::size_t> shape,
                 std::size_t cell_bytes, std::string_view cells);
template <class T>
NpzPart npz_part(std::string name, std::span<const T> cells, std::span<const std::size_t> shape) {
  static_assert(!kNpyDtype<T>.empty(), "no npy dtype for this type");
  const std::string_view bytes(reinterpret_cast<const char*>(cells.data()), cells.size_bytes());
  return npz_part(std::move(name), kNpyDtype<T>, shape, sizeof(T), bytes);
}
NpzPart npz_part(std::string name, std::span<const std::string> texts);  // [texts]; UTF-8

// Atomically, not compressed; names are unique.
void write_npz(const std::filesystem::path& path, std::span<const NpzPart> parts);

}  // namespace dissent
