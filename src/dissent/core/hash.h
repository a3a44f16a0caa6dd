// SHA-256, for content addresses and for checking downloads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "dissent/core/sha256_blocks.h"

namespace dissent {

class Sha256 {
 public:
  void update(std::string_view bytes);
  // Lower-case hexadecimal digest; call once, after the last update.
  std::string hex();

 private:
  Sha256State state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, kSha256Block> pending_{};
  std::size_t pending_size_ = 0;
  std::uint64_t length_ = 0;
};

std::string sha256(std::string_view bytes);

}  // namespace dissent
