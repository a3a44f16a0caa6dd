// A study against its data: ids that studies share, and everything that must be found before an hour is
// spent.
#include "dissent/study/plan.h"

#include <gtest/gtest.h>

#include "dissent/study/results.h"
#include "study/study_support.h"

namespace dissent::plan_test {
namespace {

class Plans : public ::testing::Test {
 protected:
  Plans() : folder_(runs_.path().parent_path()) {}

  std::vector<StudyRun> plan(const std::string& grid, bool cuda = false) {
    DataCache data;
    return plan_study(study(grid), data, cuda);
  }
  Study study(const std::string& grid, const std::string& name = "s") const {
    return test::study_of(fmt::format("name: {}\ndata: {}\noptions: {{model: linear, epochs: 3}}\ngrid: {}\n",
                                      name, folder_.string(), grid));
  }
  std::string error(const std::string& grid) {
    return test::failure_of([&] { plan(grid); });
  }

  test::MadeUpRuns runs_;
  std::filesystem::path folder_;
};

TEST_F(Plans, IdsAreThoseOfTheRunsWhicheverStudyAsks) {
  const std::vector<StudyRun> one = plan("{delivery: [soft, sls], seed: 0..2}");
  const std::vector<StudyRun> other = plan("[{delivery: sls, seed: 1}, {delivery: majority, seed: 1}]");
  ASSERT_EQ(one.size(), 6U);
  EXPECT_EQ(one[4].name, other[0].name);
  EXPECT_EQ(one[4].id, run_id(one[4].spec));
  EXPECT_EQ(one[4].name, "sls-seed1-" + one[4].id);
}

TEST_F(Plans, WhatComesTwiceCountsOnce) {
  // A delivery that does not read an option is the same run whatever the option says.
  EXPECT_EQ(plan("[{delivery: soft, seed: 0..1}, {delivery: soft, seed: 1..2}]").size(), 3U);
  EXPECT_EQ(plan("{delivery: soft, votes-per-item: [0, 5], seed: 0}").size(), 2U);
}

TEST_F(Plans, PrecisionFollowsTheDevice) {
  EXPECT_EQ(plan("{seed: 0}", true)[0].spec.train.precision, Precision::bf16);
  EXPECT_NE(plan("{seed: 0}", true)[0].id, plan("{seed: 0}", false)[0].id);
}

TEST_F(Plans, MistakesAreFoundBefore) {
  EXPECT_NE(error("{votes-per-item: 13, cut: nested, seed: 0}").find("s.yaml, line 4"), std::string::npos);
  EXPECT_NE(error("{votes-per-item: 13, cut: nested, seed: 0}").find("120"), std::string::npos);  // items
  EXPECT_NE(error("{delivery: multipas, seed: 0}").find("multipass"), std::string::npos);
  EXPECT_NE(error("{delivery: soft, resample-every: 5, seed: 0}").find("resample-every"), std::string::npos);
  EXPECT_NE(error("{epochs: 0, seed: 0}").find("epochs 0"), std::string::npos);
  EXPECT_NE(error("{augment: crop-flip, seed: 0}").find("not images"), std::string::npos);
  EXPECT_NE(error("{data: nowhere, seed: 0}").find("nowhere"), std::string::npos);
}

TEST_F(Plans, MethodsThatNeedCountsOnProbabilities) {
  std::string votes = "item,a,b,c\n";
  for (std::size_t i = 0; i < test::MadeUpRuns::kItems; ++i) votes += fmt::format("i{},0.5,0.25,0.25\n", i);
  write_file(folder_ / "shares.csv", votes);
  write_file(
      folder_ / "shares.yaml",
      "name: shares\nvotes: {file: shares.csv, format: probabilities}\ninputs: {features: features.npy}\n");
  const std::string data = (folder_ / "shares.yaml").string();
  const std::string found = error(fmt::format("{{data: {}, delivery: [soft, multipass], seed: 0}}", data));
  EXPECT_NE(found.find("multipass"), std::string::npos);
  EXPECT_NE(found.find("counts"), std::string::npos) << found;
  EXPECT_EQ(error(fmt::format("{{data: {}, delivery: [soft, sls], seed: 0}}", data)), "");
}

TEST_F(Plans, DataThatChangedUnderTheSameName) {
  const test::TemporaryFolder out;
  const ResultsFolder results(out / "r");
  results.make();
  std::vector<StudyRun> runs = plan("{seed: 0}");
  results.check_same_data(runs);
  Json record = {{"id", runs[0].id}, {"spec", canonical(runs[0].spec)}};
  record["spec"]["data_hash"] = "0123456789abcdef";
  std::filesystem::create_directories(results.runs() / "old");
  write_file(results.runs() / "old" / RunFileNames::record, record.dump());
  EXPECT_NE(test::failure_of([&] { results.check_same_data(runs); }).find("its content is not what the runs"),
            std::string::npos);
}

TEST(Results, FoldersOfAnotherKindOrFormatAreRefused) {
  const test::TemporaryFolder out;
  const ResultsFolder fresh(out / "r");
  fresh.make();
  fresh.make();
  EXPECT_EQ(test::failure_of([&] { ResultsFolder again(out / "r"); }), "");
  write_file(out / "r" / "dissent-results.json", "{\"format\": 0}\n");
  EXPECT_NE(test::failure_of([&] { ResultsFolder old(out / "r"); }).find("results of format 0"),
            std::string::npos);
  std::filesystem::create_directories(out / "other" / "things");
  EXPECT_NE(test::failure_of([&] { ResultsFolder other(out / "other"); }).find("not a folder of results"),
            std::string::npos);
  write_file(out / "file", "x");
  EXPECT_NE(test::failure_of([&] { ResultsFolder file(out / "file"); }).find("a file"), std::string::npos);
}

TEST(Results, SpaceIsLookedAtFirst) {
  const test::TemporaryFolder out;
  const ResultsFolder results(out.path());
  EXPECT_EQ(test::failure_of([&] { results.check_space(1000); }), "");
  EXPECT_NE(test::failure_of([&] { results.check_space(1e18); }).find("GB are free"), std::string::npos);
  const ResultsFolder not_made(out / "not" / "made");
  EXPECT_NE(test::failure_of([&] { not_made.check_space(1e18); }).find("GB are free"), std::string::npos);
}

TEST(Results, FailuresStayUntilTheyAreCleared) {
  const test::TemporaryFolder out;
  const ResultsFolder results(out / "r");
  results.make();
  StudyRun run;
  run.name = "a";
  EXPECT_FALSE(results.failure(run));
  results.put_failure("a", "the loss is not finite");
  EXPECT_EQ(results.failure(run), "the loss is not finite");
  results.clear_failure("a");
  EXPECT_FALSE(results.failure(run));
}

}  // namespace
}  // namespace dissent::plan_test
