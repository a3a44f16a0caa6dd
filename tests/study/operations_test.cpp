// Which runs are chosen, how far a study is, and where studies are found.
#include <fstream>

#include <gtest/gtest.h>

#include "dissent/io/file.h"
#include "dissent/study/find_studies.h"
#include "dissent/study/results.h"
#include "dissent/study/study_status_json.h"
#include "study/study_support.h"

namespace dissent::operations_test {
namespace {

class Operations : public ::testing::Test {
 protected:
  Operations() : file_(folder_ / "s.yaml"), results_(folder_ / "results") {
    write_file(file_, fmt::format("name: s\ndata: {}\noptions: {{model: linear, epochs: 3}}\n"
                                  "grid: {{delivery: [soft, sls], votes-per-item: [0, 5], seed: 0..1}}\n",
                                  runs_.path().parent_path().string()));
  }

  test::MadeUpRuns runs_;
  test::TemporaryFolder folder_;
  std::filesystem::path file_, results_;
};

TEST_F(Operations, RunsAreChosenByFiltersSeedsAndLists) {
  EXPECT_EQ(choose_runs({file_, {}, {}}, false).wanted.size(), 8U);
  EXPECT_EQ(choose_runs({file_, {0, 1, 2}, {}}, false).wanted.size(), 12U);
  const ChosenRuns some = choose_runs({file_, {}, {"delivery=sls", "seed=1"}}, false);
  ASSERT_EQ(some.wanted.size(), 2U);
  EXPECT_EQ(some.runs.size(), 8U);
  for (const StudyRun& run : some.wanted) EXPECT_EQ(run.spec.delivery, "sls");
  write_file(folder_ / "list", some.wanted[1].id + "\n\n");
  const ChosenRuns listed = choose_runs({file_, {}, {}, folder_ / "list"}, false);
  ASSERT_EQ(listed.wanted.size(), 1U);
  EXPECT_EQ(listed.wanted[0].name, some.wanted[1].name);
  EXPECT_NE(test::failure_of([&] {
              choose_runs({file_, {}, {"seed=7"}}, false);
            }).find("none of its 8 runs"),
            std::string::npos);
}

TEST_F(Operations, StatesOfRuns) {
  const StudyStatus plain = show_study({{file_, {}, {}}, {}, DeviceKind::cpu});
  EXPECT_EQ(plain.missing, 8U);
  EXPECT_EQ(plain.runs[0].state, std::nullopt);
  EXPECT_FALSE(study_status_json(plain).at("runs")[0].contains("state"));
  EXPECT_EQ(plain.varying, std::set<std::string>{"votes-per-item"});
  const ResultsFolder results(results_);
  results.make();
  results.put_failure(plain.runs[2].run.name, "out of memory");
  std::filesystem::create_directories(results_ / "runs" / (plain.runs[3].run.name + ".partial"));
  const StudyStatus status = show_study({{file_, {}, {}}, results_, DeviceKind::cpu});
  EXPECT_EQ(status.runs[2].state, RunState::failed);
  EXPECT_EQ(status.runs[3].state, RunState::begun);
  EXPECT_EQ(status.runs[4].state, RunState::missing);
  const Json runs = study_status_json(status).at("runs");
  EXPECT_EQ(runs[2].at("state"), "failed: out of memory");
  EXPECT_EQ(runs[3].at("state"), "begun");
}

TEST_F(Operations, StudiesOfFolders) {
  const std::filesystem::path folders[] = {results_};
  const auto error = [&] { return test::failure_of([&] { find_studies(folders); }); };
  EXPECT_NE(error().find("no such folder"), std::string::npos);
  std::filesystem::create_directories(results_);
  EXPECT_NE(error().find("dissent-results.json"), std::string::npos);
  const ResultsFolder results(results_);
  results.make();
  EXPECT_NE(error().find("no study of it has a study.yaml"), std::string::npos);
  results.keep_study(read_study(file_));
  const std::vector<FoundStudy> found = find_studies(folders);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].file, results_ / "s" / "study.yaml");
  const std::filesystem::path own[] = {results_ / "s"};
  EXPECT_EQ(find_studies(own)[0].results, results_);
  const std::filesystem::path others[] = {file_};
  EXPECT_EQ(find_studies(folders, others)[0].file, file_);
}

}  // namespace
}  // namespace dissent::operations_test
