// The npy header: a magic, a version, a length and a Python dict literal, read strictly.
#include <algorithm>
#include <cstring>
#include <optional>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/npy.h"

namespace dissent {
namespace {

constexpr std::size_t kMaxDimensions = 64;
constexpr std::string_view kResave = "save it again with np.save";

// The dict literal {'descr': '<i8', 'fortran_order': False, 'shape': (3, 4), } and nothing more of Python.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, std::size_t offset, const std::string& place)
      : text_(text), offset_(offset), place_(place) {}

  void parse(NpyHeader& header) {
    bool descr = false, order = false, shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      bool* const seen = key == "descr"           ? &descr
                         : key == "fortran_order" ? &order
                         : key == "shape"         ? &shape
                                                  : nullptr;
      if (seen == nullptr || *seen) broken(seen == nullptr ? "an unknown key" : "a key twice");
      *seen = true;
      if (seen == &descr) header.dtype = dtype();
      if (seen == &order) header.fortran_order = boolean();
      if (seen == &shape) header.shape = tuple();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    blanks();
    if (at_ != text_.size()) broken("text after the dict");
    if (!descr || !order || !shape) broken("no descr, fortran_order or shape");
  }

 private:
  [[noreturn]] void broken(std::string_view what) const {
    fail("{}, byte {}: the npy header is damaged ({}); {}", place_, offset_ + at_, what, kResave);
  }
  void blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool accept(char c) {
    blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) broken(fmt::format("no '{}' where one is due", c));
  }
  std::string quoted() {
    blanks();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) broken("no quoted text");
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) broken("a quote is not closed");
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    if (inside.find('\\') != std::string_view::npos) broken("an escape");
    at_ = end + 1;
    return std::string(inside);
  }
  std::string dtype() {
    blanks();
    if (at_ >= text_.size() || text_[at_] != '[') return quoted();
    std::size_t depth = 0;  // a structured dtype: only its end matters, since it is refused
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\'' || c == '"') {
        at_ = text_.find(c, at_ + 1);
        if (at_ == std::string_view::npos) break;
      }
      if (c == '[') ++depth;
      if (c == ']' && --depth == 0) {
        ++at_;
        return "structured";
      }
    }
    at_ = text_.size();
    broken("a list is not closed");
  }
  bool boolean() {
    blanks();
    for (const std::string_view word : {"True", "False"}) {
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return word == "True";
      }
    }
    broken("neither True nor False");
  }
  std::vector<std::size_t> tuple() {
    std::vector<std::size_t> values;
    expect('(');
    while (!accept(')')) {
      blanks();
      const std::size_t begin = at_;
      while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
      const auto value = parse_int(text_.substr(begin, at_ - begin));
      if (!value) broken("a shape that is not of whole numbers below 2^63");
      values.push_back(static_cast<std::size_t>(*value));
      if (values.size() > kMaxDimensions) broken("more than 64 dimensions");
      if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // as Python 2 wrote them
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return values;
  }

  std::string_view text_;
  std::size_t offset_;
  const std::string& place_;
  std::size_t at_ = 0;
};

// Bytes a cell of the dtype takes; 0 for those without a size of their own.
std::size_t size_of_cell(const std::string& dtype, const std::string& place) {
  if (dtype == "structured") return 0;
  const std::string_view order = "<>|=";
  if (dtype.size() < 2 || order.find(dtype[0]) == std::string_view::npos) {
    fail("{}, byte 10: dtype {} is not known; {}", place, in_quotes(dtype), kResave);
  }
  const std::string_view digits = std::string_view(dtype).substr(2, dtype.find('[') - 2);
  const auto size = digits.empty() ? std::optional<std::int64_t>(0) : parse_int(digits);
  if (!size || *size < 0 || *size > (std::int64_t{1} << 31)) {
    fail("{}, byte 10: dtype {} has no sensible size; {}", place, in_quotes(dtype), kResave);
  }
  return static_cast<std::size_t>(*size) * (dtype[1] == 'U' ? 4 : 1);
}

}  // namespace

std::string NpyHeader::shape_text() const {
  std::string out = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) out += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  return out + (shape.size() == 1 ? ",)" : ")");
}

NpyHeader read_npy_header(std::string_view bytes, const std::string& place) {
  const auto byte = [&](std::size_t at) { return std::size_t{static_cast<unsigned char>(bytes[at])}; };
  if (!bytes.starts_with("\x93NUMPY")) {
    fail("{}, byte 0: not an npy array (its first bytes are not \\x93NUMPY); {}", place, kResave);
  }
  if (bytes.size() < 10)
    fail("{}, byte {}: ends inside the npy header; copy the file again", place, bytes.size());
  const std::size_t version = byte(6);
  if (version < 1 || version > 3)
    fail("{}, byte 6: npy version {} is not known; {}", place, version, kResave);
  std::size_t length = byte(8) | byte(9) << 8;
  std::size_t begin = 10;
  if (version > 1) {
    if (bytes.size() < 12)
      fail("{}, byte {}: ends inside the npy header; copy the file again", place, bytes.size());
    length |= byte(10) << 16 | byte(11) << 24;
    begin = 12;
  }
  if (length > kMaxNpyHeader - begin) {
    fail("{}, byte 8: an npy header of {} bytes; 1 MiB is the most it may have; {}", place, length, kResave);
  }
  if (length > bytes.size() - begin) {
    fail("{}, byte {}: ends inside the npy header, which has {} bytes; copy the file again", place,
         bytes.size(), length);
  }

  NpyHeader header;
  header.data_offset = begin + length;
  HeaderParser(bytes.substr(begin, length), begin, place).parse(header);
  header.cell_bytes = size_of_cell(header.dtype, place);
  // Zero dimensions are left out of the check, so that a product that would overflow is never accepted.
  std::size_t product = std::max<std::size_t>(header.cell_bytes, 1);
  header.cells = 1;
  for (const std::size_t extent : header.shape) {
    header.cells *= extent;
    if (__builtin_mul_overflow(product, std::max<std::size_t>(extent, 1), &product) ||
        product > std::size_t{1} << 62) {
      fail("{}, byte {}: an array of shape {} is too large to exist; {}", place, begin, header.shape_text(),
           kResave);
    }
  }
  return header;
}

std::string npy_header(std::string_view dtype, std::span<const std::size_t> shape) {
  NpyHeader header;
  header.shape.assign(shape.begin(), shape.end());
  std::string dict =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", dtype, header.shape_text());
  constexpr std::size_t kPrefix = 10;  // magic, version, length
  dict.append(63 - (kPrefix + dict.size()) % 64, ' ');
  dict += '\n';
  std::string out = "\x93NUMPY";
  out += '\x01';
  out += '\0';
  out += static_cast<char>(dict.size() & 0xFF);
  out += static_cast<char>(dict.size() >> 8);
  return out + dict;
}

}  // namespace dissent
