#include "dissent/core/hash.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace dissent {

void Sha256::update(std::string_view bytes) {
  length_ += bytes.size();
  if (pending_size_ > 0) {
    const std::size_t take = std::min(bytes.size(), pending_.size() - pending_size_);
    if (take > 0) std::memcpy(pending_.data() + pending_size_, bytes.data(), take);
    pending_size_ += take;
    bytes.remove_prefix(take);
    if (pending_size_ < pending_.size()) return;
    add_sha256_blocks(state_, {reinterpret_cast<const char*>(pending_.data()), pending_.size()});
    pending_size_ = 0;
  }
  const std::size_t whole = bytes.size() - bytes.size() % kSha256Block;
  add_sha256_blocks(state_, bytes.substr(0, whole));
  bytes.remove_prefix(whole);
  if (!bytes.empty()) std::memcpy(pending_.data(), bytes.data(), bytes.size());
  pending_size_ = bytes.size();
}

std::string Sha256::hex() {
  const std::uint64_t bits = length_ * 8;
  std::string padding(1, '\x80');
  padding.append((119 - length_ % 64) % 64, '\0');
  for (int shift = 56; shift >= 0; shift -= 8) padding += static_cast<char>(bits >> shift);
  update(padding);
  std::string out;
  for (const std::uint32_t word : state_) out += fmt::format("{:08x}", word);
  return out;
}

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

}  // namespace dissent
