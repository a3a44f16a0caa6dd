// Compressed streams of one file: gzip (zlib) and Zstandard (libarchive, where the build has it). What comes
// out is bounded, so that a small file stays small.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dissent {

enum class Packing { none, gzip, zstd };

// Told from the first bytes.
Packing packing_of(std::string_view bytes);
// "gzip" or "zstd"; empty for none.
std::string_view packing_name(Packing packing);

// The whole stream unpacked, members of a gzip file one after the other. `place` opens the messages. Throws
// where it is damaged, cut off or larger than kMaxUnpacked, and for zstd in a build without libarchive.
inline constexpr std::size_t kMaxUnpacked = std::size_t{64} << 30;  // bytes
std::string unpack(std::string_view bytes, Packing packing, std::string_view place);

}  // namespace dissent
