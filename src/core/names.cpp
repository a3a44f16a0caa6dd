#include "core/names.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/error.h"
#include "core/parallel.h"

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

void Interner::intern_all(std::span<const std::string_view> names, std::span<std::uint32_t> indices) {
  constexpr std::size_t kGroup = 32;
  std::array<Key, kGroup> keys;
  for (std::size_t begin = 0; begin < names.size(); begin += kGroup) {
    const std::size_t n = std::min(kGroup, names.size() - begin);
    while ((names_.size() + n) * 3 >= slots_.size() * 2) grow();
    for (std::size_t i = 0; i < n; ++i) {
      keys[i] = key_of(names[begin + i]);
      __builtin_prefetch(&slots_[home(keys[i].low, keys[i].high)]);
    }
    const auto candidate = [&](std::size_t i) {  // the name that `keys[i]` will most likely be compared with
      const Slot& slot = slots_[home(keys[i].low, keys[i].high)];
      return !keys[i].exact() && slot.has(keys[i]) ? slot.index : kAbsent;
    };
    for (std::size_t i = 0; i < n; ++i) {
      if (const std::uint32_t index = candidate(i); index != kAbsent) names_.prefetch_end(index);
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (const std::uint32_t index = candidate(i); index != kAbsent) names_.prefetch_name(index);
    }
    for (std::size_t i = 0; i < n; ++i) indices[begin + i] = intern(names[begin + i], keys[i]);
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

MergedNames merge_names(std::vector<NameList> lists, std::size_t threads) {
  // Each thread finds the distinct names of its share of the hashes, in every list; then one pass numbers
  // them.
  struct Shard {
    Interner names;
    std::vector<std::uint32_t> number;  // in the result
  };
  std::vector<Shard> shards(std::max<std::size_t>(1, threads));
  const auto shard_of = [&](std::string_view name) {
    const Interner::Key key = Interner::key_of(name);
    return ((key.low ^ key.high) * 0xA24BAED4963EE407u >> 40) % shards.size();
  };
  MergedNames merged;
  for (const NameList& list : lists) merged.index.emplace_back(list.size());
  parallel_pieces(shards.size(), shards.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t s = begin; s < end; ++s) {
      std::vector<std::string_view> names;
      std::vector<std::uint32_t> at, found;
      for (std::size_t l = 0; l < lists.size(); ++l) {
        for (std::size_t i = 0; i < lists[l].size();) {
          names.clear();
          at.clear();
          for (; i < lists[l].size() && names.size() < 4096; ++i) {
            if (shard_of(lists[l][i]) != s) continue;
            names.push_back(lists[l][i]);
            at.push_back(static_cast<std::uint32_t>(i));
          }
          found.resize(names.size());
          shards[s].names.intern_all(names, found);
          for (std::size_t n = 0; n < at.size(); ++n) merged.index[l][at[n]] = found[n];
        }
      }
      shards[s].number.assign(shards[s].names.size(), Interner::kAbsent);
    }
  });
  for (std::size_t l = 0; l < lists.size(); ++l) {
    for (std::size_t i = 0; i < lists[l].size(); ++i) {
      std::uint32_t& number = shards[shard_of(lists[l][i])].number[merged.index[l][i]];
      if (number == Interner::kAbsent) {
        number = static_cast<std::uint32_t>(merged.names.size());
        merged.names.add(lists[l][i]);
      }
      merged.index[l][i] = number;
    }
  }
  return merged;
}

}  // namespace dissent
