// Means over the seeds of a method, by name and in the order in which numbers are shown.
#include <cmath>

#include <gtest/gtest.h>

#include "dissent/diagnostics/geometry_summary.h"
#include "dissent/diagnostics/ood_summary.h"

namespace dissent::summary_test {
namespace {

RunGeometry measured(const std::string& method, std::uint64_t seed, double lambda, double trace) {
  RunGeometry run;
  run.method = method;
  run.seed = seed;
  HessianResult& all = run.hessian.emplace_back();
  all.largest.value = lambda;
  HessianResult& slice = run.hessian.emplace_back();
  slice.slice = "class:cat";
  slice.largest.value = 2 * lambda;
  slice.trace = HessianTrace{trace, std::nan(""), 1};
  run.dynamics = Dynamics{static_cast<int>(seed) + 1, 1, 0.5, 9};
  run.values = {{"sharpness", lambda / 4}};
  return run;
}

TEST(GeometrySummary, NumbersHaveTheirSlicesInTheirNames) {
  const std::vector<std::pair<std::string, double>> expected{
      {"lambda_max", 4}, {"lambda_max class:cat", 8}, {"trace class:cat", 7},
      {"best_epoch", 4}, {"near_best_epoch", 1},      {"sharpness", 1}};
  EXPECT_EQ(measured_values(measured("soft", 3, 4, 7)), expected);
}

TEST(GeometrySummary, MeansAreOverTheRunsThatHaveTheNumber) {
  GeometryResult result;
  result.runs = {measured("sls", 0, 1, 10), measured("soft", 0, 2, 20), measured("soft", 1, 4, std::nan(""))};
  const GeometrySummary summary = summarise_geometry(result, {}, "");
  ASSERT_EQ(summary.methods.size(), 2U);
  EXPECT_EQ(summary.methods[1].method, "soft");
  EXPECT_EQ(summary.methods[1].runs, 2U);
  EXPECT_EQ(summary.methods[1].values[0].second.mean, 3);
  EXPECT_NEAR(summary.methods[1].values[0].second.sd, std::sqrt(2.0), 1e-12);
  EXPECT_EQ(summary.methods[1].values[2].first, "trace class:cat");
  EXPECT_EQ(summary.methods[1].values[2].second.mean, 20);
  EXPECT_TRUE(std::isnan(summary.methods[1].values[2].second.sd));
  EXPECT_TRUE(summary.differences.empty());
}

TEST(OodSummary, ARowADetectorAndMethod) {
  OodResult result;
  const auto run = [](const std::string& method, double auroc) {
    return RunOod{"", "", method, 0, {{"svhn", 5, 7, {{"energy", {auroc, 0.1, 0.2}}, {"msp", {0.5, 0, 0}}}}}};
  };
  result.runs = {run("sls", 0.75), run("soft", 0.5), run("soft", 1)};
  const std::vector<OodSetSummary> sets = summarise_ood(result);
  ASSERT_EQ(sets.size(), 1U);
  EXPECT_EQ(sets[0].in_items, 7U);
  ASSERT_EQ(sets[0].rows.size(), 4U);
  EXPECT_EQ(sets[0].rows[1].detector, "energy");
  EXPECT_EQ(sets[0].rows[1].method, "soft");
  EXPECT_EQ(sets[0].rows[1].runs, 2U);
  EXPECT_EQ(sets[0].rows[1].auroc.mean, 0.75);
  EXPECT_EQ(sets[0].rows[2].detector, "msp");
  EXPECT_TRUE(summarise_ood({}).empty());
}

}  // namespace
}  // namespace dissent::summary_test
