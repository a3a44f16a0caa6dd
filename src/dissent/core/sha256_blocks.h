// SHA-256's compression of whole blocks: by the CPU's own instructions where it has them, several times as
// fast.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace dissent {

using Sha256State = std::array<std::uint32_t, 8>;
inline constexpr std::size_t kSha256Block = 64;  // bytes

// `bytes` are whole blocks.
void add_sha256_blocks(Sha256State& state, std::string_view bytes);

// Each way by itself, for tests. The first is for CPUs of any kind; the second returns false, and does
// nothing, where this CPU has no instructions for it.
void add_sha256_blocks_plainly(Sha256State& state, std::string_view bytes);
bool add_sha256_blocks_by_instructions(Sha256State& state, std::string_view bytes);

}  // namespace dissent
