// A run's canonical text: choices by their names, and the ids of runs that were done long ago.
#include "dissent/run/run_spec.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dissent/core/exception.h"
#include "dissent/io/settings_json.h"
#include "dissent/run/run_set.h"
#include "dissent/run/run_spec_json.h"
#include "support/read_json.h"

namespace dissent::run_spec_test {
namespace {

TEST(RunSpec, CommittedRunsKeepTheirIds) {
  const std::filesystem::path results = std::filesystem::path(DISSENT_SOURCE_DIR) / "results";
  const std::vector<std::filesystem::path> folders = {results / "basins" / "runs",
                                                      results / "texts-finetuned" / "runs"};
  const std::vector<FinishedRun> runs = find_runs(folders);
  EXPECT_GT(runs.size(), 100U);
  for (const FinishedRun& run : runs) {
    EXPECT_EQ(run_id(run.spec), run.record.id) << run.folder;
    EXPECT_EQ(canonical(run.spec), Json::parse(run.files.read("run.json")).at("spec")) << run.folder;
  }
}

TEST(RunSpec, TheSplitIsStatedAsItIsRead) {
  RunSpec spec;
  EXPECT_EQ(canonical(spec).at("split"), Json({{"evaluation-share", 0.2}}));  // as in runs of long ago
  std::set<std::string> ids{run_id(spec)};
  const auto expect_read_back = [&] {
    EXPECT_EQ(canonical(test::read_json(canonical(spec), read_run_spec)), canonical(spec));
    EXPECT_TRUE(ids.insert(run_id(spec)).second) << "another split is another run";
  };
  spec.split.evaluation_share = 0;
  expect_read_back();
  const RunSpec all = spec;
  spec.split = {};
  spec.split.split = SplitKind::official;
  EXPECT_EQ(canonical(spec).at("split"),
            Json({{"split", "official"}, {"train-on", "train"}, {"evaluate-on", "dev"}}));
  expect_read_back();
  for (const EvaluateOn evaluated : {EvaluateOn::test, EvaluateOn::none}) {
    spec.split.train_on = TrainOn::train_and_dev;
    spec.split.evaluate_on = evaluated;
    expect_read_back();
    EXPECT_NE(first_difference(spec, all), "");
    EXPECT_NE(first_difference(all, spec), "");
  }
}

TEST(RunSpec, ChoicesAreReadAsTheyAreWritten) {
  TrainOptions options;
  options.optimizer = OptimizerKind::adamw;
  options.augment = Augmentation::crop_flip;
  const Json json = settings_json(options);
  EXPECT_EQ(json.at("optimizer"), "adamw");
  EXPECT_EQ(json.at("augment"), "crop-flip");
  EXPECT_EQ(json.at("precision"), "auto");
  TrainOptions read;
  const auto into = [&](const JsonValue& value) { return read_settings(value, read), 0; };
  test::read_json(json, into);
  EXPECT_EQ(read.optimizer, OptimizerKind::adamw);
  EXPECT_EQ(read.augment, Augmentation::crop_flip);
  EXPECT_THROW(test::read_json(Json{{"optimizer", "adam"}}, into), Error);
}

TEST(RunSpec, TheModelSaysWhatAutoStandsFor) {
  for (const ModelEntry& model : models()) {
    TrainOptions options;
    options.model = model.name;
    resolve_by_model(options);
    EXPECT_EQ(options.optimizer, model.optimizer) << model.name;
    EXPECT_EQ(options.schedule, model.schedule) << model.name;
  }
  TrainOptions unknown;
  unknown.model = "resnet9";
  EXPECT_THROW(resolve_by_model(unknown), Error);
}

}  // namespace
}  // namespace dissent::run_spec_test
