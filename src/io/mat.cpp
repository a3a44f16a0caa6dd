#include "io/mat.h"

#include "core/error.h"

#ifdef DISSENT_HAS_MATIO

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string_view>

#include <matio.h>
#include <zlib.h>

#include "core/text.h"
#include "io/file.h"

namespace dissent {
namespace {

constexpr std::size_t kMatHeader = 128, kMatTag = 8;

// One variable as it lies in the file, without the tag before it.
struct MatElement {
  std::size_t at = 0;  // of its tag, for messages
  bool packed = false;
  std::string_view bytes;
};

[[noreturn]] void mat_cut_off(std::string_view bytes, const std::string& name) {
  fail("{}: the MATLAB file is cut off at byte {}; copy the file again", name, bytes.size());
}

[[noreturn]] void mat_damaged(const MatElement& element, const std::string& name, std::string_view what) {
  fail("{}: the MATLAB file is damaged in the variable at byte {}: {}; copy the file again", name, element.at,
       what);
}

// Whether numbers in the file have their largest byte first. Anything but a version 5 file is refused.
bool big_endian(std::string_view bytes, const std::string& name) {
  using namespace std::string_view_literals;
  constexpr std::string_view kHdf5 = "\x89HDF\r\n\x1a\n";
  const std::string_view version = bytes.substr(std::min<std::size_t>(124, bytes.size()), 4);
  if (bytes.starts_with("MATLAB 7.3") || bytes.starts_with(kHdf5) || version == "\0\2IM"sv) {
    fail("{}: a MATLAB 7.3 file (HDF5), where version 5 is read; in MATLAB, save it with -v7", name);
  }
  if (bytes.starts_with("MATLAB 5") && bytes.size() < kMatHeader) mat_cut_off(bytes, name);
  if (version == "\0\1IM"sv) return false;
  if (version == "\1\0MI"sv) return true;
  fail("{}: not a MATLAB file of version 5", name);
}

std::vector<MatElement> mat_elements(std::string_view bytes, const std::string& name) {
  const bool swapped = big_endian(bytes, name);
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      value = value << 8 | static_cast<unsigned char>(bytes[at + (swapped ? i : 3 - i)]);
    }
    return value;
  };
  std::vector<MatElement> elements;
  for (std::size_t at = kMatHeader; at < bytes.size();) {
    if (bytes.size() - at < kMatTag) mat_cut_off(bytes, name);
    const std::uint32_t type = number(at), length = number(at + 4);
    MatElement element{at, type == MAT_T_COMPRESSED, bytes.substr(at + kMatTag, length)};
    if (!element.packed && type != MAT_T_MATRIX) {
      mat_damaged(element, name, fmt::format("{} is no type of a variable", type));
    }
    if (element.bytes.size() < length) mat_cut_off(bytes, name);
    elements.push_back(element);
    at += kMatTag + length;
  }
  return elements;
}

// The size of a packed element when unpacked, its check sum compared; stops at more than `most`.
std::size_t unpacked_size(const MatElement& element, std::size_t most, const std::string& name) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) fail("{}: there is no memory to unpack it", name);
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&stream, inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(element.bytes.data()));
  stream.avail_in = static_cast<uInt>(element.bytes.size());
  std::vector<Bytef> room(std::size_t{1} << 16);
  std::size_t size = 0;
  for (int state = Z_OK; state != Z_STREAM_END && size <= most;) {
    stream.next_out = room.data();
    stream.avail_out = static_cast<uInt>(room.size());
    state = inflate(&stream, Z_NO_FLUSH);
    size += room.size() - stream.avail_out;
    if (state != Z_OK && state != Z_STREAM_END) mat_damaged(element, name, "it cannot be unpacked");
  }
  return size;
}

// matio fills an array as far as the file goes and calls that a success, and compares no check sum: whether
// the element holds all cells of the variable, and little besides, is seen to here.
void check_holds(const MatElement& element, const matvar_t& variable, std::size_t cells,
                 const std::string& name) {
  const std::size_t around =
      64 + 4 * static_cast<std::size_t>(variable.rank) + std::string_view(variable.name).size();
  const std::size_t tag = element.packed ? kMatTag : 0;
  const std::size_t size =
      element.packed ? unpacked_size(element, cells + around + tag, name) : element.bytes.size();
  if (size < cells + tag || size - cells - tag > around) {
    mat_damaged(element, name, fmt::format("its {} bytes do not fit its {} cells", size, cells));
  }
}

std::string type_of(const matvar_t& variable) {
  constexpr std::array<std::string_view, 18> kNames = {
      "empty", "cell",  "struct", "object", "char",   "sparse", "double", "single",   "int8",
      "uint8", "int16", "uint16", "int32",  "uint32", "int64",  "uint64", "function", "opaque"};
  if (variable.isLogical != 0) return "logical";
  const auto type = static_cast<std::size_t>(variable.class_type);
  return fmt::format("{}{}", variable.isComplex != 0 ? "complex " : "",
                     type < kNames.size() ? kNames[type] : "of unknown type");
}

struct MatCloser {
  void operator()(mat_t* file) const { Mat_Close(file); }
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};
using MatVariable = std::unique_ptr<matvar_t, MatCloser>;

MatArray read_variable(mat_t* file, matvar_t& variable, const MatElement& element, const std::string& name) {
  if (const std::string type = type_of(variable); type != "uint8") {
    fail("{}: the variable {} is {}, where uint8 is wanted", name, in_quotes(variable.name), type);
  }
  if (variable.rank < 1 || variable.dims == nullptr) mat_damaged(element, name, "it states no shape");
  MatArray array;
  std::size_t cells = 1;
  for (int i = 0; i < variable.rank; ++i) {
    array.shape.push_back(variable.dims[i]);
    if (__builtin_mul_overflow(cells, variable.dims[i], &cells))
      cells = std::numeric_limits<std::size_t>::max();
  }
  constexpr auto kMostCells = static_cast<std::size_t>(std::numeric_limits<int>::max());  // of version 5, too
  if (cells > kMostCells) mat_damaged(element, name, "it states more than 2 GiB");
  check_holds(element, variable, cells, name);
  array.cells.resize(cells);
  if (cells > 0 &&
      Mat_VarReadDataLinear(file, &variable, array.cells.data(), 0, 1, static_cast<int>(cells)) != 0) {
    mat_damaged(element, name, "its cells cannot be read");
  }
  return array;
}

}  // namespace

MatArray read_mat_uint8(const std::filesystem::path& path, const std::string& variable) {
  const std::string name = path.string();
  const MappedFile mapped(path);
  const std::vector<MatElement> elements = mat_elements(mapped.bytes(), name);
  // matio prints nothing unless it is given a function for that.
  const std::unique_ptr<mat_t, MatCloser> file(Mat_Open(path.c_str(), MAT_ACC_RDONLY));
  if (!file) fail("{}: matio cannot open it as a MATLAB file", name);
  std::vector<std::string> others;
  for (const MatElement& element : elements) {
    const MatVariable next(Mat_VarReadNextInfo(file.get()));
    if (!next || next->name == nullptr) mat_damaged(element, name, "its description cannot be read");
    if (next->name == variable) return read_variable(file.get(), *next, element, name);
    others.push_back(in_quotes(next->name));
  }
  fail("{}: there is no variable {}; there {}", name, in_quotes(variable),
       others.empty() ? "is none" : "is " + join(others, ", "));
}

}  // namespace dissent

#else

namespace dissent {

MatArray read_mat_uint8(const std::filesystem::path& path, const std::string& variable) {
  fail(
      "{}: a MATLAB file, and this build has no libmatio to read it; install that and build again, or "
      "convert it: python3 -c \"import numpy, scipy.io; numpy.save('{}.npy', "
      "numpy.moveaxis(scipy.io.loadmat('{}')['{}'], -1, 0))\"",
      path.string(), variable, path.string(), variable);
}

}  // namespace dissent

#endif
