#include "dissent/votes/aggregate.h"

#include <algorithm>

#include <fmt/format.h>
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

TEST(Aggregate, EveryModelOfAnnotatorsSaysHowItEnded) {
  const ImportResult votes = imported();
  for (const AggregatorEntry& aggregator : aggregators()) {
    const Aggregation result = aggregate(votes.votes, by(std::string(aggregator.name)));
    EXPECT_EQ(result.reliability.size(), aggregator.reliability.empty() ? 0u : 3u) << aggregator.name;
    const bool model = aggregator.estimates_confusion || !aggregator.reliability.empty();
    EXPECT_EQ(result.fit.has_value(), model) << aggregator.name;
    if (!model) continue;
    EXPECT_GT(result.fit->iterations, 0);
    Counting hasty(1);
    EXPECT_THROW(aggregate(votes.votes, by(std::string(aggregator.name)), hasty), Stopped);
  }
}

TEST(AggregatedLabels, TheLargestWeightAndTiesByTheItemsDraw) {
  const ImportResult votes = imported();
  const Aggregation soft = aggregate(votes.votes, by("soft"));
  const AggregatedLabels labels = aggregated_labels(votes.votes, soft);
  EXPECT_EQ(labels.label[0], 0);
  EXPECT_DOUBLE_EQ(labels.confidence[0], 2.0 / 3);
  EXPECT_EQ(labels.ties, 1u);
  const Aggregation majority = aggregate(votes.votes, by("majority"));
  const AggregatedLabels chosen = aggregated_labels(votes.votes, majority);
  EXPECT_EQ(chosen.label, labels.label);  // the same draw
  EXPECT_EQ(chosen.ties, 1u);
  EXPECT_DOUBLE_EQ(chosen.confidence[0], 2.0 / 3);  // of the votes, not the row's 1
  Aggregation nearly = soft;
  nearly.rows[2] += 1e-15;  // a sum in another order
  EXPECT_EQ(aggregated_labels(votes.votes, nearly).label, labels.label);
  EXPECT_EQ(aggregated_labels(votes.votes, nearly).ties, 1u);
}

TEST(Aggregate, WritesLabelsAndRecords) {
  const test::TemporaryFolder folder;
  const ImportResult votes = imported();
  const Aggregation soft = aggregate(votes.votes, by("soft"));
  WriteAggregationOptions options;
  options.form = AggregationForm::labels;
  write_aggregation(votes.votes, soft, folder / "l.csv", options);
  EXPECT_TRUE(
      read_file(folder / "l.csv").starts_with("item,label,confidence,votes\nx,cat,0.6666666666666666,3\ny,"));
  write_aggregation(votes.votes, soft, folder / "l.jsonl", options);
  const std::string text = read_file(folder / "l.jsonl");
  EXPECT_EQ(text.substr(0, text.find('\n')),
            R"({"item":"x","label":"cat","confidence":0.6666666666666666,"votes":3})");
  options.form = AggregationForm::shares;
  write_aggregation(votes.votes, soft, folder / "s.json", options);
  const Json array = parse_json(read_file(folder / "s.json"), "s.json");
  ASSERT_EQ(array.size(), 3u);
  EXPECT_EQ(array[2].dump(), R"({"item":"z","shares":{"cat":0.0,"dog":1.0}})");
  options.file = AggregationFile::tsv;
  write_aggregation(votes.votes, soft, folder / "named.txt", options);
  EXPECT_TRUE(read_file(folder / "named.txt").starts_with("item\tcat\tdog\n"));
}

TEST(Aggregate, RefusesFilesThatCannotHoldTheForm) {
  WriteAggregationOptions labels;
  labels.form = AggregationForm::labels;
  EXPECT_THROW(check_aggregation_output("out.npy", labels), Error);
  EXPECT_THROW(check_aggregation_output("out.txt", {}), Error);
  WriteAggregationOptions array;
  array.file = AggregationFile::npz;
  EXPECT_THROW(check_aggregation_output("-", array), Error);
  EXPECT_NO_THROW(check_aggregation_output("-", labels));
}

TEST(AggregationWarnings, NameWhatLooksWrong) {
  // Five who agree, and one who says x whatever is asked.
  std::string csv = "item,worker,label\n";
  for (int i = 0; i < 40; ++i) {
    for (int w = 0; w < 5; ++w) csv += fmt::format("i{},w{},{}\n", i, w, i % 2 == 0 ? "x" : "y");
    csv += fmt::format("i{},same,x\n", i);
  }
  const ImportResult votes = import_votes_from(csv, "votes.csv");
  Aggregation result = aggregate(votes.votes, by("dawid-skene"));
  std::vector<std::string> warnings = aggregation_warnings(votes.votes, result);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("1 of 6 annotators answer alike whatever the class (the first: 'same')"),
            std::string::npos)
      << warnings[0];
  for (std::size_t i = 0; i < 40; ++i) std::swap(result.rows[2 * i], result.rows[2 * i + 1]);
  warnings = aggregation_warnings(votes.votes, result);
  EXPECT_EQ(std::count_if(warnings.begin(), warnings.end(),
                          [](const std::string& one) { return one.find("swapped") != std::string::npos; }),
            2);
  for (std::size_t i = 0; i < 40; ++i) result.rows[2 * i] = 1, result.rows[2 * i + 1] = 0;
  warnings = aggregation_warnings(votes.votes, result);
  EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(), [](const std::string& one) {
    return one.find("'y' is voted for and comes out for no item") != std::string::npos;
  }));
  EXPECT_TRUE(aggregation_warnings(votes.votes, aggregate(votes.votes, by("majority"))).empty());
}

}  // namespace
}  // namespace dissent::aggregate_test
