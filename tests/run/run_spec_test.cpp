// A run's canonical text: choices by their names, and the ids of runs that were done long ago.
#include "dissent/run/run_spec.h"

#include <filesystem>
#include <vector>

#include <gtest/gtest.h>

#include "dissent/core/exception.h"
#include "dissent/io/settings_json.h"
#include "dissent/run/run_set.h"
#include "dissent/run/run_spec_json.h"

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

TEST(RunSpec, ChoicesAreReadAsTheyAreWritten) {
  TrainOptions options;
  options.optimizer = OptimizerKind::adamw;
  options.augment = Augmentation::crop_flip;
  const Json json = settings_json(options);
  EXPECT_EQ(json.at("optimizer"), "adamw");
  EXPECT_EQ(json.at("augment"), "crop-flip");
  EXPECT_EQ(json.at("precision"), "auto");
  TrainOptions read;
  read_settings(json, read);
  EXPECT_EQ(read.optimizer, OptimizerKind::adamw);
  EXPECT_EQ(read.augment, Augmentation::crop_flip);
  EXPECT_THROW(read_settings(Json{{"optimizer", "adam"}}, read), Error);
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
