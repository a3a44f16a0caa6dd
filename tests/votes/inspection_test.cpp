#include "dissent/votes/inspection.h"

#include <cmath>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/votes/inspection_json.h"
#include "dissent/votes/majority.h"
#include "support/temporary_folder.h"

namespace dissent::inspection_test {
namespace {

constexpr std::string_view kVotes =
    "item,annotator,label\n"
    "x,ann,cat\nx,bob,dog\nx,eve,cat\n"
    "y,ann,cat\ny,bob,cat\n"
    "z,ann,cat\nz,bob,dog\n";

ImportResult imported() {
  return import_votes_from(kVotes, "votes.csv");
}

TEST(Inspection, SaysWhatTheVotesHold) {
  const Inspection found = inspect(imported());
  EXPECT_EQ(found.items, 3u);
  EXPECT_EQ(found.annotators, 3u);
  EXPECT_EQ(found.votes, 7u);
  EXPECT_EQ(found.classes.names, (std::vector<std::string>{"cat", "dog"}));
  EXPECT_NEAR(found.class_shares[0], 5.0 / 7, 1e-15);
  EXPECT_EQ(found.votes_per_item->least, 2u);
  EXPECT_EQ(found.votes_per_item->most, 3u);
  EXPECT_DOUBLE_EQ(found.votes_per_item->median, 2);
  EXPECT_DOUBLE_EQ(found.unanimous, 1.0 / 3);
  EXPECT_EQ(found.ties, 1u);
  EXPECT_TRUE(found.alpha_nominal.value);
  EXPECT_FALSE(found.alpha_ordinal.value);
  EXPECT_FALSE(found.alpha_ordinal.reason.empty());
  EXPECT_TRUE(found.human);
  ASSERT_EQ(found.agreement.size(), 3u);
  EXPECT_EQ(found.agreement[2].name, "eve");
  EXPECT_DOUBLE_EQ(found.agreement[2].with_the_rest.agreement, 0.5);
  EXPECT_EQ(found.audit->format, "long");
}

TEST(Inspection, NamesTheContestedItemsWithTheirVotes) {
  InspectOptions options;
  const Inspection found = inspect(imported(), options);
  ASSERT_EQ(found.contested.size(), 2u);  // y is unanimous
  EXPECT_EQ(found.contested[0].name, "z");
  EXPECT_NEAR(found.contested[0].entropy, std::log(2.0), 1e-15);
  EXPECT_EQ(found.contested[1].name, "x");
  ASSERT_EQ(found.contested[1].classes.size(), 2u);
  EXPECT_EQ(found.contested[1].classes[0].votes, 2u);
  EXPECT_DOUBLE_EQ(found.contested[1].classes[1].share, 1.0 / 3);
  options.contested = 1;
  EXPECT_EQ(inspect(imported(), options).contested.size(), 1u);
}

TEST(Inspection, ClassesChosenTogetherAreForThoseWhoAsk) {
  InspectOptions options;
  EXPECT_TRUE(inspect(imported(), options).chosen_together.empty());
  options.confusion = true;
  const Inspection found = inspect(imported(), options);
  ASSERT_EQ(found.chosen_together.size(), 4u);
  EXPECT_NEAR(found.chosen_together[0] + found.chosen_together[1], 1, 1e-15);
  // dog: a third of x's votes and a half of z's, where dog has a third and a half itself.
  EXPECT_NEAR(found.chosen_together[3], (1.0 / 9 + 1.0 / 4) / (1.0 / 3 + 1.0 / 2), 1e-15);
}

TEST(Inspection, ATableOfProbabilitiesKnowsLess) {
  NameList names;
  names.add("a");
  names.add("b");
  const VoteTable votes = VoteTable::from_probabilities(std::vector<double>{0.25, 0.75, 1, 0},
                                                        std::move(names), classes_from_labels({"n", "y"}));
  const Inspection found = inspect(votes);
  EXPECT_FALSE(found.votes || found.annotators || found.votes_per_item || found.human || found.audit);
  EXPECT_EQ(found.human_reason, "needs vote counts");
  EXPECT_TRUE(found.agreement.empty());
  ASSERT_EQ(found.contested.size(), 1u);
  EXPECT_DOUBLE_EQ(found.contested[0].classes[1].share, 0.75);
  const Json json = inspection_json(found);
  EXPECT_TRUE(json.at("votes").is_null());
  EXPECT_DOUBLE_EQ(json.at("contested").at(0).at("votes").at("y").get<double>(), 0.75);
  EXPECT_FALSE(json.contains("audit"));
}

TEST(Inspection, DoesNotDependOnTheNumberOfThreads) {
  InspectOptions one, seven;
  one.threads = 1;
  seven.threads = 7;
  const ImportResult votes = imported();
  EXPECT_EQ(inspection_json(inspect(votes, one)), inspection_json(inspect(votes, seven)));
}

TEST(Inspection, WritesARowAnItem) {
  const test::TemporaryFolder folder;
  write_item_table(imported().votes, folder / "items.csv");
  const std::string text = read_file(folder / "items.csv");
  const std::string majority = majority_label(imported().votes, 2).label == 0 ? "cat" : "dog";
  EXPECT_EQ(text,
            "item,votes,majority,entropy,tie,agreement,cat,dog\n"
            "x,3,cat,0.6365141682948128,0,0.3333333333333333,2,1\n"
            "y,2,cat,0,0,1,2,0\n"
            "z,2," +
                majority + ",0.6931471805599453,1,0,1,1\n");
  NameList names;
  names.add("a");
  const VoteTable shares = VoteTable::from_probabilities(std::vector<double>{0.25, 0.75}, std::move(names),
                                                         classes_from_labels({"n", "tie"}));
  write_item_table(shares, folder / "items.csv");
  EXPECT_EQ(
      read_file(folder / "items.csv"),
      "item,votes,majority,entropy,tie,agreement,n,class:tie\na,,tie,0.5623351446188083,0,,0.25,0.75\n");
}

TEST(Inspection, RefusesVotesThatAreNone) {
  NameList names;
  names.add("a");
  const VoteTable votes = VoteTable::from_counts(std::vector<std::int64_t>{0, 0}, std::move(names),
                                                 classes_from_labels({"n", "y"}));
  EXPECT_THROW(inspect(votes), Error);
}

}  // namespace
}  // namespace dissent::inspection_test
