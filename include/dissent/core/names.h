// Names as numbers: Interner gives each distinct name an index in order of first appearance. Tens of millions
// of names cost their bytes and about 20 more each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/core/large_vector.h"
#include "dissent/core/name_list.h"

namespace dissent {

class Interner {
 public:
  // What identifies a name in the table. A name of up to 11 bytes is its own key, so that a look-up touches
  // one cache line; a longer one has a 94-bit hash, and is compared.
  struct Key {
    std::uint64_t low;
    std::uint32_t high;
    bool exact() const { return (high & 1) != 0; }
  };
  static Key key_of(std::string_view name);
  struct Named {
    std::string_view name;
    Key key;
  };

  // The index of `name`, which is added where it is new.
  std::uint32_t intern(std::string_view name) { return intern(name, key_of(name)); }
  std::uint32_t intern(std::string_view name, Key key);
  // intern() of many names; several look-ups wait for memory at once, which is 3 times faster in a large
  // table.
  void intern_all(std::span<const Named> names, std::span<std::uint32_t> indices);
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFF;
  std::uint32_t find(std::string_view name) const;

  const NameList& names() const { return names_; }
  NameList take() && { return std::move(names_); }
  std::size_t size() const { return names_.size(); }

 private:
  struct Slot {
    std::uint64_t low = 0;
    std::uint32_t high = 0;
    std::uint32_t index = kAbsent;
    bool has(Key key) const { return low == key.low && high == key.high; }
  };
  std::size_t home(std::uint64_t low, std::uint32_t high) const {
    return static_cast<std::size_t>((low ^ std::uint64_t{high} << 29) * 0x9E3779B97F4A7C15u >> shift_);
  }
  std::size_t locate(std::string_view name, Key key) const;
  void grow();

  NameList names_;
  LargeVector<Slot> slots_;
  int shift_ = 64;
};

// Distinct names of a long list, by several threads: each shard has the names of its share of the hashes, and
// the names are numbered in the end in the order of their first appearance, whatever the number of shards.
class ShardedInterner {
 public:
  explicit ShardedInterner(std::size_t threads);
  std::size_t shards() const { return shards_.size(); }

  // Writes to codes[i] the code of names[i], where that is of this shard; others are left alone. Lists come
  // in their order, `first` being the position of names[0] in the whole. Returns the indices of names new to
  // the shard. Different shards may be worked on at once.
  std::vector<std::size_t> intern(std::size_t shard, std::span<const Interner::Named> names,
                                  std::span<std::uint32_t> codes, std::uint64_t first);

  // After the last list: the names in order, and from then on the number of a code.
  NameList number();
  std::uint32_t number_of(std::uint32_t code) const { return shards_[code & mask_].number[code >> bits_]; }

 private:
  struct Shard {
    Interner names;
    std::vector<std::uint64_t> first;  // [names] position of the first appearance, increasing
    LargeVector<std::uint32_t> number;
  };
  std::vector<Shard> shards_;
  int bits_;
  std::uint32_t mask_;
};

}  // namespace dissent
