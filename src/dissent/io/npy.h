// NumPy's npy arrays, read without copying and written without another copy. Everything a header states is
// checked before it is used: a wrong size, a dtype or an order that cannot be read is an error with its cure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "dissent/io/file.h"

namespace dissent {

// What the header states, understood but not yet judged.
struct NpyHeader {
  std::string dtype;  // "<i8", "|b1", "<U12"; "structured" for a list of fields
  std::vector<std::size_t> shape;
  bool fortran_order = false;
  std::size_t data_offset = 0;  // bytes before the first cell
  std::size_t cell_bytes = 0;   // 0 where the dtype has no size of its own (objects, structures)
  std::size_t cells = 0;        // product of the shape

  char kind() const { return dtype.size() > 1 ? dtype[1] : '?'; }  // b i u f U S, or one that is not read
  std::size_t data_bytes() const { return cells * cell_bytes; }    // does not overflow
  std::size_t file_bytes() const { return data_offset + data_bytes(); }
  std::string shape_text() const;  // "(10000, 10)", as Python writes it
};

// The header of an array whose first bytes are given. `place` opens the messages: "votes.npy".
NpyHeader read_npy_header(std::string_view bytes, const std::string& place);

// The most bytes that a header takes; no reader needs more to know an array's dtype and shape.
inline constexpr std::size_t kMaxNpyHeader = std::size_t{1} << 20;

// An array of booleans, integers, floats (16, 32, 64 bits) or fixed-width text, little-endian and in C order.
struct NpyArray {
  NpyHeader header;
  std::string place;
  std::string_view data;    // header.data_bytes() bytes, in the bytes given or in `owned`
  std::vector<char> owned;  // where the array was unpacked

  NpyArray() = default;
  NpyArray(NpyArray&&) = default;
  NpyArray& operator=(NpyArray&&) = default;

  const std::vector<std::size_t>& shape() const { return header.shape; }
  bool is_text() const { return header.kind() == 'U' || header.kind() == 'S'; }
  bool is_floating() const { return header.kind() == 'f'; }
  std::size_t available() const;  // whole cells in `data`: all of them, or fewer in a preview

  // Row by row. Text is an error; as_integers() also refuses fractions, NaN and what 64 bits cannot hold.
  std::vector<double> as_doubles() const;
  std::vector<std::int64_t> as_integers() const;
  // Text as UTF-8 without the padding, integers in decimal; floats are an error.
  std::vector<std::string> as_texts() const;
};

// `bytes` must outlive the array and hold nothing else.
NpyArray read_npy(std::string_view bytes, const std::string& place);
// The beginning of an array, for a look at it: only the cells that `bytes` holds.
NpyArray preview_npy(std::string_view bytes, const std::string& place);

template <class T>
inline constexpr std::string_view kNpyDtype = "";
template <>
inline constexpr std::string_view kNpyDtype<std::uint8_t> = "|u1";
template <>
inline constexpr std::string_view kNpyDtype<std::int32_t> = "<i4";
template <>
inline constexpr std::string_view kNpyDtype<std::int64_t> = "<i8";
template <>
inline constexpr std::string_view kNpyDtype<float> = "<f4";
template <>
inline constexpr std::string_view kNpyDtype<double> = "<f8";

// The bytes before the first cell, padded to a multiple of 64.
std::string npy_header(std::string_view dtype, std::span<const std::size_t> shape);
// An array of texts as numpy's '<U' of the longest: header and cells. Texts must be UTF-8.
std::string npy_of_texts(std::span<const std::string> texts);

// An array written piece by piece under a temporary name; commit() checks that it is whole and names it.
class NpyWriter {
 public:
  NpyWriter(const std::filesystem::path& path, std::string_view dtype, std::span<const std::size_t> shape,
            std::size_t cell_bytes);
  template <class T>
  void append(std::span<const T> cells) {
    append_bytes({reinterpret_cast<const char*>(cells.data()), cells.size_bytes()});
  }
  void commit();

 private:
  void append_bytes(std::string_view bytes);
  AtomicFile file_;
  std::size_t left_;  // bytes
};

template <class T>
NpyWriter npy_writer(const std::filesystem::path& path, std::span<const std::size_t> shape) {
  static_assert(!kNpyDtype<T>.empty(), "no npy dtype for this type");
  return NpyWriter(path, kNpyDtype<T>, shape, sizeof(T));
}

// The whole of `cells`, of the given shape, atomically.
template <class T>
void write_npy(const std::filesystem::path& path, std::span<const T> cells,
               std::span<const std::size_t> shape) {
  NpyWriter writer = npy_writer<T>(path, shape);
  writer.append(cells);
  writer.commit();
}

}  // namespace dissent
