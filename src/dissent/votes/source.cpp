#include "dissent/votes/source.h"

#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"

namespace dissent {
namespace {

constexpr std::size_t kSampleRecords = 100;

bool looks_binary(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, 64 << 10);
  return std::any_of(head.begin(), head.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f';
  });
}

// JSON Lines: more than one line, and the first is a whole object by itself.
bool looks_like_lines(std::string_view bytes) {
  if (trim(bytes).front() != '{') return false;
  const std::string_view text = trim(bytes);
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return false;
  return trim(text.substr(0, end)).back() == '}' && trim(text.substr(end)).front() == '{';
}

}  // namespace

Source::Source(const std::filesystem::path& path) : path_(path), file_(path), bytes_(file_->bytes()) {
  glimpse();
}

Source::Source(std::string_view bytes, std::filesystem::path name) : path_(std::move(name)), bytes_(bytes) {
  glimpse();
}

void Source::release(std::size_t begin, std::size_t end) const {
  const std::size_t skipped = had_bom_ ? 3 : 0;
  if (file_) file_->release(begin + skipped, end + skipped);
}

void Source::glimpse() {
  const std::string name = path_.string();
  if (bytes_.empty()) fail("{}: the file is empty", name);
  if (bytes_.starts_with("\x93NUMPY")) {
    kind_ = Kind::npy;
    return;
  }
  if (bytes_.starts_with("PK\x03\x04") || bytes_.starts_with("PK\x05\x06")) {
    kind_ = Kind::zip;
    return;
  }
  if (bytes_.starts_with("\xFF\xFE") || bytes_.starts_with("\xFE\xFF")) {
    fail("{}: UTF-16 text; save it as UTF-8, e.g. `iconv -f utf-16 -t utf-8 IN > OUT`", name);
  }
  if (bytes_.starts_with("\xEF\xBB\xBF")) {
    bytes_.remove_prefix(3);
    had_bom_ = true;
  }
  if (bytes_.starts_with("\x1F\x8B"))
    fail("{}: compressed with gzip; unpack it first: gunzip {}", name, name);
  if (looks_binary(bytes_)) {
    fail("{}: binary data, not text, npy or npz; `dissent formats` lists what can be read", name);
  }
  if (trim(bytes_.substr(0, 1 << 20)).empty()) fail("{}: the file has no content", name);

  const char first = trim(bytes_).front();
  if (first == '{' || first == '[') {
    kind_ = looks_like_lines(bytes_) ? Kind::jsonl : Kind::json;
    first_record_ = std::make_unique<Json>();
    if (kind_ == Kind::jsonl) {
      JsonLines lines(bytes_, path_);
      if (lines.next()) *first_record_ = lines.record();
    } else {
      document_ = std::make_unique<Json>(parse_json(bytes_, path_));
      if (!document_->empty()) *first_record_ = document_->front();
    }
    return;
  }

  delimiter_ = detect_delimiter(bytes_);
  CsvReader reader(bytes_, delimiter_, path_);
  reader.next();
  for (const std::string_view field : reader.fields()) {
    if (invalid_utf8(field)) {
      fail("{}, line 1: {} is not UTF-8; convert the file first, e.g. `iconv -f latin1 -t utf-8 IN > OUT`",
           name, in_quotes(field));
    }
    header_.emplace_back(trim(field));
  }
  body_ = reader.next_offset();
  while (sample_.size() < kSampleRecords && reader.next()) {
    sample_.emplace_back(reader.fields().begin(), reader.fields().end());
  }
}

int Source::column(std::string_view name) const {
  const std::string wanted = to_lower(trim(name));
  for (std::size_t i = 0; i < header_.size(); ++i) {
    if (to_lower(header_[i]) != wanted) continue;
    if (std::find(header_.begin() + static_cast<std::ptrdiff_t>(i) + 1, header_.end(), header_[i]) !=
        header_.end()) {
      fail("{}, line 1: two columns are called {}; rename one of them", path_.string(),
           in_quotes(header_[i]));
    }
    return static_cast<int>(i);
  }
  return -1;
}

}  // namespace dissent
