// Named arrays in one file, as Hugging Face's safetensors: a JSON header, then the cells. Everything that the
// header states is checked before it is used: the data is tiled without hole or overlap, and sizes agree.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/io/file.h"

namespace dissent {

struct SafetensorsEntry {
  std::string name;
  std::string dtype;               // "F32" "F64" "I64" "I32" "U8" "BF16" "F16" "BOOL" ...
  std::vector<std::size_t> shape;  // {}: a scalar
  std::string_view data;           // little-endian, C order; where it was read, perhaps not aligned
};

struct SafetensorsContent {
  std::vector<SafetensorsEntry> entries;  // in the order of their data
  std::map<std::string, std::string> metadata;
};

// The entries point into `bytes`. `place` opens the messages: "model.safetensors".
SafetensorsContent parse_safetensors(std::string_view bytes, const std::string& place);

// A mapped file; the entries' data point into the mapping, and live as long as the reader.
class SafetensorsReader {
 public:
  explicit SafetensorsReader(const std::filesystem::path& path);

  const std::vector<SafetensorsEntry>& entries() const {
    return content_.entries;
  }                                                           // in the order of their data
  const SafetensorsEntry* find(std::string_view name) const;  // null where absent
  const std::map<std::string, std::string>& metadata() const { return content_.metadata; }
  const SafetensorsContent& content() const { return content_; }

 private:
  MappedFile file_;
  SafetensorsContent content_;
  std::map<std::string, std::size_t, std::less<>> index_;  // name -> entry
};

// Atomically. The data begins at a multiple of 8 bytes and wide cells come before narrow ones (otherwise in
// the order given), so that every array is aligned to its cells. Names are unique, names and metadata UTF-8.
void write_safetensors(const std::filesystem::path& path, std::span<const SafetensorsEntry> entries,
                       const std::map<std::string, std::string>& metadata);

// Bytes of a cell. An unknown dtype is an error that lists the known ones.
std::size_t safetensors_dtype_bytes(std::string_view dtype);

}  // namespace dissent
