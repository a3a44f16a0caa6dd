#include "dissent/metrics/slices.h"

#include <gtest/gtest.h>

#include "dissent/core/error.h"

namespace dissent::slices_test {
namespace {

VoteTable five_items() {
  NameList items;
  for (const char* name : {"a", "b", "c", "d", "e"}) items.add(name);
  const std::vector<std::int64_t> counts{2, 0, 1, 1, 3, 0, 0, 3, 2, 1};
  return VoteTable::from_counts(counts, std::move(items), {{"cat", "dog"}, {}, false});
}

class Slices : public testing::Test {
 protected:
  std::vector<std::string> names(std::string_view spec) {
    std::vector<std::string> all;
    for (const Slice& slice : make_slices(spec, source_)) all.push_back(slice.name);
    return all;
  }
  std::string message(std::string_view spec) {
    try {
      make_slices(spec, source_);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  VoteTable votes_ = five_items();
  std::vector<std::uint32_t> items_{1, 2, 3, 4};  // b c d e are scored
  std::vector<double> entropies_{0.69, 0, 0, 0.64};
  std::vector<std::int32_t> labels_{0, 0, 1, 0};
  SliceSource source_{votes_, items_, entropies_, labels_, [](const std::string&) {
                        return std::vector<std::string>{"x", "new", "old", "new", ""};
                      }};
};

TEST_F(Slices, TheHighestEntropiesFirstItemsFirst) {
  EXPECT_EQ(highest_entropy(entropies_, 0.5), (std::vector<std::uint32_t>{0, 3}));
  EXPECT_EQ(highest_entropy(entropies_, 0.75),
            (std::vector<std::uint32_t>{0, 1, 3}));                             // of the tied, the first
  EXPECT_EQ(highest_entropy(entropies_, 0.01), std::vector<std::uint32_t>{0});  // at least one
  EXPECT_EQ(make_slices("entropy-top:0.5", source_)[0].items, (std::vector<std::uint32_t>{0, 3}));
}

TEST_F(Slices, ByClassVotesAndColumn) {
  EXPECT_EQ(names("class"), (std::vector<std::string>{"class:cat", "class:dog"}));
  EXPECT_EQ(make_slices("class:dog", source_)[0].items, std::vector<std::uint32_t>{2});
  EXPECT_EQ(names("votes"), (std::vector<std::string>{"votes:2", "votes:3"}));
  EXPECT_EQ(make_slices("votes:3", source_)[0].items, (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(make_slices("votes:1..2", source_)[0].items, std::vector<std::uint32_t>{0});
  EXPECT_EQ(names("column:age"), (std::vector<std::string>{"age:new", "age:old"}));
  EXPECT_EQ(make_slices("column:age", source_)[0].items, (std::vector<std::uint32_t>{0, 2}));
}

TEST_F(Slices, WhatIsNoSliceIsSaid) {
  for (const char* spec : {"entropy", "entropy-top", "entropy-top:", "class:", "bottom:0.1", "column"}) {
    EXPECT_NE(message(spec).find("known slices"), std::string::npos) << spec;
  }
  for (const char* spec : {"entropy-top:0", "entropy-top:1.5", "entropy-top:x"}) {
    EXPECT_NE(message(spec).find("share of the items"), std::string::npos) << spec;
  }
  EXPECT_NE(message("class:cta").find("did you mean 'cat'"), std::string::npos);
  EXPECT_NE(message("votes:5..3").find("number of votes"), std::string::npos);
  EXPECT_NE(message("votes:9").find("no scored item"), std::string::npos);
}

}  // namespace
}  // namespace dissent::slices_test
