#include "dissent/votes/aggregate.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "dissent/catalog/aggregators.h"
#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/votes/aggregation_json.h"
#include "dissent/votes/importer.h"
#include "support/temporary_folder.h"

namespace dissent::aggregate_test {
namespace {

ImportResult imported() {
  return import_votes_from(
      "item,annotator,label\nx,ann,cat\nx,bob,dog\nx,eve,cat\ny,ann,cat\ny,bob,dog\nz,ann,dog\nz,eve,dog\n",
      "votes.csv");
}

AggregateOptions by(std::string method) {
  AggregateOptions options;
  options.method = std::move(method);
  return options;
}

class Counting : public Monitor {
 public:
  explicit Counting(std::uint64_t most) : most_(most) {}
  void progress(std::string_view, std::uint64_t done, std::uint64_t) override { done_ = done; }
  bool stopping() override { return done_ >= most_; }
  std::uint64_t done() const { return done_; }

 private:
  std::uint64_t most_, done_ = 0;
};

TEST(Aggregate, EveryMethodGivesRowsThatSumToOne) {
  const ImportResult votes = imported();
  for (const AggregatorEntry& aggregator : aggregators()) {
    const Aggregation result = aggregate(votes.votes, by(std::string(aggregator.name)));
    EXPECT_EQ(result.method, aggregator.name);
    EXPECT_EQ(result.model.has_value(), aggregator.estimates_confusion);
    ASSERT_EQ(result.rows.size(), 6u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(result.rows[2 * i] + result.rows[2 * i + 1], 1, 1e-12);
  }
}

TEST(Aggregate, SharesAndMajority) {
  const ImportResult votes = imported();
  EXPECT_DOUBLE_EQ(aggregate(votes.votes, by("soft")).rows[0], 2.0 / 3);
  const Aggregation majority = aggregate(votes.votes, by("majority"));
  EXPECT_EQ(majority.ties, 1u);
  EXPECT_EQ(majority.rows[0], 1);
  EXPECT_EQ(majority.rows[5], 1);
  EXPECT_FALSE(aggregate(votes.votes, by("soft")).ties);
}

TEST(Aggregate, AnUnknownMethodIsAnErrorWithTheKnownOnes) {
  try {
    aggregate(imported().votes, by("sofft"));
    FAIL();
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("did you mean 'soft'"), std::string::npos) << message;
  }
}

TEST(Aggregate, TellsItsProgressAndStopsWhenAsked) {
  const ImportResult votes = imported();
  Counting patient(1000);
  const Aggregation result = aggregate(votes.votes, by("dawid-skene"), patient);
  EXPECT_EQ(patient.done(), static_cast<std::uint64_t>(result.model->iterations));
  Counting hasty(1);
  EXPECT_THROW(aggregate(votes.votes, by("dawid-skene"), hasty), Stopped);
  EXPECT_EQ(hasty.done(), 1u);
}

TEST(Aggregate, DoesNotDependOnTheNumberOfThreads) {
  const ImportResult votes = imported();
  for (const AggregatorEntry& aggregator : aggregators()) {
    AggregateOptions options = by(std::string(aggregator.name));
    options.threads = 1;
    const std::vector<double> one = aggregate(votes.votes, options).rows;
    options.threads = 5;
    EXPECT_EQ(aggregate(votes.votes, options).rows, one);
  }
}

TEST(Aggregate, WritesRowsAndConfusionMatrices) {
  const test::TemporaryFolder folder;
  const ImportResult votes = imported();
  write_aggregation(votes.votes, aggregate(votes.votes, by("majority")), folder / "m.tsv");
  EXPECT_EQ(read_file(folder / "m.tsv").substr(0, 21), "item\tcat\tdog\nx\t1\t0\ny\t");
  const Aggregation estimated = aggregate(votes.votes, by("dawid-skene"));
  write_confusions(votes.votes, *estimated.model, folder / "c.csv");
  const std::string matrices = read_file(folder / "c.csv");
  EXPECT_TRUE(matrices.starts_with("annotator,true,cat,dog\nann,cat,"));
  EXPECT_EQ(std::count(matrices.begin(), matrices.end(), '\n'), 7);
  EXPECT_THROW(write_aggregation(votes.votes, estimated, folder / "m.txt"), Error);
  const Json json = aggregation_json(estimated, votes, {folder / "m.csv", folder / "c.csv"});
  EXPECT_EQ(json.at("iterations"), estimated.model->iterations);
  EXPECT_EQ(json.at("confusion"), (folder / "c.csv").string());
  EXPECT_FALSE(json.contains("ties"));
}

}  // namespace
}  // namespace dissent::aggregate_test
