#include "dissent/evaluate/compare.h"

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/evaluate/comparison_json.h"
#include "dissent/run/run_pack.h"
#include "run/run_support.h"

namespace dissent::compare_test {
namespace {

using test::MadeUpRuns;

CompareOptions against_soft() {
  CompareOptions options;
  options.pairs.baseline = "soft";
  return options;
}

// Runs of soft and sls, of two settings and three seeds.
void add_runs(const MadeUpRuns& runs) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (const int votes : {2, 4}) {
      const auto s = static_cast<double>(seed);
      const RunSpec soft = runs.spec("soft", seed, votes), sls = runs.spec("sls", seed, votes);
      runs.predict(runs.add(soft, {{"soft_nll", 0.5 + 0.01 * s}}), soft,
                   [](std::size_t, std::size_t) { return 0.0; });
      runs.predict(runs.add(sls, {{"soft_nll", 0.4 + 0.02 * s}}), sls,
                   [](std::size_t item, std::size_t k) { return item % 3 == k ? 0.5 : 0.0; });
    }
  }
}

std::string message(const MadeUpRuns& runs, const CompareOptions& options) {
  try {
    const std::vector<std::filesystem::path> folders{runs.path()};
    compare(folders, options);
  } catch (const Error& error) {
    return error.text([](std::string_view key) { return fmt::format("<{}>", key); });
  }
  return "";
}

TEST(Compare, ComparesEverySettingApart) {
  MadeUpRuns runs;
  add_runs(runs);
  const std::vector<std::filesystem::path> folders{runs.path()};
  const ComparisonReport report = compare(folders, against_soft());
  ASSERT_EQ(report.result.comparisons.size(), 2U);
  EXPECT_EQ(report.result.comparisons[0].setting, (Setting{{"votes-per-item", "2"}}));
  EXPECT_EQ(report.result.comparisons[1].setting.at("votes-per-item"), "4");
  for (const Comparison& c : report.result.comparisons) {
    EXPECT_NEAR(c.difference.mean, c.score.mean - c.baseline.mean, 1e-12);
    EXPECT_EQ(c.seeds_better + c.seeds_worse + c.seeds_equal, c.seeds.size());
  }
  EXPECT_TRUE(report.changes.empty());
  EXPECT_TRUE(report.sparse.empty());
}

TEST(Compare, ChoosesRunsByTheirOptions) {
  MadeUpRuns runs;
  add_runs(runs);
  const std::vector<std::filesystem::path> folders{runs.path()};
  CompareOptions options = against_soft();
  const ComparisonReport every = compare(folders, options);
  EXPECT_FALSE(comparison_report_json(every).contains("only"));
  options.only = {"votes-per-item=4;seed=0..1", "split=random"};
  for (const bool packed : {false, true}) {
    if (packed) {
      EXPECT_EQ(pack_runs(runs.path()).runs, 12U);
    }
    const ComparisonReport report = compare(folders, options);
    EXPECT_EQ(report.runs, 4U);
    ASSERT_EQ(report.result.comparisons.size(), 1U);
    EXPECT_EQ(report.result.comparisons[0].seeds, (std::vector<std::uint64_t>{0, 1}));
    EXPECT_EQ(report.result.comparisons[0].values[1], every.result.comparisons[1].values[1]);
    EXPECT_EQ(comparison_report_json(report).at("only"), Json(options.only));
  }
  // Soft runs do not read how often labels are drawn anew.
  options.only = {"resample-every=1,none"};
  EXPECT_EQ(compare(folders, options).runs, 12U);
  options.only = {"resample-every=1"};
  EXPECT_NE(message(runs, options).find("unknown delivery 'soft'"), std::string::npos);
  options.only = {"votes-per-item=3;delivery=sls"};
  EXPECT_EQ(
      message(runs, options),
      "<only> votes-per-item=3;delivery=sls: none of the 12 runs is asked for; among them votes-per-item "
      "is 2, 4; delivery is sls, soft");
  options.only = {"vote-per-item=3"};
  EXPECT_NE(message(runs, options).find("did you mean 'votes-per-item'?"), std::string::npos);
}

TEST(Compare, LooksAtItemsWhereAsked) {
  MadeUpRuns runs;
  add_runs(runs);
  struct Counting : Monitor {
    void progress(std::string_view, std::uint64_t done, std::uint64_t) override { groups = done; }
    bool stopping() override { return stop; }
    std::uint64_t groups = 0;
    bool stop = false;
  } monitor;
  CompareOptions options = against_soft();
  options.item_changes = options.sparse_target = true;
  const std::vector<FinishedRun> all = runs.all();
  const ComparisonReport report = compare(all, options, monitor);
  EXPECT_EQ(monitor.groups, 2U);
  EXPECT_EQ(report.changes.size(), 2U);
  EXPECT_EQ(report.sparse.size(), 2U);
  const Json json = comparison_report_json(report);
  EXPECT_EQ(json.at("items")[0].at("items").size(), report.changes[0].items.size());
  EXPECT_EQ(json.at("sparse_target")[0].at("scopes").size(), 8U);
  monitor.stop = true;
  EXPECT_THROW(compare(all, options, monitor), Stopped);
}

TEST(Compare, AsJsonASettingIsItsText) {
  MadeUpRuns runs;
  add_runs(runs);
  const std::vector<FinishedRun> all = runs.all();
  const Json json = comparison_report_json(compare(all, against_soft()));
  EXPECT_EQ(json.at("comparisons")[0].at("setting"), "votes-per-item=2");
  EXPECT_EQ(json.at("comparisons")[0].at("values").size(), 3U);
  EXPECT_TRUE(json.at("slice").is_null());
  EXPECT_FALSE(json.contains("items"));
}

TEST(Compare, ErrorsNameTheOption) {
  MadeUpRuns runs;
  add_runs(runs);
  CompareOptions options = against_soft();
  options.pairs.baseline = "sotf";
  EXPECT_EQ(message(runs, options).substr(0, 11), "<baseline>:");
  options.pairs = {"deliverry", "soft", false};
  EXPECT_EQ(message(runs, options).substr(0, 5), "<by>:");
  options = against_soft();
  options.tests.replicates = 0;
  EXPECT_EQ(message(runs, options), "<bootstrap> 0: give a whole number from 1 to 1000000");
  options = against_soft();
  options.tests.metrics = {"sotf_nll"};
  EXPECT_NE(message(runs, options).find("did you mean 'soft_nll'"), std::string::npos);
  runs.add(runs.spec("soft", 9, 2), {{"soft_nll", 0.5}});
  EXPECT_NE(message(runs, against_soft()).find("<drop-unpaired>"), std::string::npos);
}

}  // namespace
}  // namespace dissent::compare_test
