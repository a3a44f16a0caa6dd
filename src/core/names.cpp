#include "core/names.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/error.h"
#include "core/parallel.h"

namespace dissent {
namespace {

// The two low bits of a key say which of the three kinds it is, so that the kinds cannot collide.
enum : std::uint64_t { kHashed = 0, kInteger = 1, kShort = 2 };

std::uint64_t load(const char* bytes, std::size_t n) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, n);
  return word;
}

std::uint64_t hash_bytes(std::string_view name) {
  std::uint64_t hash = name.size() * 0x9E3779B97F4A7C15u;
  const char* at = name.data();
  std::size_t left = name.size();
  for (; left > 8; at += 8, left -= 8) {
    hash = std::rotl((hash ^ load(at, 8)) * 0xD6E8FEB86659FD93u, 29);
  }
  hash = (hash ^ load(at, left)) * 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

}  // namespace

std::vector<std::string> NameList::strings() const {
  std::vector<std::string> out;
  out.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) out.emplace_back((*this)[i]);
  return out;
}

Interner::Key Interner::key_of(std::string_view name) {
  // Up to 18 digits without a leading zero: the number is below 2^60, so it fits beside the kind.
  if (!name.empty() && name.size() <= 18 && (name[0] != '0' || name.size() == 1)) {
    std::uint64_t number = 0;
    bool digits = true;
    for (const char c : name) {
      digits &= c >= '0' && c <= '9';
      number = number * 10 + static_cast<std::uint64_t>(c - '0');
    }
    if (digits) return {number << 2 | kInteger, true};
  }
  if (name.size() <= 7) {
    return {load(name.data(), name.size()) << 8 | name.size() << 2 | kShort, true};
  }
  return {hash_bytes(name) << 2 | kHashed, false};
}

std::size_t Interner::locate(std::string_view name, Key key) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = home(key.value);; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.index == kAbsent) return at;
    if (slot.key == key.value && (key.exact || names_[slot.index] == name)) return at;
  }
}

std::uint32_t Interner::intern(std::string_view name, Key key) {
  if (names_.size() * 3 >= slots_.size() * 2) grow();
  Slot& slot = slots_[locate(name, key)];
  if (slot.index == kAbsent) {
    if (names_.size() >= kAbsent) fail("more than {} distinct names", kAbsent - 1);
    slot = {key.value, static_cast<std::uint32_t>(names_.size())};
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
      __builtin_prefetch(&slots_[home(keys[i].value)]);
    }
    const auto candidate = [&](std::size_t i) {  // the name that `keys[i]` will most likely be compared with
      const Slot& slot = slots_[home(keys[i].value)];
      return !keys[i].exact && slot.key == keys[i].value ? slot.index : kAbsent;
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
  std::vector<Slot> old(slots_.empty() ? 16 : slots_.size() * 2);
  old.swap(slots_);
  shift_ = 64 - std::countr_zero(slots_.size());
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.index == kAbsent) continue;
    std::size_t at = home(slot.key);
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
    return (Interner::key_of(name).value * 0xA24BAED4963EE407u >> 40) % shards.size();
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
