#include "dissent/io/fortran_order.h"

#include "dissent/io/npy.h"

namespace dissent {

std::optional<std::string> in_c_order(std::string_view bytes, const std::string& place) {
  const NpyHeader header = read_npy_header(bytes, place);
  if (!header.fortran_order || header.shape.size() != 2) return std::nullopt;
  // Nothing to turn, or too little: whoever reads it says so.
  if (header.data_bytes() == 0 || bytes.size() < header.file_bytes()) return std::nullopt;
  std::string turned(bytes.substr(0, header.data_offset));
  const std::string_view stated = "'fortran_order': True";
  const std::size_t at = turned.find(stated), blank = turned.rfind(' ');
  if (at == std::string::npos || blank == std::string::npos || blank < at) return std::nullopt;
  turned.erase(blank, 1);  // of the blanks that fill the header up
  turned.replace(at, stated.size(), "'fortran_order': False");
  const std::size_t rows = header.shape[0], columns = header.shape[1], size = header.cell_bytes;
  turned.reserve(header.file_bytes());
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      turned.append(bytes.substr(header.data_offset + (column * rows + row) * size, size));
    }
  }
  return turned;
}

}  // namespace dissent
