// NumPy's npz: named npy arrays in a zip archive. An array's header is read and compared with its declared
// size before the rest of it is unpacked.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "io/npy.h"
#include "io/zip.h"

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

}  // namespace dissent
