#include "core/names.h"

#include <string>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"

namespace dissent {
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
  std::vector<std::string_view> views(names.begin(), names.end());
  std::vector<std::uint32_t> indices(names.size());
  all_at_once.intern_all(views, indices);
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

TEST(MergeNames, NumbersInOrderOfFirstAppearanceForAnyThreads) {
  const std::vector<std::string> names = assorted_names(5000);
  std::vector<NameList> lists(3);
  Interner expected;
  for (std::size_t l = 0; l < 3; ++l) {
    Interner list;
    for (std::size_t i = l * 1000; i < l * 1000 + 2500; ++i) list.intern(names[i]);
    lists[l] = std::move(list).take();
    for (std::size_t i = 0; i < lists[l].size(); ++i) expected.intern(lists[l][i]);
  }
  for (const std::size_t threads : {1u, 2u, 5u}) {
    const MergedNames merged = merge_names(lists, threads);
    ASSERT_EQ(merged.names.strings(), expected.names().strings());
    for (std::size_t l = 0; l < 3; ++l) {
      for (std::size_t i = 0; i < lists[l].size(); ++i) {
        ASSERT_EQ(merged.names[merged.index[l][i]], lists[l][i]);
      }
    }
  }
}

}  // namespace
}  // namespace dissent
