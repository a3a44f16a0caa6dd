// The operations train, predict and encode from C++: what they return, and that two of them may work in one
// process at once.
#include <filesystem>
#include <thread>
#include <vector>

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include "dissent/core/choices.h"
#include "dissent/core/parallel.h"
#include "dissent/io/file.h"
#include "dissent/run/run_files.h"
#include "dissent/run/train_result_json.h"
#include "dissent/train/encode.h"
#include "dissent/train/network_inputs.h"
#include "dissent/train/predict_items.h"
#include "dissent/train/train.h"
#include "support/arrays.h"
#include "support/temporary_folder.h"
#include "train/train_support.h"

namespace dissent::operations_test {
namespace {
namespace fs = std::filesystem;
using test::message_of;
using test::small_shapes;

TrainJob small_job(const fs::path& output) {
  TrainJob job;
  job.output = output;
  job.train.model = "resnet8";
  job.train.epochs = 2;
  job.train.batch = 32;
  job.execution.device = DeviceKind::cpu;
  job.execution.threads = 1;
  return job;
}

class CountingMonitor final : public TrainMonitor {
 public:
  void run_moved(const RunProgress& run, std::size_t) override {
    ++moves;
    EXPECT_LE(run.epoch, run.epochs);
  }
  int moves = 0;
};

TEST(Train, OneRunForEveryDeliveryAndSeed) {
  const test::TemporaryFolder folder;
  TrainJob job = small_job(folder / "runs");
  job.deliveries = {"soft", "majority"};
  job.seeds = {0, 3};
  CountingMonitor monitor;
  const TrainResult result = train(small_shapes(), job, monitor);
  ASSERT_EQ(result.runs.size(), 4U);
  EXPECT_TRUE(result.failures.empty());
  EXPECT_EQ(result.runs[1].folder.filename(), "majority-seed0");
  EXPECT_EQ(result.runs[2].record.spec.seed, 3U);
  EXPECT_EQ(result.runs[0].record.spec.data, small_shapes().name);
  EXPECT_GE(monitor.moves, 4 * 2);
  const Json json = train_result_json(result);
  EXPECT_EQ(json.at("runs").at(1).at("folder"), (folder / "runs" / "majority-seed0").string());
  EXPECT_EQ(json.at("runs").at(0).at("best").at("soft_nll"), result.runs[0].record.best.scores.soft_nll);

  job.seeds.push_back(5);  // what is there is not trained again
  const TrainResult more = train(small_shapes(), job);
  ASSERT_EQ(more.runs.size(), 6U);
  EXPECT_TRUE(more.runs[3].was_there);
  EXPECT_FALSE(more.runs[4].was_there);
}

// With caches, folders and numbers of threads of their own: each ends with the bits that it has alone.
TEST(Train, TwoAtOnceInOneProcess) {
  const test::TemporaryFolder folder;
  const auto job = [&](const std::string& name, int which) {
    TrainJob one = small_job(folder / name);
    one.deliveries = {which == 0 ? "sls" : "multipass"};
    one.train.model = which == 0 ? "resnet8" : "mlp";
    return one;
  };
  for (const int which : {0, 1}) train(small_shapes(), job("alone" + std::to_string(which), which));
  {
    std::vector<std::jthread> threads;
    for (const int which : {0, 1}) {
      threads.emplace_back([&, which] {
        const TrainResult result = train(small_shapes(), job("beside" + std::to_string(which), which));
        EXPECT_EQ(result.runs.size(), 1U);
        EXPECT_EQ(result.runs.at(0).record.execution->threads, 1);
      });
    }
  }
  for (const std::string which : {"0", "1"}) {
    for (const char* file : {RunFileNames::history, RunFileNames::best, RunFileNames::predictions}) {
      EXPECT_EQ(read_file(folder / ("alone" + which) / file), read_file(folder / ("beside" + which) / file));
    }
  }
}

TEST(Train, TheNumberOfThreadsIsOfTheCall) {
  const test::TemporaryFolder folder;
  const int before = at::get_num_threads();
  const std::size_t outside = thread_count();
  TrainJob job = small_job(folder / "run");
  job.train.model = "linear";
  job.execution.threads = before + 1;
  job.execution.jobs = 1;
  EXPECT_EQ(train(small_shapes(), job).runs.at(0).record.execution->threads, before + 1);
  EXPECT_EQ(at::get_num_threads(), before);
  EXPECT_EQ(thread_count(), outside);
}

TEST(Train, BadJobsAreTold) {
  const test::TemporaryFolder folder;
  TrainJob job = small_job(folder / "run");
  job.deliveries.clear();
  EXPECT_NE(message_of([&] { train(small_shapes(), job); }).find("delivery"), std::string::npos);
  job = small_job(folder / "run");
  EXPECT_NE(message_of([&] { choice_of<DeviceKind>("device", "tpu"); }).find("tpu"), std::string::npos);
  job.train.learning_rate = 1e6;
  const TrainResult result = train(small_shapes(), job);
  ASSERT_EQ(result.failures.size(), 1U);
  EXPECT_NE(result.failures[0].reason.find(option("lr")), std::string::npos) << result.failures[0].reason;
}

TEST(Predict, WhereTheFileGoes) {
  PredictJob job{.run = "runs/a"};
  EXPECT_EQ(predictions_path(job, ""), fs::path("runs/a/predictions.npz"));
  EXPECT_EQ(predictions_path(job, "mine.npz"), fs::path("mine.npz"));
  EXPECT_NE(message_of([&] { predictions_path(job, "mine.csv"); }).find(".npz"), std::string::npos);
  job.checkpoint = Checkpoint::last;
  EXPECT_NE(message_of([&] { predictions_path(job, ""); }).find("checkpoint last"), std::string::npos);
  job = {.run = "runs/a", .new_items = true};
  EXPECT_NE(message_of([&] { predictions_path(job, ""); }).find("new-items"), std::string::npos);
}

TEST(Encode, WantsTexts) {
  EncodeJob job;
  job.execution.device = DeviceKind::cpu;
  EXPECT_NE(message_of([&] { encode(small_shapes(), job); }).find("are not texts"), std::string::npos);
}

// Of several threads that want the same, one makes it; what fails is not kept.
TEST(Inputs, ACacheMakesOnce) {
  InputCache cache;
  const Inputs inputs = FeatureInputs{1, {1, 2}};
  std::atomic<int> made = 0;
  std::vector<NetworkInputsPointer> found(4);
  {
    std::vector<std::jthread> threads;
    for (NetworkInputsPointer& one : found) {
      threads.emplace_back([&] {
        one = cache.find_or_make("key", [&] {
          ++made;
          return network_inputs(inputs);
        });
      });
    }
  }
  EXPECT_EQ(made, 1);
  for (const NetworkInputsPointer& one : found) EXPECT_EQ(one, found[0]);
  EXPECT_THROW(cache.find_or_make("other", []() -> NetworkInputsPointer { throw Error("no"); }), Error);
  EXPECT_EQ(cache.find_or_make("other", [&] { return found[0]; }), found[0]);
}

}  // namespace
}  // namespace dissent::operations_test
