#include "dissent/evaluate/gold_check.h"

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/evaluate/gold_check_json.h"
#include "dissent/io/file.h"
#include "dissent/stats/wilson.h"
#include "support/temporary_folder.h"

namespace dissent::gold_check_test {
namespace {

ImportResult imported() {
  return import_votes_from(
      "item,annotator,label\na,u,cat\na,v,cat\na,w,dog\nb,u,dog\nb,v,dog\nc,u,cat\nd,u,dog\n", "votes.csv");
}

TEST(GoldCheck, CountsTheLabelsThatAreRight) {
  const test::TemporaryFolder folder;
  write_file(folder / "gold.csv", "item,gold\na,cat\nb,cat\nc,cat\nelsewhere,dog\n");
  const ImportResult votes = imported();
  const GoldLabels gold = read_gold_labels({.gold = (folder / "gold.csv").string()}, votes);
  const GoldCheck check = check_against_gold(votes.votes, aggregate(votes.votes, {.method = "soft"}), gold);
  EXPECT_EQ(check.items, 3u);  // d has none
  EXPECT_EQ(check.method.right, 2u);
  EXPECT_DOUBLE_EQ(check.method.accuracy, 2.0 / 3);
  EXPECT_EQ(check.method.interval.low, wilson_interval(2, 3).low);
  EXPECT_EQ(check.majority.right, 2u);
  EXPECT_TRUE(check.warnings.empty());
}

TEST(GoldCheck, WarnsWhereTheMajorityIsBetter) {
  const ImportResult votes = imported();
  Aggregation worse = aggregate(votes.votes, {.method = "soft"});
  worse.method = "worse";
  for (std::size_t i = 0; i < 4; ++i) std::swap(worse.rows[2 * i], worse.rows[2 * i + 1]);
  const GoldLabels gold{{0, 1, -1, -1}, "gold.csv"};
  const GoldCheck check = check_against_gold(votes.votes, worse, gold);
  EXPECT_EQ(check.method.right, 0u);
  ASSERT_EQ(check.warnings.size(), 1u);
  EXPECT_NE(check.warnings[0].find("worse is right on 0 of 2"), std::string::npos) << check.warnings[0];
  Json json = {{"warnings", Json::array({"before"})}};
  add_gold_json(check, json);
  EXPECT_EQ(json.at("gold").at("right"), 0);
  EXPECT_EQ(json.at("gold").at("majority").at("accuracy"), 1.0);
  EXPECT_EQ(json.at("warnings").size(), 2u);
}

TEST(GoldCheck, RefusesWhatItCannotUse) {
  const ImportResult votes = imported();
  GoldSource source;
  source.options.column = "truth";
  EXPECT_THROW(check_source(source), Error);
  EXPECT_TRUE(read_gold_labels({}, votes).labels.empty());  // the votes file has none
  const GoldLabels none{{-1, -1, -1, -1}, "gold.csv"};
  EXPECT_THROW(check_against_gold(votes.votes, aggregate(votes.votes, {.method = "soft"}), none), Error);
}

}  // namespace
}  // namespace dissent::gold_check_test
