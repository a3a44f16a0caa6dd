#include "dissent/io/npy.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

static_assert(std::endian::native == std::endian::little, "npy cells are read and written as they lie");

template <class T>
T load(const char* at) {  // cells need not be aligned
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

// IEEE 754 binary16, kept as its bits.
struct Half {
  std::uint16_t bits;
};

double to_double(Half half) {
  const unsigned exponent = half.bits >> 10 & 0x1F;
  const double fraction = half.bits & 0x3FF;
  double value = 0;
  if (exponent == 0x1F) {
    value =
        fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    value = std::ldexp(fraction, -24);
  } else {
    value = std::ldexp(1024 + fraction, static_cast<int>(exponent) - 25);
  }
  return half.bits & 0x8000 ? -value : value;
}

// Calls visit(T{}) with the C++ type of a numeric dtype.
template <class Visitor>
void with_cell_type(const NpyHeader& header, Visitor&& visit) {
  const char kind = header.kind();
  switch (header.cell_bytes) {
    case 1:
      return kind == 'i' ? visit(std::int8_t{}) : visit(std::uint8_t{});
    case 2:
      return kind == 'i' ? visit(std::int16_t{}) : kind == 'u' ? visit(std::uint16_t{}) : visit(Half{});
    case 4:
      return kind == 'i' ? visit(std::int32_t{}) : kind == 'u' ? visit(std::uint32_t{}) : visit(float{});
    default:
      return kind == 'i' ? visit(std::int64_t{}) : kind == 'u' ? visit(std::uint64_t{}) : visit(double{});
  }
}

void check_readable(const NpyHeader& header, const std::string& place) {
  const std::string where = fmt::format("{}, byte 10", place);
  const char kind = header.kind();
  if (kind == 'O') {
    fail("{}: an array of Python objects; save it with a plain type, e.g. np.save(..., a.astype(np.int64))",
         where);
  }
  if (header.dtype == "structured") {
    fail("{}: an array of structures; save one of its fields, e.g. np.save(..., a['votes'])", where);
  }
  if (kind == 'c') fail("{}: complex numbers; save their real part: np.save(..., a.real)", where);
  const std::size_t size = header.cell_bytes;
  const bool number = (kind == 'b' && size == 1) ||
                      ((kind == 'i' || kind == 'u') && (size == 1 || size == 2 || size == 4 || size == 8)) ||
                      (kind == 'f' && (size == 2 || size == 4 || size == 8));
  const bool text = (kind == 'U' || kind == 'S') && size > 0;
  if (!number && !text) {
    fail("{}: dtype {} cannot be read; save plain numbers, e.g. np.save(..., a.astype(np.float64))", where,
         in_quotes(header.dtype));
  }
  if (header.dtype[0] == '>' && size > 1 && kind != 'S') {
    fail("{}: big-endian cells ({}); save np.save(..., a.astype(a.dtype.newbyteorder('<')))", where,
         in_quotes(header.dtype));
  }
  const auto real = std::count_if(header.shape.begin(), header.shape.end(), [](auto n) { return n > 1; });
  if (header.fortran_order && real > 1) {
    fail("{}: an array in Fortran order; save np.save(..., np.ascontiguousarray(a))", where);
  }
}

std::string index_text(const NpyArray& array, std::size_t cell) {  // "[3, 1]"
  std::vector<std::string> index;
  for (std::size_t d = array.shape().size(); d-- > 0; cell /= array.shape()[d]) {
    index.insert(index.begin(), std::to_string(cell % array.shape()[d]));
  }
  return "[" + join(index, ", ") + "]";
}

void refuse_text(const NpyArray& array) {
  if (array.is_text()) {
    fail(
        "{}: text (dtype {}) where numbers are wanted; save np.save(..., a.astype(np.int64)), or write "
        "texts as CSV: np.savetxt('votes.csv', a, fmt='%s', delimiter=',')",
        array.place, in_quotes(array.header.dtype));
  }
}

NpyArray open(std::string_view bytes, const std::string& place) {
  NpyArray array;
  array.header = read_npy_header(bytes, place);
  check_readable(array.header, place);
  array.place = place;
  array.data = bytes.substr(array.header.data_offset);
  return array;
}

void append_utf8(std::string& out, std::uint32_t c) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    tail(0);
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    tail(12), tail(6), tail(0);
  }
}

// A cell of '<U' (UCS-4) or '|S' (bytes), without the zeros that pad it.
std::string cell_text(const NpyArray& array, std::size_t cell) {
  const std::size_t width = array.header.cell_bytes;
  std::string_view bytes = array.data.substr(cell * width, width);
  std::string out;
  if (array.header.kind() == 'S') {
    out = bytes.substr(0, bytes.find_last_not_of('\0') + 1);
  } else {
    std::size_t length = width / 4;
    while (length > 0 && load<std::uint32_t>(bytes.data() + 4 * (length - 1)) == 0) --length;
    for (std::size_t i = 0; i < length; ++i) {
      const auto c = load<std::uint32_t>(bytes.data() + 4 * i);
      if (c > 0x10FFFF) fail("{}, {}: {} is no Unicode character", array.place, index_text(array, cell), c);
      append_utf8(out, c);
    }
  }
  if (invalid_utf8(out)) {
    fail("{}, {}: {} is not UTF-8; save the names as text: np.array(names, dtype=str)", array.place,
         index_text(array, cell), in_quotes(out));
  }
  return out;
}

}  // namespace

std::size_t NpyArray::available() const {
  return header.cell_bytes == 0 ? 0 : std::min(header.cells, data.size() / header.cell_bytes);
}

std::vector<double> NpyArray::as_doubles() const {
  refuse_text(*this);
  std::vector<double> out(available());
  with_cell_type(header, [&](auto type) {
    using Cell = decltype(type);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto cell = load<Cell>(data.data() + i * sizeof(Cell));
      if constexpr (std::is_same_v<Cell, Half>) {
        out[i] = to_double(cell);
      } else {
        out[i] = static_cast<double>(cell);
      }
    }
  });
  return out;
}

std::vector<std::int64_t> NpyArray::as_integers() const {
  refuse_text(*this);
  std::vector<std::int64_t> out(available());
  with_cell_type(header, [&](auto type) {
    using Cell = decltype(type);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto cell = load<Cell>(data.data() + i * sizeof(Cell));
      if constexpr (std::is_integral_v<Cell>) {
        if (!std::in_range<std::int64_t>(cell)) {
          fail("{}, {}: {} does not fit 64 bits with a sign", place, index_text(*this, i), cell);
        }
        out[i] = static_cast<std::int64_t>(cell);
      } else {
        double value = 0;
        if constexpr (std::is_same_v<Cell, Half>) {
          value = to_double(cell);
        } else {
          value = static_cast<double>(cell);
        }
        if (!(std::abs(value) < 0x1p63) || value != std::floor(value)) {
          fail("{}, {}: {} is not a whole number; save integers, e.g. np.save(..., a.astype(np.int64))",
               place, index_text(*this, i), value);
        }
        out[i] = static_cast<std::int64_t>(value);
      }
    }
  });
  return out;
}

std::vector<std::string> NpyArray::as_texts() const {
  std::vector<std::string> out;
  out.reserve(available());
  if (is_text()) {
    for (std::size_t i = 0; i < available(); ++i) out.push_back(cell_text(*this, i));
  } else {
    for (const std::int64_t value : as_integers()) out.push_back(std::to_string(value));
  }
  return out;
}

NpyArray read_npy(std::string_view bytes, const std::string& place) {
  NpyArray array = open(bytes, place);
  const std::size_t wanted = array.header.data_bytes();
  if (array.data.size() < wanted) {
    fail("{}, byte {}: ends early: shape {} of {} needs {} bytes of cells, there are {}; copy the file again",
         place, bytes.size(), array.header.shape_text(), array.header.dtype, wanted, array.data.size());
  }
  if (array.data.size() > wanted) {
    fail("{}, byte {}: {} bytes follow the array's end; save one array a file with np.save", place,
         array.header.file_bytes(), array.data.size() - wanted);
  }
  return array;
}

NpyArray preview_npy(std::string_view bytes, const std::string& place) {
  return open(bytes, place);
}

std::string npy_of_texts(std::span<const std::string> texts) {
  std::vector<std::u32string> wide;
  std::size_t longest = 1;
  for (const std::string& text : texts) {
    std::u32string& out = wide.emplace_back();
    for (std::size_t at = 0; at < text.size();) {
      const auto lead = static_cast<unsigned char>(text[at]);
      const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      if (invalid_utf8(std::string_view(text).substr(at, length))) fail("{} is not UTF-8", in_quotes(text));
      char32_t c = length == 1 ? lead : lead & (0xFFu >> (length + 1));
      for (std::size_t i = 1; i < length; ++i) c = c << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3F);
      out += c;
      at += length;
    }
    longest = std::max(longest, out.size());
  }
  const std::size_t shape[] = {texts.size()};
  std::string out = npy_header(fmt::format("<U{}", longest), shape);
  out.reserve(out.size() + 4 * longest * wide.size());
  for (const std::u32string& text : wide) {
    out.append(reinterpret_cast<const char*>(text.data()), 4 * text.size());
    out.append(4 * (longest - text.size()), '\0');
  }
  return out;
}

NpyWriter::NpyWriter(const std::filesystem::path& path, std::string_view dtype,
                     std::span<const std::size_t> shape, std::size_t cell_bytes)
    : file_(path), left_(cell_bytes) {
  for (const std::size_t extent : shape) left_ *= extent;
  file_.write(npy_header(dtype, shape));
}

void NpyWriter::append_bytes(std::string_view bytes) {
  if (bytes.size() > left_) throw std::logic_error("NpyWriter: more cells than the shape has");
  file_.write(bytes);
  left_ -= bytes.size();
}

void NpyWriter::commit() {
  if (left_ != 0) throw std::logic_error("NpyWriter: fewer cells than the shape has");
  file_.commit();
}

}  // namespace dissent
