#include "dissent/core/names.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include "dissent/core/random.h"

namespace dissent::names_test {
namespace {

// Names of every length around the limits of the exact keys, many sharing long prefixes.
std::vector<std::string> assorted_names(std::size_t n) {
  std::vector<std::string> names;
  Draws draws(Stream(5, "names"), 0);
  for (std::size_t i = 0; i < n; ++i) {
    std::string name = draws.below(2) == 0 ? "prefix-shared-" : "";
    const std::uint64_t length = draws.below(20);
    for (std::uint64_t c = 0; c < length; ++c) name += static_cast<char>('a' + draws.below(3));
    names.push_back(name);
  }
  return names;
}

TEST(Interner, AgreesWithAStandardMap) {
  const std::vector<std::string> names = assorted_names(20000);
  Interner one_by_one, all_at_once;
  std::vector<Interner::Named> named;
  for (const std::string& name : names) named.push_back({name, Interner::key_of(name)});
  std::vector<std::uint32_t> indices(names.size());
  all_at_once.intern_all(named, indices);
  std::unordered_map<std::string, std::uint32_t> expected;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [at, fresh] = expected.try_emplace(names[i], static_cast<std::uint32_t>(expected.size()));
    ASSERT_EQ(one_by_one.intern(names[i]), at->second);
    ASSERT_EQ(indices[i], at->second);
    ASSERT_EQ(all_at_once.names()[at->second], names[i]);
  }
  EXPECT_EQ(one_by_one.size(), expected.size());
  EXPECT_EQ(one_by_one.find("never seen"), Interner::kAbsent);
  EXPECT_EQ(Interner().find(""), Interner::kAbsent);
}

TEST(Interner, KeysOfShortNamesAreExact) {
  // Same bytes, other length: a trailing NUL must not be lost.
  Interner interner;
  EXPECT_NE(interner.intern(std::string_view("ab\0", 3)), interner.intern("ab"));
  EXPECT_TRUE(Interner::key_of("12345678901").exact());
  EXPECT_FALSE(Interner::key_of("123456789012").exact());
}

TEST(ShardedInterner, NumbersInOrderOfFirstAppearanceForAnyThreads) {
  const std::vector<std::string> names = assorted_names(20000);
  Interner expected;
  std::vector<std::uint32_t> numbers;
  for (const std::string& name : names) numbers.push_back(expected.intern(name));
  for (const std::size_t threads : {1u, 2u, 3u, 8u}) {
    ShardedInterner interner(threads);
    std::vector<std::uint32_t> codes(names.size());
    std::size_t fresh = 0;
    for (std::size_t begin = 0; begin < names.size(); begin += 3000) {  // list by list, shard by shard
      const std::size_t n = std::min<std::size_t>(3000, names.size() - begin);
      std::vector<Interner::Named> list;
      for (std::size_t i = begin; i < begin + n; ++i) list.push_back({names[i], Interner::key_of(names[i])});
      for (std::size_t shard = 0; shard < interner.shards(); ++shard) {
        fresh += interner.intern(shard, list, std::span(codes).subspan(begin, n), begin).size();
      }
    }
    EXPECT_EQ(fresh, expected.size());
    EXPECT_EQ(interner.number().strings(), expected.names().strings());
    for (std::size_t i = 0; i < names.size(); ++i) ASSERT_EQ(interner.number_of(codes[i]), numbers[i]);
  }
}

}  // namespace
}  // namespace dissent::names_test
