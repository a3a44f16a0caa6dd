#include "dissent/io/csv.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {

std::string line_place(const std::filesystem::path& path, std::string_view bytes, std::size_t offset) {
  const auto line = 1 + std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  return fmt::format("{}, line {}", path.string(), line);
}

char detect_delimiter(std::string_view bytes) {
  constexpr std::array<char, 4> candidates = {',', '\t', ';', '|'};
  std::array<std::size_t, 4> seen{};
  bool quoted = false;
  for (const char c : bytes) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '\n') break;
    for (std::size_t i = 0; i < candidates.size(); ++i) seen[i] += c == candidates[i];
  }
  return candidates[static_cast<std::size_t>(std::max_element(seen.begin(), seen.end()) - seen.begin())];
}

CsvReader::CsvReader(std::string_view bytes, char delimiter, std::filesystem::path path, std::size_t begin)
    : CsvReader(bytes, delimiter, std::move(path), begin, bytes.size()) {}

CsvReader::CsvReader(std::string_view bytes, char delimiter, std::filesystem::path path, std::size_t begin,
                     std::size_t end)
    : bytes_(bytes), path_(std::move(path)), delimiter_(delimiter), at_(begin), end_(end) {}

// at_ is just after the opening quote; leaves it just after the closing one.
std::string_view CsvReader::quoted_field() {
  const std::size_t begin = at_;
  std::string* copy = nullptr;  // holds the field once a doubled quote makes a view impossible
  std::size_t piece = begin;
  for (;;) {
    const void* found = std::memchr(bytes_.data() + at_, '"', end_ - at_);
    const std::size_t quote =
        found == nullptr ? end_ : static_cast<std::size_t>(static_cast<const char*>(found) - bytes_.data());
    if (quote == end_ || quote - begin > kMaxField) {
      fail("{}: a quoted field is not closed{}; add the missing '\"' or double the quotes inside it",
           line_place(path_, bytes_, begin), quote == end_ ? "" : " within 1 MiB");
    }
    at_ = quote + 1;
    if (at_ == end_ || bytes_[at_] != '"') {
      if (copy == nullptr) return bytes_.substr(begin, quote - begin);
      copy->append(bytes_, piece, quote - piece);
      return *copy;
    }
    if (copy == nullptr) {
      if (unescaped_used_ == unescaped_.size()) unescaped_.emplace_back();
      copy = &unescaped_[unescaped_used_++];
      copy->clear();
    }
    copy->append(bytes_, piece, at_ - piece);  // up to and including one of the two quotes
    piece = ++at_;
  }
}

bool CsvReader::next() {
  const char* const data = bytes_.data();
  while (at_ < end_ && (data[at_] == '\n' || (data[at_] == '\r' && at_ + 1 < end_ && data[at_ + 1] == '\n')))
    ++at_;
  if (at_ >= end_) return false;
  record_ = at_;
  fields_.clear();
  unescaped_used_ = 0;
  for (;;) {
    std::string_view field;
    if (at_ < end_ && data[at_] == '"') {
      ++at_;
      field = quoted_field();
      if (at_ < end_ && data[at_] == '\r' && (at_ + 1 == end_ || data[at_ + 1] == '\n')) ++at_;
      if (at_ < end_ && data[at_] != delimiter_ && data[at_] != '\n') {
        fail("{}: {} follows a closing quote; double the quotes inside a quoted field",
             line_place(path_, bytes_, at_), in_quotes(bytes_.substr(at_, 1)));
      }
    } else {
      const std::size_t begin = at_;
      while (at_ < end_ && data[at_] != delimiter_ && data[at_] != '\n') ++at_;
      if (at_ - begin > kMaxField) {
        fail("{}: a field of {} bytes; 1 MiB is the most a field may have", line_place(path_, bytes_, begin),
             at_ - begin);
      }
      std::size_t stop = at_;
      if (stop > begin && data[stop - 1] == '\r' && (at_ == end_ || data[at_] == '\n')) --stop;
      field = bytes_.substr(begin, stop - begin);
    }
    fields_.push_back(field);
    if (at_ >= end_) return true;
    if (data[at_++] == '\n') return true;
  }
}

bool CsvReader::next(std::size_t expected) {
  if (!next()) return false;
  if (fields_.size() != expected) {
    fail("{}: {} field{} where the header has {}; quote fields that contain {}", place(), fields_.size(),
         fields_.size() == 1 ? "" : "s", expected, in_quotes(std::string_view(&delimiter_, 1)));
  }
  return true;
}

std::string csv_field(std::string_view text, char delimiter) {
  const bool plain = text.find_first_of("\"\n\r") == std::string_view::npos &&
                     text.find(delimiter) == std::string_view::npos && trim(text).size() == text.size();
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

}  // namespace dissent
