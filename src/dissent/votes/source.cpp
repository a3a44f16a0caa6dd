#include "dissent/votes/source.h"

#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/io/packed.h"
#include "dissent/io/zip.h"
#include "dissent/votes/column_roles.h"
#include "dissent/votes/table_text.h"

namespace dissent {
namespace {

constexpr std::size_t kSampleRecords = 1000;

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

// Files of other programs: what they are, and the line that makes something of them that can be read.
[[noreturn]] void fail_foreign(std::string_view what, std::string_view name, std::string_view python) {
  fail("{}: {}; convert it first: python3 -c \"{}\"", name, what, python);
}

// A file's name inside the Python of a message.
std::string python_text(std::string_view name) {
  std::string text = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') text += '\\';
    text += c;
  }
  return text + "'";
}

// A workbook or saved tensors, which are zip archives, too.
void refuse_member(std::string_view member, std::string_view name) {
  if (member.starts_with("xl/")) {
    fail_foreign("an Excel workbook", name,
                 fmt::format("import pandas; pandas.read_excel({}).to_csv('votes.csv', index=False)",
                             python_text(name)));
  }
  if (member.ends_with("/data.pkl")) {
    fail_foreign(
        "saved by torch.save", name,
        fmt::format("import torch, numpy; d = torch.load({}, weights_only=False); numpy.savez('votes.npz', "
                    "**(d if isinstance(d, dict) else dict(votes=d)))",
                    python_text(name)));
  }
}

void refuse_foreign(std::string_view bytes, std::string_view name) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    fail("{}: UTF-16 text; save it as UTF-8, e.g. `iconv -f utf-16 -t utf-8 IN > OUT`", name);
  }
  const std::string file = python_text(name);
  if (bytes.starts_with("PAR1")) {
    fail_foreign(
        "a Parquet file", name,
        fmt::format("import pandas; pandas.read_parquet({}).to_csv('votes.csv', index=False)", file));
  }
  if (bytes.starts_with("ARROW1") || bytes.starts_with("FEA1")) {
    fail_foreign(
        "an Arrow file", name,
        fmt::format("import pandas; pandas.read_feather({}).to_csv('votes.csv', index=False)", file));
  }
  if (bytes.starts_with("\xD0\xCF\x11\xE0")) {
    fail_foreign("an old Excel workbook", name,
                 fmt::format("import pandas; pandas.read_excel({}).to_csv('votes.csv', index=False)", file));
  }
  if (bytes.size() > 1 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5) {
    fail_foreign(
        "a Python pickle", name,
        fmt::format("import pandas; pandas.DataFrame(pandas.read_pickle({})).to_csv('votes.csv')", file));
  }
  if (bytes.starts_with("MATLAB 5.0 MAT-file")) {
    fail_foreign(
        "a MATLAB file", name,
        fmt::format("import numpy, scipy.io; d = scipy.io.loadmat({}); print([k for k in d if k[0] != '_']); "
                    "numpy.save('votes.npy', d['NAME'])",
                    file));
  }
  if (bytes.starts_with("\x93NUMPY") &&
      bytes.substr(0, 256).find("'descr': '|O'") != std::string_view::npos) {
    fail_foreign(
        "Python objects in an npy file", name,
        fmt::format("import numpy; d = numpy.load({}, allow_pickle=True); d = d.item() if d.ndim == 0 else "
                    "dict(votes=numpy.array(d.tolist())); numpy.savez('votes.npz', **d)",
                    file));
  }
  if (bytes.starts_with("\x89HDF")) {
    fail_foreign("an HDF5 file", name,
                 fmt::format("import pandas; pandas.read_hdf({}).to_csv('votes.csv', index=False)", file));
  }
  if (bytes.starts_with("SQLite format 3")) {
    fail(
        "{}: an SQLite database; write the table with the votes: sqlite3 -header -csv {} 'select * from "
        "TABLE' > "
        "votes.csv",
        name, name);
  }
}

// Qualtrics writes the questions and its own ids below the names of the columns.
void refuse_three_headers(const std::vector<TableRecord>& records, std::string_view name) {
  if (records.size() < 2) return;
  if (std::none_of(records[1].begin(), records[1].end(),
                   [](const std::string& cell) { return cell.starts_with("{\"ImportId\""); }))
    return;
  fail(
      "{}: three lines of names, as Qualtrics writes them; remove the 2nd and the 3rd record first: python3 "
      "-c "
      "\"import pandas; pandas.read_csv({}, skiprows=[1, 2]).to_csv('votes.csv', index=False)\"",
      name, python_text(name));
}

}  // namespace

Source::Source(const std::filesystem::path& path, const ImportOptions& options) : path_(path) {
  file_.emplace(path);
  bytes_ = file_->bytes();
  if (path == "-") path_ = "standard input";
  glimpse(options);
}

Source::Source(std::string_view bytes, std::filesystem::path name, const ImportOptions& options)
    : path_(std::move(name)), bytes_(bytes) {
  glimpse(options);
}

void Source::own(std::string bytes) {
  owned_ = std::move(bytes);
  bytes_ = owned_;
}

void Source::release(std::size_t begin, std::size_t end) const {
  const std::size_t skipped = had_bom_ ? 3 : 0;
  if (file_ && owned_.empty()) file_->release(begin + skipped, end + skipped);
}

// An archive of arrays stays one; of another archive the only member is read.
void Source::open_zip(const ImportOptions& options) {
  const std::string name = path_.string();
  const ZipReader zip(bytes_, name);
  std::vector<const ZipEntry*> members;
  bool arrays = true;
  for (const ZipEntry& entry : zip.entries()) {
    if (entry.name.ends_with('/') || entry.name.starts_with("__MACOSX/")) continue;
    arrays &= entry.name.ends_with(".npy");
    members.push_back(&entry);
  }
  if (arrays) {  // an empty archive, too: the reader of arrays says so
    kind_ = Kind::zip;
    return;
  }
  for (const ZipEntry* entry : members) refuse_member(entry->name, name);
  if (members.size() != 1) {
    std::vector<std::string> names;
    for (const ZipEntry* entry : members) names.push_back(entry->name);
    fail("{}: a zip archive of {} files; unpack it and name the one with the votes: {}", name, names.size(),
         in_quotes(join(names, ", "), 200));
  }
  const std::vector<char> content = zip.read(*members.front());
  own(std::string(content.begin(), content.end()));
  packing_ = "zip";
  path_ = name + ": " + members.front()->name;
  if (bytes_.starts_with("PK\x03\x04"))
    fail("{}: a zip archive inside a zip archive; unpack it first", path_.string());
  glimpse(options);
}

void Source::glimpse(const ImportOptions& options) {
  const std::string name = path_.string();
  if (bytes_.empty()) fail("{}: the file is empty", name);
  if (const Packing packing = packing_of(bytes_); packing != Packing::none && packing_.empty()) {
    own(unpack(bytes_, packing, name));
    packing_ = packing_name(packing);
    if (bytes_.empty()) fail("{}: the file is empty once unpacked", name);
  }
  if (bytes_.starts_with("PK\x03\x04") || bytes_.starts_with("PK\x05\x06")) {
    open_zip(options);
    return;
  }
  refuse_foreign(bytes_, name);
  if (bytes_.starts_with("\x93NUMPY")) {
    kind_ = Kind::npy;
    return;
  }
  if (bytes_.starts_with("\xEF\xBB\xBF")) {
    bytes_.remove_prefix(3);
    had_bom_ = true;
  }
  if (looks_binary(bytes_)) {
    fail("{}: binary data, not text, npy or npz; `dissent formats` lists what can be read", name);
  }
  if (trim(bytes_.substr(0, 1 << 20)).empty()) fail("{}: the file has no content", name);

  const char first = trim(bytes_).front();
  if (first != '{' && first != '[') {
    glimpse_table(options);
    return;
  }
  kind_ = looks_like_lines(bytes_) ? Kind::jsonl : Kind::json;
  first_record_ = std::make_unique<Json>();
  if (kind_ == Kind::jsonl) {
    JsonLines lines(bytes_, path_);
    if (lines.next()) *first_record_ = lines.record();
  } else {
    document_ = std::make_unique<Json>(parse_json(bytes_, path_));
    if (!document_->empty()) *first_record_ = document_->front();
  }
}

void Source::glimpse_table(const ImportOptions& options) {
  if (auto plain = with_plain_lines(bytes_)) own(std::move(*plain));
  if (auto plain = with_quotes_first(bytes_)) own(std::move(*plain));
  separator_ = find_separator(bytes_);
  if (separator_.blanks) {
    own(with_tabs(bytes_));
  } else if (delimiter() == '\t') {
    if (auto quoted = with_quoted_quotes(bytes_)) own(std::move(*quoted));
  }
  CsvReader reader(bytes_, delimiter(), path_);
  reader.next();
  TableRecord first;
  for (const std::string_view field : reader.fields()) {
    if (invalid_utf8(field)) {
      fail("{}, line 1: {} is not UTF-8; convert the file first, e.g. `iconv -f latin1 -t utf-8 IN > OUT`",
           path_.string(), in_quotes(field));
    }
    first.emplace_back(trim(field));
  }
  body_ = reader.next_offset();
  while (sample_.size() < kSampleRecords && reader.next()) {
    sample_.emplace_back(reader.fields().begin(), reader.fields().end());
  }
  bool names_missing = false;
  if (sample_.size() >= 3 && std::all_of(sample_.begin(), sample_.end(), [&](const TableRecord& record) {
        return record.size() == first.size() + 1;
      })) {
    // Rows with names, as R writes them, or rows that end in a separator.
    const bool at_end = std::all_of(sample_.begin(), sample_.end(),
                                    [](const TableRecord& record) { return trim(record.back()).empty(); });
    first.insert(at_end ? first.end() : first.begin(), "");
    names_missing = true;
  }
  refuse_three_headers(sample_, path_.string());
  const auto whole = std::partition(sample_.begin(), sample_.end(),
                                    [&](const TableRecord& record) { return record.size() == first.size(); });
  sample_.erase(whole, sample_.end());  // the reader will name the lines of the others
  has_header_ = names_missing || names_columns(first, sample_, options);
  if (has_header_) {
    header_ = std::move(first);
    profiles_ = column_profiles(sample_, header_.size());
    return;
  }
  if (options.no_header && std::count_if(first.begin(), first.end(), is_role_name) >= 2) {
    fail("{}, line 1: {} are names of columns; leave out {}", path_.string(),
         in_quotes(join(first, ", "), 100), option("no-header"));
  }
  for (std::size_t c = 0; c < first.size(); ++c) header_.push_back(std::to_string(c + 1));
  sample_.insert(sample_.begin(), std::move(first));
  profiles_ = column_profiles(sample_, header_.size());
  body_ = 0;
}

std::vector<TableRecord> Source::look(std::size_t most) const {
  std::vector<TableRecord> records;
  CsvReader reader(bytes_, delimiter(), path_, body_);
  while (records.size() < most && reader.next()) {
    if (reader.fields().size() == header_.size())
      records.emplace_back(reader.fields().begin(), reader.fields().end());
  }
  return records;
}

bool Source::numbers_only() const {
  for (const TableRecord& record : sample_) {
    for (const std::string& cell : record) {
      if (!trim(cell).empty() && !parse_double(cell)) return false;
    }
  }
  return true;
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
