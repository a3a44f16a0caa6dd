// What `dissent train` prints: a row a run, with the scores of its best epoch.
#include "dissent/present/views/training_view.h"

#include <string>

#include <gtest/gtest.h>

#include "dissent/present/writers/terminal_writer.h"

namespace dissent::training_view_test {
namespace {

TEST(TrainingView, ARowARun) {
  RunResult run;
  run.folder = "runs/soft-seed0";
  run.record.best.epoch = 7;
  run.record.best.scores.soft_nll = 0.5;
  run.record.best.scores.kl = 0.125;
  run.record.best.scores.accuracy = 0.75;
  run.record.execution.emplace().seconds = 12.34;
  TrainResult result;
  result.runs.push_back(run);
  run.folder = "runs/sls-seed0";
  run.was_there = true;
  result.runs.push_back(run);
  const std::string text = terminal_text(training_view(result));
  for (const char* part : {"best epoch", "runs/soft-seed0", "0.5000", "0.1250", "0.7500", "12.3",
                           "runs/sls-seed0", "was there"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  }
}

}  // namespace
}  // namespace dissent::training_view_test
