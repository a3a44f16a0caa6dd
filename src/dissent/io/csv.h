// Delimited text (RFC 4180: commas, tabs, semicolons or bars; quoted fields with doubled quotes; LF or CRLF).
// Fields are views into the text, so that reading a gigabyte copies nothing.
#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace dissent {

// "votes.csv, line 12" of a byte offset; found by counting line ends, so only for messages.
std::string line_place(const std::filesystem::path& path, std::string_view bytes, std::size_t offset);

// The separator (one of , ; tab |) that the first line has most of; ',' where it has none.
char detect_delimiter(std::string_view bytes);

class CsvReader {
 public:
  static constexpr std::size_t kMaxField = std::size_t{1} << 20;  // bytes; a larger one is an unclosed quote

  // Reads the records of bytes[begin, end). Offsets in messages are into the whole of `bytes`.
  CsvReader(std::string_view bytes, char delimiter, std::filesystem::path path, std::size_t begin = 0);
  CsvReader(std::string_view bytes, char delimiter, std::filesystem::path path, std::size_t begin,
            std::size_t end);

  // The next record's fields, blank lines passed over; false at the end. The views live until the next call.
  bool next();
  const std::vector<std::string_view>& fields() const { return fields_; }
  std::size_t offset() const { return record_; }   // of the current record's first byte
  std::size_t next_offset() const { return at_; }  // of the byte after it
  std::string place() const { return line_place(path_, bytes_, record_); }
  // As next(), and a record whose number of fields is not `expected` is an error.
  bool next(std::size_t expected);

 private:
  std::string_view quoted_field();

  std::string_view bytes_;
  std::filesystem::path path_;
  char delimiter_;
  std::size_t at_;
  std::size_t end_;
  std::size_t record_ = 0;
  std::vector<std::string_view> fields_;
  std::deque<std::string> unescaped_;  // fields that had doubled quotes; a deque, so that views stay valid
  std::size_t unescaped_used_ = 0;
};

// A field as CSV wants it written: quoted where it must be.
std::string csv_field(std::string_view text, char delimiter = ',');

}  // namespace dissent
