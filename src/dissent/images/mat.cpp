#include "dissent/images/mat.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string_view>

#include <zlib.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"

namespace dissent {
namespace {

constexpr std::size_t kMatHeader = 128, kMatTag = 8;
constexpr std::uint32_t kMatMatrix = 14, kMatPacked = 15;
constexpr std::size_t kDescription = 1024;  // bytes of a variable before its cells, at most

[[noreturn]] void mat_cut_off(std::string_view bytes, const std::string& name) {
  fail("{}: the MATLAB file is cut off at byte {}; copy the file again", name, bytes.size());
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

std::uint32_t mat_number(std::string_view bytes, std::size_t at, bool big) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + (big ? i : 3 - i)]);
  }
  return value;
}

// The bytes of a packed variable, a piece at a time; the check sum is compared at the end.
class MatUnpacker {
 public:
  explicit MatUnpacker(std::string_view bytes) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    ready_ = inflateInit(&stream_) == Z_OK;
  }
  ~MatUnpacker() { inflateEnd(&stream_); }
  MatUnpacker(const MatUnpacker&) = delete;
  MatUnpacker& operator=(const MatUnpacker&) = delete;

  // How many bytes there were, `size` of them unless the stream is at its end or damaged.
  std::size_t read(void* out, std::size_t size) {
    stream_.next_out = static_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(size);
    while (ready_ && !whole_ && stream_.avail_out > 0) {
      const int state = inflate(&stream_, Z_NO_FLUSH);
      whole_ = state == Z_STREAM_END;
      ready_ = state == Z_OK;
    }
    return size - stream_.avail_out;
  }
  // Whether nothing but padding is left.
  bool finish() {
    std::array<char, 16> rest;
    return read(rest.data(), rest.size()) < kMatTag && whole_;
  }

 private:
  z_stream stream_{};
  bool ready_ = false, whole_ = false;
};

// One variable as it lies in the file.
struct MatVariable {
  std::size_t at = 0;  // of its tag, for messages
  bool packed = false;
  std::string_view bytes;  // without the tag
  std::string_view file;

  [[noreturn]] void damaged(std::string_view what) const {
    fail("{}: the MATLAB file is damaged in the variable at byte {}: {}; copy the file again", file, at,
         what);
  }
};

// What stands before a variable's cells.
struct MatDescription {
  std::string name, type;
  std::vector<std::size_t> shape;
  std::size_t cells = 0;
  std::size_t begin = 0;  // of the cells, in the variable's bytes (unpacked)
};

std::string type_name(std::uint32_t flags) {
  constexpr std::array<std::string_view, 18> kNames = {
      "empty", "cell",  "struct", "object", "char",   "sparse", "double", "single",   "int8",
      "uint8", "int16", "uint16", "int32",  "uint32", "int64",  "uint64", "function", "opaque"};
  if ((flags & 0x200) != 0) return "logical";
  const std::uint32_t type = flags & 0xFF;
  return fmt::format("{}{}", (flags & 0x800) != 0 ? "complex " : "",
                     type < kNames.size() ? kNames[type] : "of unknown type");
}

// Four parts, each after its tag: flags, shape, name, cells. A part of up to 4 bytes may lie inside its tag.
MatDescription describe_variable(const MatVariable& variable, std::string_view start, bool big) {
  std::size_t at = 0;
  struct Part {
    std::uint32_t type, size;
    std::size_t begin;
  };
  const auto next = [&] {
    if (start.size() - at < kMatTag) variable.damaged("it ends early");
    const std::uint32_t word = mat_number(start, at, big);
    const bool small = word >> 16 != 0;
    const Part part = small ? Part{word & 0xFFFF, word >> 16, at + 4}
                            : Part{word, mat_number(start, at + 4, big), at + kMatTag};
    if (small && part.size > 4) variable.damaged("its description is wrong");
    at = small ? at + kMatTag : at + kMatTag + (std::size_t{part.size} + 7) / 8 * 8;
    return part;
  };
  const auto whole = [&](const Part& part, std::uint32_t type, std::size_t most) {
    if (part.type != type || part.size > most || at > start.size())
      variable.damaged("its description is wrong");
  };
  MatDescription description;
  const Part flags = next();
  whole(flags, 6, 8);
  description.type = type_name(mat_number(start, flags.begin, big));
  if (description.type == "opaque") return description;  // has no shape
  const Part shape = next();
  whole(shape, 5, 128);
  description.cells = 1;
  for (std::size_t i = 0; i + 4 <= shape.size; i += 4) {
    description.shape.push_back(mat_number(start, shape.begin + i, big));
    if (__builtin_mul_overflow(description.cells, description.shape.back(), &description.cells)) {
      description.cells = std::numeric_limits<std::size_t>::max();
    }
  }
  const Part name = next();
  whole(name, 1, 512);
  description.name = start.substr(name.begin, name.size);
  if (description.type != "uint8") return description;
  const Part cells = next();
  if (cells.type != 2 || cells.size != description.cells) {
    variable.damaged(fmt::format("its {} bytes do not fit its {} cells", cells.size, description.cells));
  }
  description.begin = cells.begin;
  return description;
}

// The beginning of a variable's bytes, unpacked into `room` where it is packed, without the tag that then is
// inside.
std::string_view variable_start(const MatVariable& variable, std::array<char, kDescription>& room) {
  if (!variable.packed) return variable.bytes.substr(0, kDescription);
  const std::size_t size = MatUnpacker(variable.bytes).read(room.data(), room.size());
  if (size < kMatTag) variable.damaged("it cannot be unpacked");
  return std::string_view(room.data(), size).substr(kMatTag);
}

std::vector<std::uint8_t> read_cells(const MatVariable& variable, const MatDescription& description) {
  // Deflate makes at most 1,032 bytes of one.
  const std::size_t most = variable.packed ? 1100 * variable.bytes.size() : variable.bytes.size();
  if (description.cells > most || description.begin > most - description.cells) {
    variable.damaged(fmt::format("it ends before its {} cells do", description.cells));
  }
  std::vector<std::uint8_t> cells(description.cells);
  if (!variable.packed) {
    const auto begin = variable.bytes.begin() + static_cast<std::ptrdiff_t>(description.begin);
    std::copy_n(begin, cells.size(), cells.begin());
    return cells;
  }
  MatUnpacker unpacker(variable.bytes);
  std::array<char, kDescription + kMatTag> before;
  unpacker.read(before.data(), kMatTag + description.begin);
  if (unpacker.read(cells.data(), cells.size()) < cells.size() || !unpacker.finish()) {
    variable.damaged("it cannot be unpacked");
  }
  return cells;
}

// Every variable of the file, so that a file that ends early is refused whatever is wanted of it.
std::vector<MatVariable> mat_variables(std::string_view bytes, bool big, const std::string& file) {
  std::vector<MatVariable> variables;
  for (std::size_t at = kMatHeader; at < bytes.size();) {
    if (bytes.size() - at < kMatTag) mat_cut_off(bytes, file);
    const std::uint32_t type = mat_number(bytes, at, big), length = mat_number(bytes, at + 4, big);
    variables.push_back({at, type == kMatPacked, bytes.substr(at + kMatTag, length), file});
    if (type != kMatPacked && type != kMatMatrix) {
      variables.back().damaged(fmt::format("{} is no type of a variable", type));
    }
    if (variables.back().bytes.size() < length) mat_cut_off(bytes, file);
    at += kMatTag + length;
  }
  return variables;
}

}  // namespace

MatArray read_mat_uint8(const std::filesystem::path& path, const std::string& variable) {
  return parse_mat_uint8(MappedFile(path).bytes(), path, variable);
}

MatArray parse_mat_uint8(std::string_view bytes, const std::filesystem::path& name,
                         const std::string& variable) {
  const std::string file = name.string();
  const bool big = big_endian(bytes, file);
  std::vector<std::string> others;
  std::array<char, kDescription> room;
  for (const MatVariable& here : mat_variables(bytes, big, file)) {
    MatDescription description = describe_variable(here, variable_start(here, room), big);
    if (description.name == variable) {
      if (description.type != "uint8") {
        fail("{}: the variable {} is {}, where uint8 is wanted", file, in_quotes(variable), description.type);
      }
      return {std::move(description.shape), read_cells(here, description)};
    }
    others.push_back(in_quotes(description.name));
  }
  fail("{}: there is no variable {}; there {}", file, in_quotes(variable),
       others.empty() ? "is none" : "is " + join(others, ", "));
}

}  // namespace dissent
