// npy and zip bytes made by hand, so that tests can break them in one place at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "dissent/core/error.h"

namespace dissent::test {

// The message of the error that `call` throws; a failure where it throws none or one of several lines.
template <class Call>
std::string message_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  ADD_FAILURE() << "no error was thrown";
  return {};
}

template <class T>
std::string cells(std::initializer_list<T> values) {
  return std::string(reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T));
}

inline std::string npy_with_dict(std::string dict, const std::string& data, int version = 1) {
  const std::size_t prefix = version == 1 ? 10 : 12;
  dict.append(63 - (prefix + dict.size()) % 64, ' ');
  dict += '\n';
  std::string out = "\x93NUMPY";
  out += static_cast<char>(version);
  out += '\0';
  for (std::size_t i = 0; i < prefix - 8; ++i) out += static_cast<char>(dict.size() >> (8 * i) & 0xFF);
  return out + dict + data;
}

inline std::string npy(std::string_view dtype, std::string_view shape, const std::string& data,
                       bool fortran = false) {
  return npy_with_dict(fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", dtype,
                                   fortran ? "True" : "False", shape),
                       data);
}

struct ZipFile {
  std::string name;
  std::string data;
  bool deflated = false;
  std::uint32_t declared = 0;  // another unpacked size than the true one
  int flags = 0;
  int method = -1;  // another method than the true one
};

// `window` as zlib has it: -MAX_WBITS for the bare data, MAX_WBITS + 16 for gzip's.
inline std::string deflated(const std::string& data, int window) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, data.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

inline std::string deflate_raw(const std::string& data) {
  return deflated(data, -MAX_WBITS);
}
inline std::string gzip(const std::string& data) {
  return deflated(data, MAX_WBITS + 16);
}

inline std::string zip(const std::vector<ZipFile>& files) {
  std::string out, directory;
  const auto put = [](std::string& to, std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i) to += static_cast<char>(value >> (8 * i) & 0xFF);
  };
  for (const ZipFile& file : files) {
    const std::string packed = file.deflated ? deflate_raw(file.data) : file.data;
    const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(file.data.data()), file.data.size());
    const std::uint64_t at = out.size();
    std::string shared;
    put(shared, 20, 2), put(shared, static_cast<std::uint64_t>(file.flags), 2);
    put(shared, file.method >= 0 ? static_cast<std::uint64_t>(file.method) : file.deflated ? 8 : 0, 2);
    put(shared, 0, 4), put(shared, crc, 4), put(shared, packed.size(), 4);
    put(shared, file.declared != 0 ? file.declared : file.data.size(), 4);
    put(shared, file.name.size(), 2), put(shared, 0, 2);
    put(out, 0x04034b50, 4);
    out += shared + file.name + packed;
    put(directory, 0x02014b50, 4), put(directory, 20, 2);
    directory += shared;
    put(directory, 0, 6), put(directory, 0, 4), put(directory, at, 4);
    directory += file.name;
  }
  const std::uint64_t begin = out.size();
  out += directory;
  put(out, 0x06054b50, 4), put(out, 0, 4), put(out, files.size(), 2), put(out, files.size(), 2);
  put(out, directory.size(), 4), put(out, begin, 4), put(out, 0, 2);
  return out;
}

}  // namespace dissent::test
