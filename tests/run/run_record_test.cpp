// A record is read and written again without a change, whatever version wrote it; one that is none is
// refused.
#include <cmath>
#include <filesystem>
#include <limits>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/run/run_folder.h"
#include "dissent/run/run_predictions.h"
#include "dissent/run/run_record_json.h"
#include "dissent/run/run_set.h"
#include "dissent/run/run_spec_json.h"
#include "run/run_support.h"
#include "support/arrays.h"
#include "support/read_json.h"
#include "support/temporary_folder.h"

namespace dissent::run_record_test {
namespace {

RunRecord read_record(const Json& json) {
  return test::read_json(json, [](const JsonValue& value) { return read_run_record(value); });
}

TEST(RunRecord, TheRecordsOfResultsAreWrittenAgainByteForByte) {
  const std::filesystem::path folders[] = {std::filesystem::path(DISSENT_SOURCE_DIR) / "results"};
  const std::vector<FinishedRun> runs = find_runs(folders);
  ASSERT_GE(runs.size(), 400U);
  std::size_t without_sums = 0;
  for (const FinishedRun& run : runs) {
    EXPECT_EQ(run_record_json(run.record).dump(2) + "\n", run.files.read(RunFileNames::record)) << run.folder;
    EXPECT_EQ(run_id(run.spec), run.record.id) << run.folder;
    without_sums += run.record.checksums.empty() ? 1 : 0;
  }
  EXPECT_GT(without_sums, 0U);
  EXPECT_LT(without_sums, runs.size());
}

TEST(RunRecord, WhatIsNotStatedKeepsItsDefault) {
  const RunRecord record =
      read_record(Json{{"spec", canonical(RunSpec{})}, {"best", {{"soft_nll", 0.5}, {"a later metric", 1}}}});
  EXPECT_EQ(record.best.scores.soft_nll, 0.5);
  EXPECT_TRUE(std::isnan(record.best.scores.kl));
  EXPECT_EQ(record.best.epoch, 0);
  EXPECT_FALSE(record.execution);
  EXPECT_EQ(record.checksum("best.safetensors"), "");
}

TEST(RunRecord, ScoresThatAreNotFiniteAreLeftOut) {
  RunRecord record;
  record.best.scores.soft_nll = std::numeric_limits<double>::infinity();
  record.best.scores.kl = 0.25;
  const Json best = run_record_json(record).at("best");
  EXPECT_FALSE(best.contains("soft_nll"));
  EXPECT_FALSE(best.contains("accuracy"));
  EXPECT_EQ(best.at("kl"), 0.25);
}

TEST(RunRecord, OneThatIsNoneIsAnErrorThatNamesTheFile) {
  const test::TemporaryFolder folder;
  for (const char* text : {"{}", "[]", R"({"id": "1", "best": {}})", "{", "", R"({"spec": []})"}) {
    write_file(folder.path() / RunFileNames::record, text);
    const std::string message = test::message_of([&] { read_run_record(RunFiles(folder.path())); });
    EXPECT_TRUE(message.starts_with((folder / "run.json").string())) << message;
    EXPECT_FALSE(stated_spec(RunFiles(folder.path())));
  }
}

// A record with all that there is.
Json whole_record() {
  RunRecord record;
  record.spec.train.epochs = 4;
  record.spec.train.optimizer = OptimizerKind::sgd;
  record.id = run_id(record.spec);
  record.train_items = 8;
  record.evaluation_items = 2;
  record.classes = {"a", "b"};
  record.input = {3, 16, 16};
  record.normalisation = {{0.5, 0.4, 0.3}, {0.2, 0.1, 0.3}};
  record.parameters = 100;
  record.accuracy_target = "gold";
  record.best = {2, {}};
  record.best.scores.soft_nll = 0.5;
  record.last = {4, {}};
  record.execution = RunExecution{"cpu", "float32", "float32", 2, "1", "2.1", 1.5, 4, 100};
  record.checksums = {{"predictions.npz", std::string(64, 'a')}};
  return run_record_json(record);
}

std::string refusal(const char* pointer, const Json& value) {
  Json json = whole_record();
  json[Json::json_pointer(pointer)] = value;
  return test::message_of([&] { read_record(json); });
}

TEST(RunRecord, WhatItStatesAgreesWithItself) {
  EXPECT_EQ(run_record_json(read_record(whole_record())), whole_record());
  EXPECT_EQ(refusal("/normalisation/sd", {0.1, 0.2}),
            "test.json: normalisation.sd: 2 numbers, where 3 channels want 3; mend it");
  EXPECT_EQ(refusal("/normalisation", Json::object()), "test.json: normalisation.mean: is missing; mend it");
  EXPECT_EQ(refusal("/normalisation/mean", Json::array()),
            "test.json: normalisation.mean: 0 numbers, where 3 channels want 3; mend it");
  EXPECT_EQ(refusal("/normalisation/sd", {0.1, 0, 0.2}),
            "test.json: normalisation.sd[1]: 0, where a number above 0 is wanted; mend it");
  EXPECT_EQ(refusal("/best/epoch", 5),
            "test.json: best.epoch: 5, where a whole number from 0 to 4 is wanted; mend it");
  EXPECT_NE(refusal("/last/epoch", 1).find("best.epoch: 2, after the last epoch, 1"), std::string::npos);
  EXPECT_NE(refusal("/spec/seed", 1).find("id: "), std::string::npos);
  EXPECT_NE(refusal("/spec/delivery/method", "soft ").find("did you mean 'soft'"), std::string::npos);
  EXPECT_NE(refusal("/spec/train/model", "resnet9").find("spec.train.model: unknown model"),
            std::string::npos);
  EXPECT_NE(refusal("/spec/train/epochs", 0).find("spec.train.epochs: 0"), std::string::npos);
  EXPECT_NE(refusal("/input", {3, 1 << 20, 1 << 20}).find("more than"), std::string::npos);
  EXPECT_NE(refusal("/input", Json::array()).find("0 sizes"), std::string::npos);
  EXPECT_NE(refusal("/checksums/predictions.npz", "abc").find("64 hexadecimal digits"), std::string::npos);
}

// Whatever stands there instead of a value, it is read or refused in one line.
TEST(RunRecord, AFlippedTypeIsAnErrorAnywhere) {
  const Json whole = whole_record(), flat = whole.flatten();
  std::size_t refused = 0;
  for (const auto& [pointer, value] : flat.items()) {
    for (const Json& other :
         {Json(), Json(true), Json("x"), Json(-1), Json(0.5), Json::array(), Json::object()}) {
      Json json = whole;
      json[Json::json_pointer(pointer)] = other;
      try {
        read_record(json);
        EXPECT_TRUE(other.is_null() || other.type() == value.type() ||
                    (other.is_number() && value.is_number()))
            << pointer << " = " << other;
      } catch (const Error& error) {
        EXPECT_TRUE(std::string_view(error.what()).starts_with("test.json: ")) << error.what();
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 3 * flat.size());
}

TEST(RunRecord, PredictionsThatAreNotTheRunsAreRefused) {
  const test::MadeUpRuns runs;
  const RunSpec spec = runs.spec("soft", 0);
  const std::filesystem::path folder = runs.add_following(spec, {{"soft_nll", 0.5}}, 1);
  EXPECT_EQ(read_run_predictions(read_run(folder), runs.dataset()).logits.size(),
            360U);  // states no checksum
  restate_sum(RunFiles(folder), RunFileNames::predictions);
  EXPECT_EQ(read_run_predictions(read_run(folder), runs.dataset()).logits.size(), 360U);
  runs.add_following(spec, {{"soft_nll", 0.5}}, 1);
  restate_sum(RunFiles(folder), RunFileNames::predictions);
  std::string bytes = read_file(folder / RunFileNames::predictions);
  runs.predict(folder, spec, [](std::size_t, std::size_t k) { return static_cast<double>(k); });
  const std::string message =
      test::message_of([&] { read_run_predictions(read_run(folder), runs.dataset()); });
  EXPECT_NE(message.find("predictions.npz: not the file that the run wrote"), std::string::npos) << message;
  write_file(folder / RunFileNames::predictions, bytes);
  EXPECT_EQ(read_run_predictions(read_run(folder), runs.dataset()).logits.size(), 360U);
}

}  // namespace
}  // namespace dissent::run_record_test
