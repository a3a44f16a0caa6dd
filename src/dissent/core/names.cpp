#include "dissent/core/names.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "dissent/core/error.h"

namespace dissent {
namespace {

constexpr std::size_t kExactBytes = 11;

// The first n (at most 8) bytes as a number.
std::uint64_t load(const char* bytes, std::size_t n) {
  if (n >= 4) {  // two loads that overlap cover 4 to 8 bytes without a call
    std::uint32_t front = 0, back = 0;
    std::memcpy(&front, bytes, 4);
    std::memcpy(&back, bytes + n - 4, 4);
    return front | std::uint64_t{back} << (8 * (n - 4));
  }
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < n; ++i) word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return word;
}

}  // namespace

std::vector<std::string> NameList::strings() const {
  std::vector<std::string> out;
  out.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) out.emplace_back((*this)[i]);
  return out;
}

Interner::Key Interner::key_of(std::string_view name) {
  const char* at = name.data();
  std::size_t left = name.size();
  if (left <= kExactBytes) {  // the bytes, then the length, then the mark of an exact key
    const std::size_t first = std::min<std::size_t>(left, 8);
    const std::uint64_t rest = load(at + first, left - first);
    return {load(at, first), static_cast<std::uint32_t>(rest << 8 | left << 1 | 1)};
  }
  std::uint64_t a = left * 0x9E3779B97F4A7C15u, b = 0;
  for (; left > 8; at += 8, left -= 8) {
    const std::uint64_t word = load(at, 8);
    a = std::rotl((a ^ word) * 0xD6E8FEB86659FD93u, 29);
    b = std::rotl((b + word) * 0xA24BAED4963EE407u, 31);
  }
  const std::uint64_t word = load(at, left);
  a = (a ^ word) * 0xD6E8FEB86659FD93u;
  b = (b + word) * 0xA24BAED4963EE407u;
  return {a ^ a >> 32, static_cast<std::uint32_t>(b >> 32) & ~1u};
}

std::size_t Interner::locate(std::string_view name, Key key) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = home(key.low, key.high);; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.index == kAbsent) return at;
    if (slot.has(key) && (key.exact() || names_[slot.index] == name)) return at;
  }
}

std::uint32_t Interner::intern(std::string_view name, Key key) {
  if (names_.size() * 3 >= slots_.size() * 2) grow();
  Slot& slot = slots_[locate(name, key)];
  if (slot.index == kAbsent) {
    if (names_.size() >= kAbsent) fail("more than {} distinct names", kAbsent - 1);
    slot = {key.low, key.high, static_cast<std::uint32_t>(names_.size())};
    names_.add(name);
  }
  return slot.index;
}

void Interner::intern_all(std::span<const Named> names, std::span<std::uint32_t> indices) {
  constexpr std::size_t kGroup = 32;
  for (std::size_t begin = 0; begin < names.size(); begin += kGroup) {
    const std::span<const Named> group = names.subspan(begin, std::min(kGroup, names.size() - begin));
    while ((names_.size() + group.size()) * 3 >= slots_.size() * 2) grow();
    for (const Named& name : group) __builtin_prefetch(&slots_[home(name.key.low, name.key.high)]);
    const auto candidate =
        [&](const Named& name) {  // the name that this one will most likely be compared with
          const Slot& slot = slots_[home(name.key.low, name.key.high)];
          return !name.key.exact() && slot.has(name.key) ? slot.index : kAbsent;
        };
    for (const Named& name : group) {
      if (const std::uint32_t index = candidate(name); index != kAbsent) names_.prefetch_end(index);
    }
    for (const Named& name : group) {
      if (const std::uint32_t index = candidate(name); index != kAbsent) names_.prefetch_name(index);
    }
    for (std::size_t i = 0; i < group.size(); ++i) indices[begin + i] = intern(group[i].name, group[i].key);
  }
}

std::uint32_t Interner::find(std::string_view name) const {
  return slots_.empty() ? kAbsent : slots_[locate(name, key_of(name))].index;
}

void Interner::grow() {
  LargeVector<Slot> old(slots_.empty() ? 16 : slots_.size() * 2);
  old.swap(slots_);
  shift_ = 64 - std::countr_zero(slots_.size());
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.index == kAbsent) continue;
    std::size_t at = home(slot.low, slot.high);
    while (slots_[at].index != kAbsent) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

ShardedInterner::ShardedInterner(std::size_t threads)
    : shards_(std::bit_ceil(std::max<std::size_t>(1, threads))),
      bits_(std::countr_zero(shards_.size())),
      mask_(static_cast<std::uint32_t>(shards_.size() - 1)) {}

std::vector<std::size_t> ShardedInterner::intern(std::size_t shard, std::span<const Interner::Named> names,
                                                 std::span<std::uint32_t> codes, std::uint64_t first) {
  Shard& mine = shards_[shard];
  std::vector<std::size_t> fresh;
  std::array<Interner::Named, 128> group;
  std::array<std::size_t, 128> at;
  std::array<std::uint32_t, 128> index;
  std::size_t held = 0;
  const auto flush = [&] {
    std::size_t known = mine.names.size();
    mine.names.intern_all({group.data(), held}, {index.data(), held});
    if (mine.names.size() > (Interner::kAbsent >> bits_))
      fail("more than {} names", Interner::kAbsent >> bits_);
    for (std::size_t i = 0; i < held; ++i) {
      codes[at[i]] = index[i] << bits_ | static_cast<std::uint32_t>(shard);
      if (index[i] < known) continue;
      ++known;  // new names get increasing indices, so the next new one is at `known`
      mine.first.push_back(first + at[i]);
      fresh.push_back(at[i]);
    }
    held = 0;
  };
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Interner::Key key = names[i].key;
    // Other bits than the table's own, or each shard's table would be filled in few places.
    if ((((key.low ^ key.high) * 0xA24BAED4963EE407u >> 40) & mask_) != shard) continue;
    group[held] = names[i];
    at[held] = i;
    if (++held == group.size()) flush();
  }
  flush();
  return fresh;
}

NameList ShardedInterner::number() {
  std::size_t total = 0, bytes = 0;
  for (Shard& shard : shards_) {
    shard.number.resize(shard.first.size());
    total += shard.first.size();
    bytes += shard.names.names().bytes();
  }
  NameList names;
  names.reserve(total, bytes);
  std::vector<std::size_t> next(shards_.size(), 0);  // each shard's names are in order already: a merge
  for (std::size_t number = 0; number < total; ++number) {
    std::size_t best = shards_.size();
    for (std::size_t s = 0; s < shards_.size(); ++s) {
      if (next[s] == shards_[s].first.size()) continue;
      if (best == shards_.size() || shards_[s].first[next[s]] < shards_[best].first[next[best]]) best = s;
    }
    names.add(shards_[best].names.names()[next[best]]);
    shards_[best].number[next[best]++] = static_cast<std::uint32_t>(number);
  }
  for (Shard& shard : shards_) {
    shard.names = Interner();
    shard.first = {};
  }
  return names;
}

}  // namespace dissent
