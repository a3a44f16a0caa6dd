// Arrays of 8-bit numbers out of MATLAB's version 5 files (`save` with -v6 or -v7). A file that is cut
// off or damaged, or holds something else, is an error that names it. Written by hand: libmatio reads damaged
// files without complaint, and asks for any amount of memory that one states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace dissent {

struct MatArray {
  std::vector<std::size_t> shape;  // as MATLAB has it, which leaves out a third or later side of 1 at the end
  std::vector<std::uint8_t> cells;  // column-major: the first index runs fastest
};
// The variable of that name, which must be a real uint8 array.
MatArray read_mat_uint8(const std::filesystem::path& path, const std::string& variable);
// The same from bytes; `name` stands for the file in messages.
MatArray parse_mat_uint8(std::string_view bytes, const std::filesystem::path& name,
                         const std::string& variable);

}  // namespace dissent
