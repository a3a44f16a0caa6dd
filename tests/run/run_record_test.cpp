// A record is read and written again without a change, whatever version wrote it; one that is none is
// refused.
#include <cmath>
#include <filesystem>
#include <limits>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/run/run_folder.h"
#include "dissent/run/run_record_json.h"
#include "dissent/run/run_set.h"
#include "dissent/run/run_spec_json.h"
#include "support/temporary_folder.h"

namespace dissent::run_record_test {
namespace {

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
  const RunRecord record = read_run_record(
      Json{{"spec", canonical(RunSpec{})}, {"best", {{"soft_nll", 0.5}, {"a later metric", 1}}}});
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
  for (const char* text : {"{}", "[]", R"({"id": "1", "best": {}})"}) {
    write_file(folder.path() / RunFileNames::record, text);
    try {
      read_run_record(RunFiles(folder.path()));
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("run.json: not a run's record"), std::string::npos)
          << error.what();
    }
    EXPECT_FALSE(stated_spec(RunFiles(folder.path())));
  }
}

}  // namespace
}  // namespace dissent::run_record_test
