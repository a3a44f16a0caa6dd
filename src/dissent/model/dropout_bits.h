// The random bits of dropout, for both sides: the host's compiler and the GPU's.
#pragma once

#include <cstdint>

#include "dissent/core/random.h"

namespace dissent {

// 128 bits for the eight numbers of a block.
constexpr PhiloxCounter dropout_block(std::uint64_t key, std::uint64_t step, std::uint32_t site,
                                      std::uint32_t block) {
  return philox4x32({block, site, static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(step >> 32)},
                    {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)});
}

constexpr std::uint32_t sixteen_bits(const PhiloxCounter& bits, std::int64_t number) {
  return bits[static_cast<std::size_t>(number / 2)] >> (16 * (number % 2)) & 0xFFFF;
}

}  // namespace dissent
