// A votes file, opened once: its kind told from its first bytes, and a glimpse of its content for choosing an
// importer. Text is checked here for what no importer could read (empty, binary, UTF-16).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/io/file.h"
#include "dissent/io/json.h"

namespace dissent {

class Source {
 public:
  enum class Kind { npy, zip, json, jsonl, table };

  explicit Source(const std::filesystem::path& path);
  Source(std::string_view bytes, std::filesystem::path name);  // `bytes` must outlive the source

  const std::filesystem::path& path() const { return path_; }
  std::string_view bytes() const { return bytes_; }  // a UTF-8 byte-order mark is passed over
  bool had_bom() const { return had_bom_; }
  Kind kind() const { return kind_; }
  // Hints that [begin, end) of bytes() has been read; see MappedFile::release.
  void release(std::size_t begin, std::size_t end) const;

  // kind() == table: the separator, the header and up to 100 records below it.
  char delimiter() const { return delimiter_; }
  const std::vector<std::string>& header() const { return header_; }
  const std::vector<std::vector<std::string>>& sample() const { return sample_; }
  std::size_t body() const { return body_; }  // offset of the first record after the header
  // Index of the column called `name` (blanks and case aside), or -1.
  int column(std::string_view name) const;

  // kind() == json: the whole document. kind() == json or jsonl: its first record (first line, first element
  // of an array, first value of an object; null where there is none).
  const Json& document() const { return *document_; }
  const Json& first_record() const { return *first_record_; }

 private:
  void glimpse();

  std::filesystem::path path_;
  std::optional<MappedFile> file_;
  std::string_view bytes_;
  bool had_bom_ = false;
  Kind kind_ = Kind::table;
  char delimiter_ = ',';
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> sample_;
  std::size_t body_ = 0;
  std::unique_ptr<Json> document_;
  std::unique_ptr<Json> first_record_;
};

}  // namespace dissent
