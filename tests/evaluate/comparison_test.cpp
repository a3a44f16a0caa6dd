#include "dissent/evaluate/comparison.h"

#include <cmath>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/evaluate/item_changes.h"
#include "dissent/run/run_methods.h"
#include "dissent/run/run_view.h"
#include "dissent/stats/ranks.h"
#include "run/run_support.h"

namespace dissent::comparison_test {
namespace {

using test::MadeUpRuns;

PairOptions against(std::string baseline, std::string by = "delivery", bool drop = false) {
  return {std::move(by), std::move(baseline), drop};
}

std::string pairing_error(const MadeUpRuns& runs, const PairOptions& options) {
  try {
    const std::vector<FinishedRun> all = runs.all();
    pair_runs(all, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Comparison, PairsBySeedAndTests) {
  MadeUpRuns runs;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const auto s = static_cast<double>(seed);
    runs.add(runs.spec("soft", seed), {{"soft_nll", 0.5 + 0.01 * s}, {"accuracy", 0.8}});
    runs.add(runs.spec("sls", seed), {{"soft_nll", 0.49 + 0.009 * s}, {"accuracy", seed == 2 ? 0.8 : 0.81}});
  }
  const std::vector<FinishedRun> all = runs.all();
  ASSERT_EQ(all.size(), 10U);
  EXPECT_EQ(all[0].options.at("delivery"), "sls");
  EXPECT_EQ(all[0].options.at("seed"), "0");
  const Pairing pairing = pair_runs(all, against("soft"));
  ASSERT_EQ(pairing.groups.size(), 1U);
  EXPECT_TRUE(pairing.groups[0].setting.empty());
  DataCache data;
  RunViews views(data);
  TestOptions options;
  options.metrics = {"soft_nll", "accuracy"};
  const CompareResult result = compare_runs(pairing, options, views);
  const Comparison& nll = result.comparisons[0];
  EXPECT_EQ(nll.p_better, 0.03125);  // lower in all five
  EXPECT_EQ(nll.p_two_sided, 0.0625);
  EXPECT_EQ(nll.seeds_better, 5U);
  EXPECT_NEAR(nll.difference.mean, -0.012, 1e-12);
  EXPECT_GT(nll.interval.high, nll.difference.mean);
  EXPECT_LT(nll.interval.low, nll.difference.mean);
  EXPECT_EQ(nll.test.rank_biserial, -1);
  const Comparison& accuracy = result.comparisons[1];
  EXPECT_EQ(accuracy.seeds_better, 4U);
  EXPECT_EQ(accuracy.seeds_equal, 1U);
  EXPECT_EQ(accuracy.p_better, 0.0625);  // four that are not equal
  EXPECT_EQ(accuracy.holm_better, 0.0625);
  EXPECT_EQ(result.family, 1U);
  options.family = TestFamily::all;
  EXPECT_EQ(compare_runs(pairing, options, views).comparisons[0].holm_better, 0.0625);
  // One-sided 5 seeds can reach 0.05, two-sided they cannot.
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_NE(result.warnings[0].find("two-sided p of 0.0625"), std::string::npos);
  EXPECT_NE(result.warnings[0].find("6 seeds could"), std::string::npos);
}

TEST(Comparison, SettingsAreComparedApartAndCorrectedTogether) {
  MadeUpRuns runs;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    for (const int votes : {5, 10, 25, 50}) {
      for (const char* delivery : {"soft", "sls", "multipass", "deterministic"}) {
        runs.add(runs.spec(delivery, seed, votes),
                 {{"soft_nll",
                   (delivery[1] == 'o' ? 0.6 : 0.5) + 0.001 * static_cast<double>(seed) - 0.001 * votes}});
      }
    }
  }
  const std::vector<FinishedRun> all = runs.all();
  const Pairing pairing = pair_runs(all, against("soft"));
  ASSERT_EQ(pairing.groups.size(), 12U);
  EXPECT_EQ(setting_text(pairing.groups[0].setting), "votes-per-item=5");  // 5 before 10
  EXPECT_EQ(pairing.groups[3].setting.at("votes-per-item"), "10");
  DataCache data;
  RunViews views(data);
  const CompareResult result = compare_runs(pairing, {}, views);
  EXPECT_EQ(result.family, 12U);
  for (const Comparison& comparison : result.comparisons) {
    EXPECT_EQ(comparison.p_better, 0.03125);
    EXPECT_EQ(comparison.holm_better, 0.375);  // what the paper's 12 cells cannot escape
  }
  EXPECT_NE(result.warnings[0].find("0.375 after Holm"), std::string::npos);
  // Any other option can be compared by: more votes against five.
  const Pairing by_votes = pair_runs(all, against("5", "votes-per-item"));
  EXPECT_EQ(by_votes.groups.size(), 12U);
  EXPECT_EQ(by_votes.groups[0].setting.count("delivery"), 1U);
}

TEST(Comparison, ByTheOptimiserWhichHasOptionsOfItsOwn) {
  MadeUpRuns runs;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    RunSpec spec = runs.spec("soft", seed);
    runs.add(spec, {{"soft_nll", 0.5}});
    spec.train.optimizer = OptimizerKind::adamw;
    runs.add(spec, {{"soft_nll", 0.4}});
  }
  const std::vector<FinishedRun> all = runs.all();
  const Pairing pairing = pair_runs(all, against("sgd", "optimizer"));
  ASSERT_EQ(pairing.groups.size(), 1U);
  EXPECT_TRUE(pairing.groups[0].setting.empty());
  EXPECT_EQ(methods_of(all).size(), 2U);  // and are not taken for one method
}

TEST(Comparison, WithoutAPartnerIsRefusedByName) {
  MadeUpRuns runs;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    if (seed != 2) runs.add(runs.spec("soft", seed), {{"soft_nll", 0.5}});
    if (seed != 3) runs.add(runs.spec("sls", seed), {{"soft_nll", 0.4}});
  }
  const std::string error = pairing_error(runs, against("soft"));
  EXPECT_NE(error.find("soft has no run with seed 2, which sls has"), std::string::npos) << error;
  EXPECT_NE(error.find("1 more such gap"), std::string::npos) << error;
  const std::vector<FinishedRun> all = runs.all();
  const Pairing dropped = pair_runs(all, against("soft", "delivery", true));
  EXPECT_EQ(dropped.groups[0].pairs.size(), 2U);
  EXPECT_EQ(dropped.unpaired, 2U);
  EXPECT_NE(pairing_error(runs, against("sotf")).find("did you mean 'soft'"), std::string::npos);
  EXPECT_NE(pairing_error(runs, against("soft", "deliverry")).find("did you mean 'delivery'"),
            std::string::npos);
  EXPECT_NE(pairing_error(runs, against("0.1", "lr")).find("every run has lr 0.1"), std::string::npos);
}

TEST(Comparison, TwoRunsInOnePlaceAreRefused) {
  MadeUpRuns runs;
  runs.add(runs.spec("soft", 0), {{"soft_nll", 0.5}});
  RunSpec held = runs.spec("sls", 0);
  const std::filesystem::path folder = runs.add(held, {{"soft_nll", 0.4}});
  held.delivery_options.resample_every = 5;
  std::filesystem::rename(folder, runs.path() / "first");
  runs.add(held, {{"soft_nll", 0.4}});
  const std::string error = pairing_error(runs, against("soft"));
  EXPECT_NE(error.find("are both delivery sls with seed 0"), std::string::npos) << error;
  EXPECT_NE(error.find("5"), std::string::npos) << error;
}

TEST(RunView, ARecordsScoreOrThatOfThePredictions) {
  MadeUpRuns runs;
  const RunSpec spec = runs.spec("soft", 3);
  const auto folder = runs.add(spec, {{"soft_nll", 0.5}});
  DataCache data;
  RunView view(runs.all()[0], data);
  EXPECT_EQ(view.score(find_metric("soft_nll")), 0.5);
  try {
    view.score(find_metric("ece"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("dissent predict"), std::string::npos);
  }
  runs.predict(folder, spec, [](std::size_t, std::size_t) { return 0.0; });
  EXPECT_NEAR(view.score(find_metric("predicted_entropy")), std::log(3.0), 1e-12);
  EXPECT_NEAR(view.score(find_metric("soft_nll"), "entropy-top:0.1"), std::log(3.0), 1e-7);
  EXPECT_EQ(view.evaluated().items, view.split().evaluation);
  EXPECT_EQ(view.item_scores().soft_nll.size(), view.split().evaluation.size());
  EXPECT_EQ(&view.evaluated(), &view.evaluated()) << "read once";
}

TEST(SparseTarget, FindsAnImprovementThatGrowsWithTheDistance) {
  MadeUpRuns runs;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const RunSpec soft = runs.spec("soft", seed, 4), sls = runs.spec("sls", seed, 4);
    const VoteTable& votes = runs.dataset().votes;
    const VoteTable cut = cut_votes(votes, soft.cut, seed);
    // The baseline predicts the cut votes' shares, the other the full ones: better by KL(full || cut), about.
    const auto shares = [](const VoteTable& table) {
      return [&table](std::size_t item, std::size_t k) {
        std::vector<double> p(3);
        table.fractions_of(item, p);
        return std::log(p[k] + 0.02);
      };
    };
    runs.predict(runs.add(soft, {{"soft_nll", 1}}), soft, shares(cut));
    runs.predict(runs.add(sls, {{"soft_nll", 1}}), sls, shares(votes));
  }
  const std::vector<FinishedRun> all = runs.all();
  const Pairing pairing = pair_runs(all, against("soft"));
  DataCache data;
  const SparseTarget result = sparse_target(pairing.groups[0], data, {.bins = 5});
  ASSERT_EQ(result.scopes.size(), 8U);
  for (const SparseScope& scope : result.scopes) {
    ASSERT_EQ(scope.spearman.size(), 3U);
    double items = 0;
    for (const SparseBin& bin : scope.bins) items += bin.items;
    if (scope.slice == "all") {
      EXPECT_NEAR(items, scope.items == "train" ? 96 : 24, 1e-9);
      EXPECT_GT(scope.bins.back().improvement, scope.bins.front().improvement + 0.05);
      EXPECT_GT(scope.spearman[0], 0.7) << scope.items << scope.distance;
    } else {
      EXPECT_NEAR(items, scope.items == "train" ? 5 : 1, 1e-9);
    }
  }
  const SparseTarget quarter = sparse_target(pairing.groups[0], data, {{"entropy-top:0.25"}, 3});
  ASSERT_EQ(quarter.scopes.size(), 4U);  // of any slice
  EXPECT_EQ(quarter.scopes[0].slice, "entropy-top:0.25");
  EXPECT_NEAR(
      quarter.scopes[0].bins[0].items + quarter.scopes[0].bins[1].items + quarter.scopes[0].bins[2].items, 24,
      1e-9);
  EXPECT_THROW(sparse_target(pairing.groups[0], data, {{"entropy-tip:0.25"}, 3}), Error);
  const ItemChanges changes = item_changes(pairing.groups[0], data);
  EXPECT_EQ(changes.improved + changes.worsened + changes.unchanged, changes.items.size());
  EXPECT_GT(changes.improved, 4 * changes.worsened);
  EXPECT_LE(changes.items.size(), 72U);  // three evaluation splits of 24
}

TEST(SparseTarget, WantsCutVotes) {
  MadeUpRuns runs;
  runs.add(runs.spec("soft", 0), {{"soft_nll", 1}});
  runs.add(runs.spec("sls", 0), {{"soft_nll", 1}});
  const std::vector<FinishedRun> all = runs.all();
  DataCache data;
  EXPECT_THROW(sparse_target(pair_runs(all, against("soft")).groups[0], data), Error);
}

}  // namespace
}  // namespace dissent::comparison_test
