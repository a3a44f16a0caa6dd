// Whole runs on the CPU: the same bits every time and after every stop, and clear failures that lose nothing.
#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "dissent/io/file.h"
#include "dissent/io/safetensors.h"
#include "dissent/io/settings_json.h"
#include "dissent/run/history.h"
#include "dissent/run/run_folder.h"
#include "dissent/run/run_record_json.h"
#include "dissent/run/run_spec_json.h"
#include "dissent/train/predictor.h"
#include "dissent/train/run_data.h"
#include "support/arrays.h"
#include "support/read_json.h"
#include "support/temporary_folder.h"
#include "train/train_support.h"

namespace dissent::training_test {
namespace {
namespace fs = std::filesystem;
using test::message_of;
using test::small_shapes;
using test::small_spec;
using test::train_one;

void expect_same_run(const fs::path& a, const fs::path& b) {
  for (const char* file : {RunFileNames::history, RunFileNames::best, RunFileNames::last}) {
    EXPECT_EQ(read_file(a / file), read_file(b / file)) << file;
  }
  EXPECT_EQ(run_record_json(read_run_record(RunFiles(a))).at("best"),
            run_record_json(read_run_record(RunFiles(b))).at("best"));
}

TEST(Training, SameSpecSameBits) {
  const test::TemporaryFolder folder;
  for (const char* name : {"a", "b"}) train_one(small_shapes(), small_spec(small_shapes()), folder / name);
  expect_same_run(folder / "a", folder / "b");
}

TEST(Training, LearnsWhatPeopleSay) {
  const test::TemporaryFolder folder;
  RunSpec spec = small_spec(small_shapes(), "soft");
  spec.train.epochs = 25;
  train_one(small_shapes(), spec, folder / "run");
  const auto rows = parse_history(read_file(folder / "run" / RunFileNames::history), "history");
  ASSERT_EQ(rows.size(), 25U);
  EXPECT_LT(rows.back().train_loss, 0.75 * rows.front().train_loss);
  EXPECT_EQ(rows.back().own_loss, rows.back().own_loss);
  const RunRecord record = read_run_record(RunFiles(folder / "run"));
  double lowest = rows[0].soft_nll;
  int epoch = 1;
  for (const HistoryRow& row : rows) {
    if (row.soft_nll < lowest) {
      lowest = row.soft_nll;
      epoch = row.epoch;
    }
  }
  EXPECT_EQ(record.best.epoch, epoch);
  EXPECT_NEAR(record.best.scores.soft_nll, lowest, 1e-6);  // float32 both times
  EXPECT_NEAR(record.last.scores.soft_nll, rows.back().soft_nll, 1e-6);
  // Soft targets are their own kind.
  for (const HistoryRow& row : rows) EXPECT_NEAR(row.own_loss, row.soft_nll, 1e-6);
}

// Stopped after every possible step, and taken up again: the same files as without.
TEST(Training, StoppedAnywhereItEndsWithTheSameBits) {
  const test::TemporaryFolder folder;
  const RunSpec spec = small_spec(small_shapes(), "multipass");
  train_one(small_shapes(), spec, folder / "whole");
  int stops = 0;
  for (bool done = false; !done;) {
    test::StopAfter monitor(4);
    const TrainResult result = train_one(small_shapes(), spec, folder / "stopped", monitor);
    done = !result.stopped;
    stops += result.stopped;
    ASSERT_LT(stops, 50);
  }
  EXPECT_GT(stops, 3);
  expect_same_run(folder / "stopped", folder / "whole");
  EXPECT_FALSE(fs::exists(folder / "stopped.partial"));
  EXPECT_FALSE(fs::exists(folder / "stopped" / "state.safetensors"));
}

TEST(Training, StatesInTheMiddleOfAnEpochChangeNothing) {
  const test::TemporaryFolder folder;
  train_one(small_shapes(), small_spec(small_shapes()), folder / "whole");
  ExecutionOptions options = test::on_cpu();
  options.checkpoint_seconds = 0;
  train_one(small_shapes(), small_spec(small_shapes()), folder / "often", TrainMonitor::quiet(), options);
  expect_same_run(folder / "often", folder / "whole");
}

TEST(Training, EveryDeliveryAndModelTrains) {
  const test::TemporaryFolder folder;
  for (const DeliveryEntry& method : deliveries()) {
    RunSpec spec = small_spec(small_shapes(), std::string(method.name));
    spec.train.epochs = 1;
    spec.train.model = "linear";
    train_one(small_shapes(), spec, folder / std::string(method.name));
  }
  RunSpec cut = small_spec(small_shapes());
  cut.cut.votes_per_item = 2;
  cut.train.model = "mlp";
  EXPECT_EQ(train_one(small_shapes(), cut, folder / "cut").runs.at(0).record.spec.cut.votes_per_item, 2);
}

TEST(Training, DifferentSeedsShareNothingButTheProtocol) {
  const test::TemporaryFolder folder;
  RunSpec spec = small_spec(small_shapes());
  const std::string id = run_id(spec);
  spec.seed = 1;
  EXPECT_NE(run_id(spec), id);
  spec.seed = 0;
  spec.data = "elsewhere";
  EXPECT_EQ(run_id(spec), id) << "where the data lies does not matter";
  spec.delivery_options.smoothing = 0.2;
  EXPECT_EQ(run_id(spec), id) << "sls does not read smoothing";
  spec.delivery_options.resample_every = 2;
  EXPECT_NE(run_id(spec), id);
  EXPECT_EQ(run_id(test::read_json(canonical(spec), read_run_spec)), run_id(spec));
}

TEST(Training, WhatIsThereIsNotDoneAgain) {
  const test::TemporaryFolder folder;
  const RunSpec spec = small_spec(small_shapes());
  EXPECT_FALSE(train_one(small_shapes(), spec, folder / "run").runs.at(0).was_there);
  const auto changed = fs::last_write_time(folder / "run" / RunFileNames::best);
  EXPECT_TRUE(train_one(small_shapes(), spec, folder / "run").runs.at(0).was_there);
  EXPECT_EQ(fs::last_write_time(folder / "run" / RunFileNames::best), changed);
}

TEST(Training, AnotherRunInTheFolderIsRefused) {
  const test::TemporaryFolder folder;
  RunSpec spec = small_spec(small_shapes());
  train_one(small_shapes(), spec, folder / "run");
  spec.seed = 4;
  EXPECT_NE(
      message_of([&] { train_one(small_shapes(), spec, folder / "run"); }).find("seed: 0 there, 4 here"),
      std::string::npos);
  test::StopAfter monitor(2);
  train_one(small_shapes(), spec, folder / "begun", monitor);
  spec.train.model = "mlp";
  const std::string message = message_of([&] { train_one(small_shapes(), spec, folder / "begun"); });
  EXPECT_NE(message.find("\"resnet8\" there, \"mlp\" here"), std::string::npos) << message;
}

TEST(Training, ALossThatIsNotFiniteIsToldWithItsEpoch) {
  const test::TemporaryFolder folder;
  RunSpec spec = small_spec(small_shapes());
  spec.train.learning_rate = 1e6;
  const std::string message = message_of([&] { train_one(small_shapes(), spec, folder / "run"); });
  EXPECT_NE(message.find("not finite in epoch 1"), std::string::npos) << message;
  EXPECT_FALSE(fs::exists(folder / "run"));
}

TEST(Training, AFolderThatCannotBeWrittenIsTold) {
  const std::string message =
      message_of([&] { train_one(small_shapes(), small_spec(small_shapes()), "/proc/nowhere/run"); });
  EXPECT_NE(message.find("cannot be made"), std::string::npos) << message;
}

TEST(Predict, GivesTheScoresThatTheRecordHas) {
  const test::TemporaryFolder folder;
  const RunSpec spec = small_spec(small_shapes(), "soft");
  train_one(small_shapes(), spec, folder / "run");
  for (const Checkpoint checkpoint : {Checkpoint::best, Checkpoint::last}) {
    PredictJob job{.run = folder / "run", .checkpoint = checkpoint, .features = true};
    job.execution = test::on_cpu();
    const ItemPredictions all = predict(small_shapes(), job);
    EXPECT_EQ(all.feature_width, 64U);
    EXPECT_EQ(all.features.size(), 150U * 64U);
    EXPECT_EQ(all.run, run_id(spec));
    const RunData data(small_shapes(), spec);
    std::vector<float> logits;
    for (const std::uint32_t item : data.split().evaluation) {
      EXPECT_EQ(all.split[item], "evaluation");
      const auto row = std::span(all.logits).subspan(item * std::size_t{4}, 4);
      logits.insert(logits.end(), row.begin(), row.end());
    }
    const RunRecord record = read_run_record(RunFiles(folder / "run"));
    const CheckpointScores& recorded = checkpoint == Checkpoint::best ? record.best : record.last;
    EXPECT_NEAR(data.score(logits).soft_nll, recorded.scores.soft_nll, 1e-6);
  }
}

TEST(Predict, OtherDataIsRefusedUnlessMeant) {
  const test::TemporaryFolder folder;
  train_one(small_shapes(), small_spec(small_shapes()), folder / "run");
  ShapesOptions options;
  options.items = 20;
  options.seed = 8;
  const Dataset other = shapes_dataset(generate_shapes(options));
  PredictJob job{.run = folder / "run"};
  job.execution = test::on_cpu();
  EXPECT_NE(message_of([&] { predict(other, job); }).find("new-items"), std::string::npos);
  job.new_items = true;
  EXPECT_EQ(predict(other, job).split.at(3), "new");
  options.size = 24;
  const Dataset larger = shapes_dataset(generate_shapes(options));
  EXPECT_NE(message_of([&] { predict(larger, job); }).find("24 x 24"), std::string::npos);
}

TEST(Predict, ACheckpointOfAnotherModelIsTold) {
  const test::TemporaryFolder folder;
  RunSpec spec = small_spec(small_shapes());
  spec.train.epochs = 1;
  train_one(small_shapes(), spec, folder / "a");
  spec.train.model = "mlp";
  train_one(small_shapes(), spec, folder / "b");
  fs::copy_file(folder / "a" / RunFileNames::best, folder / "b" / RunFileNames::best,
                fs::copy_options::overwrite_existing);
  const std::string message =
      message_of([&] { Predictor(read_run(folder / "b"), Checkpoint::best, at::kCPU); });
  EXPECT_NE(message.find("another model"), std::string::npos) << message;
}

TEST(Schedule, CosineStepsOnceAnEpoch) {
  TrainOptions options;
  resolve_by_model(options);
  for (const int epoch : {0, 1, 100, 199}) {
    EXPECT_DOUBLE_EQ(learning_rate(options, epoch, 7, 63), 0.05 * (1 + std::cos(M_PI * epoch / 200)));
  }
  options.schedule = Schedule::constant;
  EXPECT_EQ(learning_rate(options, 150, 7, 63), 0.1);
}

TEST(Schedule, LinearRisesAndFallsStepByStep) {
  TrainOptions options;
  options.model = "bert";
  options.epochs = 10;
  resolve_by_model(options);
  EXPECT_EQ(options.optimizer, OptimizerKind::adamw);
  EXPECT_EQ(options.schedule, Schedule::linear);
  const auto rate = [&](int epoch, int step) { return learning_rate(options, epoch, step, 25) / 1e-4; };
  EXPECT_EQ(rate(0, 0), 0);
  EXPECT_DOUBLE_EQ(rate(0, 5), 5 / 25.0);  // a tenth of 250 steps is 25
  EXPECT_DOUBLE_EQ(rate(1, 0), 1);
  EXPECT_DOUBLE_EQ(rate(9, 24), 1 / 225.0);
  options.warmup = 1;
  EXPECT_DOUBLE_EQ(rate(9, 24), 249 / 250.0);
  options.warmup = 0;
  EXPECT_DOUBLE_EQ(rate(0, 0), 1);
}

TEST(Options, OldRunsKeepTheirIds) {
  const RunSpec spec = small_spec(small_shapes());
  EXPECT_EQ(
      canonical(spec).at("train").dump(),
      "{\"model\":\"resnet8\",\"epochs\":3,\"batch\":32,\"lr\":0.1,\"momentum\":0.9,\"weight-decay\":0.0005,"
      "\"schedule\":\"cosine\",\"augment\":\"crop-flip\",\"padding\":4,\"precision\":\"float32\"}");
  EXPECT_EQ(run_id(test::read_json(canonical(spec), read_run_spec)), run_id(spec));
}

TEST(Options, BadOnesAreNamed) {
  const auto with = [](auto change) {
    RunSpec spec;
    change(spec.train);
    return message_of([&] { resolved(spec, small_shapes(), false); });
  };
  EXPECT_NE(with([](TrainOptions& o) { o.epochs = 0; }).find("epochs 0"), std::string::npos);
  EXPECT_NE(with([](TrainOptions& o) { o.learning_rate = -1; }).find("lr -1"), std::string::npos);
  EXPECT_NE(with([](TrainOptions& o) { o.model = "resnet9"; }).find("did you mean 'resnet8'"),
            std::string::npos);
  const auto read = [](const char* key, const char* value) {
    return message_of([&] {
      TrainOptions options;
      test::read_json(Json{{key, value}},
                      [&](const JsonValue& json) { return read_settings(json, options), 0; });
    });
  };
  EXPECT_NE(read("schedule", "cosin").find("did you mean 'cosine'"), std::string::npos);
  EXPECT_NE(read("precision", "fp8").find("precision: unknown value"), std::string::npos);
}

}  // namespace
}  // namespace dissent::training_test
