// A votes file, opened once: unpacked where it is compressed, its kind told from its first bytes, and a
// glimpse of its content for choosing an importer. What no importer could read (empty, binary, UTF-16,
// another program's format) is refused here with the way out.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/io/file.h"
#include "dissent/io/json.h"
#include "dissent/votes/column_profiles.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/table_layout.h"

namespace dissent {

class Source {
 public:
  enum class Kind { npy, zip, json, jsonl, table };

  // "-" is standard input. Of the options, those that say how the text is a table are heeded.
  explicit Source(const std::filesystem::path& path, const ImportOptions& options = {});
  // `bytes` must outlive the source.
  Source(std::string_view bytes, std::filesystem::path name, const ImportOptions& options = {});

  const std::filesystem::path& path() const { return path_; }
  std::string_view bytes() const { return bytes_; }  // a UTF-8 byte-order mark is passed over
  bool had_bom() const { return had_bom_; }
  Kind kind() const { return kind_; }
  const std::string& packing() const { return packing_; }  // "gzip", "zstd", "zip"; empty where not packed
  // Hints that [begin, end) of bytes() has been read; see MappedFile::release.
  void release(std::size_t begin, std::size_t end) const;

  // kind() == table: the separator, the header and the first records below it, up to 1,000. Where the first
  // line is data, columns are called by their numbers, from 1.
  char delimiter() const { return separator_.character; }
  const Separator& separator() const { return separator_; }
  bool has_header() const { return has_header_; }
  const std::vector<std::string>& header() const { return header_; }
  const std::vector<TableRecord>& sample() const { return sample_; }
  const std::vector<ColumnProfile>& profiles() const { return profiles_; }  // what the sample's columns hold
  std::vector<TableRecord> look(
      std::size_t most) const;                // more records, read again; those that fit the header
  bool numbers_only() const;                  // every cell of the sample is a number or empty
  std::size_t body() const { return body_; }  // offset of the first record after the header
  // Index of the column called `name` (blanks and case aside), or -1. Throws where two are.
  int column(std::string_view name) const;

  // kind() == json: the whole document. kind() == json or jsonl: its first record (first line, first element
  // of an array, first value of an object; null where there is none).
  const Json& document() const { return *document_; }
  const Json& first_record() const { return *first_record_; }

 private:
  void glimpse(const ImportOptions& options);
  void open_zip(const ImportOptions& options);
  void glimpse_table(const ImportOptions& options);
  void own(std::string bytes);

  std::filesystem::path path_;
  std::optional<MappedFile> file_;
  std::string_view bytes_;
  std::string owned_;  // what bytes_ shows where the file's own bytes are not it
  std::string packing_;
  bool had_bom_ = false;
  Kind kind_ = Kind::table;
  Separator separator_;
  bool has_header_ = true;
  std::vector<std::string> header_;
  std::vector<TableRecord> sample_;
  std::vector<ColumnProfile> profiles_;
  std::size_t body_ = 0;
  std::unique_ptr<Json> document_;
  std::unique_ptr<Json> first_record_;
};

}  // namespace dissent
