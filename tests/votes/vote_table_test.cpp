#include "dissent/votes/vote_table.h"

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/votes/entropy.h"
#include "dissent/votes/importer.h"

namespace dissent::vote_table_test {
namespace {

TEST(VoteTable, KeepsVotesOfAnItemInSourceOrder) {
  const VoteTable votes =
      import_votes_from("item,worker,label\nb,w1,y\na,w2,x\nb,w3,x\nb,w2,y\n", "t.csv").votes;
  EXPECT_EQ(votes.item_name(0), "b");
  EXPECT_EQ(votes.knowledge(), Knowledge::votes);
  const auto labels = votes.labels_of(0);
  EXPECT_EQ(std::vector<int>(labels.begin(), labels.end()), (std::vector<int>{1, 0, 1}));
  const auto annotators = votes.annotators_of(0);
  EXPECT_EQ(votes.annotator_name(annotators[1]), "w3");
  std::vector<std::uint32_t> counts(2);
  votes.counts_of(0, counts);
  EXPECT_EQ(counts, (std::vector<std::uint32_t>{1, 2}));
}

TEST(VoteTable, RefusesWhatItDoesNotKnowWithTheReason) {
  NameList items;
  items.add("a");
  const VoteTable probabilities = VoteTable::from_probabilities(std::vector<double>{0.25, 0.75}, items,
                                                                classes_as_listed({"x", "y"}, false));
  EXPECT_EQ(probabilities.votes(), 0u);
  try {
    probabilities.require(Knowledge::counts, "multipass");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "multipass needs vote counts, and this source has only probabilities; use the counts they "
                 "were made from");
  }
  EXPECT_THROW(probabilities.votes_of(0), Error);
  EXPECT_THROW(probabilities.labels_of(0), Error);
  const VoteTable counts =
      VoteTable::from_counts(std::vector<std::int64_t>{1, 2}, items, classes_as_listed({"x", "y"}, false));
  EXPECT_EQ(counts.votes_of(0), 3u);
  EXPECT_THROW(counts.annotators_of(0), Error);
}

TEST(VoteTable, AnItemWithoutVotesHasNoDistribution) {
  const VoteTable votes = import_votes_from("item,worker,label\na,w,x\nb,w,\n", "t.csv").votes;
  std::vector<double> row(1);
  try {
    votes.fractions_of(1, row);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("item 'b' has no votes"), std::string::npos);
  }
}

TEST(VoteTable, CountsMustBeCounts) {
  NameList items;
  items.add("a");
  EXPECT_THROW(
      VoteTable::from_counts(std::vector<std::int64_t>{-1, 2}, items, classes_as_listed({"x", "y"}, false)),
      Error);
  EXPECT_THROW(VoteTable::from_counts(std::vector<std::int64_t>{5000000000, 2}, items,
                                      classes_as_listed({"x", "y"}, false)),
               Error);
}

TEST(Classes, NumbersSortByValueAndWordsByLetter) {
  const ClassSpace numbers = classes_from_labels({"10", "2", "1.0", "2.0"});
  EXPECT_EQ(numbers.names, (std::vector<std::string>{"1", "2", "10"}));
  EXPECT_TRUE(numbers.ordered);
  const ClassSpace words = classes_from_labels({"dog", "cat", "10"});
  EXPECT_EQ(words.names, (std::vector<std::string>{"10", "cat", "dog"}));
  EXPECT_FALSE(words.ordered);
  EXPECT_THROW(classes_as_listed({"a", "a"}, false), Error);
  EXPECT_THROW(classes_as_listed({"a", " "}, false), Error);
}

TEST(Entropy, EqualMultisetsGiveEqualBits) {
  std::vector<double> scratch;
  const double a = entropy(std::vector<double>{1.0 / 51, 3.0 / 51, 47.0 / 51, 0}, scratch);
  const double b = entropy(std::vector<double>{47.0 / 51, 0, 1.0 / 51, 3.0 / 51}, scratch);
  EXPECT_EQ(a, b);
  EXPECT_EQ(entropy(std::vector<double>{0, 1}, scratch), 0);
  EXPECT_FALSE(std::signbit(entropy(std::vector<double>{0, 1}, scratch)));
}

}  // namespace
}  // namespace dissent::vote_table_test
