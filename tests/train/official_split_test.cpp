// Runs on a data set's official split, and runs without an evaluation.
#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include "dissent/io/file.h"
#include "dissent/predictions/predictions.h"
#include "dissent/run/history.h"
#include "dissent/run/run_record_json.h"
#include "dissent/run/run_view.h"
#include "dissent/train/predict_items.h"
#include "dissent/train/train.h"
#include "support/arrays.h"
#include "support/temporary_folder.h"
#include "train/train_support.h"

namespace dissent::official_split_test {
namespace {
namespace fs = std::filesystem;
using test::message_of;
using test::small_shapes;

// Items 0 to 99 of train, to 119 of dev and to 149 of test; where it is hidden, test has no votes.
Dataset with_split(bool hidden) {
  const Dataset& shapes = small_shapes();
  std::vector<OfficialPart> parts(shapes.items(), OfficialPart::train);
  std::vector<std::int64_t> counts;
  std::vector<std::uint32_t> row(shapes.classes());
  NameList names;
  for (std::size_t i = 0; i < shapes.items(); ++i) {
    if (i >= 100) parts[i] = i < 120 ? OfficialPart::dev : OfficialPart::test;
    names.add(shapes.votes.item_name(i));
    shapes.votes.counts_of(i, row);
    for (const std::uint32_t count : row) counts.push_back(hidden && i >= 120 ? 0 : count);
  }
  return make_dataset("shapes", shapes.inputs,
                      VoteTable::from_counts(counts, std::move(names), shapes.votes.class_space()),
                      shapes.gold, {}, {}, std::move(parts));
}

TrainJob job(const fs::path& output, TrainOn trained = TrainOn::train,
             EvaluateOn evaluated = EvaluateOn::dev) {
  TrainJob job;
  job.output = output;
  job.train.model = "mlp";
  job.train.learning_rate = 0.01;
  job.train.augment = Augmentation::none;
  job.train.epochs = 3;
  job.execution.device = DeviceKind::cpu;
  job.execution.threads = 1;
  job.split.split = SplitKind::official;
  job.split.train_on = trained;
  job.split.evaluate_on = evaluated;
  return job;
}

TEST(OfficialSplit, TrainsAndEvaluatesOnItsParts) {
  const test::TemporaryFolder folder;
  const Dataset dataset = with_split(false);
  TrainJob dev = job(folder / "dev");
  dev.seeds = {0, 1};
  const TrainResult both = train(dataset, dev);
  ASSERT_EQ(both.runs.size(), 2U);
  for (const RunResult& run : both.runs) {
    EXPECT_EQ(run.record.train_items, 100U);
    EXPECT_EQ(run.record.evaluation_items, 20U);
    EXPECT_TRUE(std::isfinite(run.record.best.scores.soft_nll));
    const std::string bytes = read_file(run.folder / RunFileNames::predictions);
    const PredictionFile said = read_predictions_from(bytes, "predictions.npz");
    EXPECT_EQ(said.split[0], "train");
    EXPECT_EQ(said.split[100], "evaluation");
    EXPECT_EQ(said.split[149], "test");
  }
  EXPECT_NE(both.runs[0].record.best.scores.soft_nll, both.runs[1].record.best.scores.soft_nll);
  const TrainResult more = train(dataset, job(folder / "more", TrainOn::train_and_dev, EvaluateOn::test));
  EXPECT_EQ(more.runs.at(0).record.train_items, 120U);
  EXPECT_EQ(more.runs.at(0).record.evaluation_items, 30U);
}

TEST(OfficialSplit, AHiddenPartIsPredictedAndNotScored) {
  const test::TemporaryFolder folder;
  const Dataset dataset = with_split(true);
  const std::string refused =
      message_of([&] { train(dataset, job(folder / "test", TrainOn::train, EvaluateOn::test)); });
  EXPECT_NE(refused.find("30 of its 30 items have no votes"), std::string::npos) << refused;
  EXPECT_FALSE(fs::exists(folder / "test.partial"));

  TrainJob cut = job(folder / "dev");
  cut.cut = {2, VoteCut::nested};
  ASSERT_EQ(train(dataset, cut).runs.size(), 1U);
  PredictJob predicted;
  predicted.run = folder / "dev";
  predicted.execution = cut.execution;
  const ItemPredictions said = predict(dataset, predicted);
  EXPECT_EQ(said.items.size(), 150U);
  EXPECT_EQ(said.split[149], "test");
  for (const float logit : said.logits) ASSERT_TRUE(std::isfinite(logit));
  // The votes of test decide nothing that was learned: hidden or not, the epochs are the same.
  TrainJob seen = job(folder / "seen");
  seen.cut = cut.cut;
  train(with_split(false), seen);
  EXPECT_EQ(read_file(folder / "seen" / RunFileNames::history),
            read_file(folder / "dev" / RunFileNames::history));
}

TEST(NoEvaluation, TheLastEpochIsKeptAndThereAreNoScores) {
  const test::TemporaryFolder folder;
  TrainJob all = job(folder / "all");
  all.split = {};
  all.split.evaluation_share = 0;
  const TrainResult result = train(small_shapes(), all);
  ASSERT_EQ(result.runs.size(), 1U);
  const RunRecord& record = result.runs[0].record;
  EXPECT_EQ(record.train_items, 150U);
  EXPECT_EQ(record.evaluation_items, 0U);
  EXPECT_EQ(record.best.epoch, 3);
  EXPECT_EQ(run_record_json(record).at("best"), Json({{"epoch", 3}}));
  EXPECT_EQ(run_record_json(record).at("last"), Json({{"epoch", 3}}));
  EXPECT_EQ(read_file(folder / "all" / RunFileNames::best), read_file(folder / "all" / RunFileNames::last));
  const auto rows = read_history(RunFiles(folder / "all"));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_TRUE(std::isfinite(rows[2].train_loss));
  EXPECT_TRUE(std::isnan(rows[2].soft_nll));

  DataCache data;
  RunView view(read_run(folder / "all"), data);
  EXPECT_NE(message_of([&] { view.scores(); }).find("trained without an evaluation (evaluation-share 0)"),
            std::string::npos);
  const TrainResult none =
      train(with_split(true), job(folder / "none", TrainOn::train_and_dev, EvaluateOn::none));
  EXPECT_EQ(none.runs.at(0).record.train_items, 120U);
}

TEST(NoEvaluation, StoppedAnywhereItEndsWithTheSameBits) {
  const test::TemporaryFolder folder;
  RunSpec spec = test::small_spec(small_shapes(), "sls");
  spec.split.evaluation_share = 0;
  test::train_one(small_shapes(), spec, folder / "whole");
  int stops = 0;
  for (bool done = false; !done; ++stops) {
    ASSERT_LT(stops, 50);
    test::StopAfter monitor(4);
    done = !test::train_one(small_shapes(), spec, folder / "stopped", monitor).stopped;
  }
  EXPECT_GT(stops, 2);
  for (const char* file : {RunFileNames::history, RunFileNames::best, RunFileNames::last}) {
    EXPECT_EQ(read_file(folder / "whole" / file), read_file(folder / "stopped" / file)) << file;
  }
}

}  // namespace
}  // namespace dissent::official_split_test
