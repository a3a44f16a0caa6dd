// MATLAB version 5 files as bytes, for tests: plain or packed variables, little-endian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <zlib.h>

namespace dissent::test {

struct MatVariableBytes {
  std::string name;
  std::vector<std::uint32_t> shape;
  std::string cells;
  std::uint32_t type = 9;  // of the array, with its flags: 6 double, 9 uint8; 0x200 logical, 0x800 complex
  std::uint32_t cell_type = 2;  // of the cells: 2 uint8, 9 double
};

inline std::string mat_number(std::uint32_t value) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
  return bytes;
}

inline std::string mat_element(std::uint32_t type, std::string bytes) {
  const auto length = static_cast<std::uint32_t>(bytes.size());
  bytes.resize((bytes.size() + 7) / 8 * 8);
  return mat_number(type) + mat_number(length) + bytes;
}

inline std::string mat_variable(const MatVariableBytes& variable, bool packed) {
  std::string shape;
  for (const std::uint32_t side : variable.shape) shape += mat_number(side);
  const std::string plain =
      mat_element(14, mat_element(6, mat_number(variable.type) + mat_number(0)) + mat_element(5, shape) +
                          mat_element(1, variable.name) + mat_element(variable.cell_type, variable.cells));
  if (!packed) return plain;
  uLongf size = compressBound(plain.size());
  std::string bytes(size, '\0');
  compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(plain.data()),
            plain.size(), 9);
  bytes.resize(size);
  return mat_number(15) + mat_number(static_cast<std::uint32_t>(size)) + bytes;  // not padded
}

inline std::string mat_file(const std::vector<MatVariableBytes>& variables, bool packed) {
  std::string bytes = "MATLAB 5.0 MAT-file, made by a test";
  bytes.resize(124);
  bytes += std::string_view("\0\1IM", 4);
  for (const MatVariableBytes& variable : variables) bytes += mat_variable(variable, packed);
  return bytes;
}

}  // namespace dissent::test
