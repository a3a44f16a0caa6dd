// What was measured is read and written again without a change: the files of results/, and a result that has
// everything.
#include <filesystem>
#include <limits>

#include <gtest/gtest.h>

#include "dissent/diagnostics/geometry_json.h"
#include "dissent/diagnostics/hessian_json.h"
#include "dissent/diagnostics/ood_json.h"
#include "dissent/diagnostics/variance_json.h"
#include "dissent/io/file.h"
#include "dissent/run/run_set.h"
#include "support/read_json.h"

namespace dissent::results_json_test {
namespace {

using test::read_json;

const std::filesystem::path kResults = std::filesystem::path(DISSENT_SOURCE_DIR) / "results";

TEST(ResultsJson, MeasurementsOfResultsAreWrittenAgainAsTheyWere) {
  const std::filesystem::path folders[] = {kResults};
  std::size_t hessians = 0, sets = 0;
  const auto results = [](const FinishedRun& run, const char* file) {
    return run.files.has(file) ? parse_json(run.files.read(file), file).at("results") : Json::object();
  };
  for (const FinishedRun& run : find_runs(folders)) {
    const Json geometry = results(run, "geometry.json");
    for (const auto& [name, value] : geometry.items()) {
      const bool hessian = name.starts_with("hessian ");
      EXPECT_EQ((hessian ? hessian_json(read_json(value, read_hessian))
                         : variance_json(read_json(value, read_variance)))
                    .dump(),
                value.dump())
          << run.folder << " " << name;
      hessians += hessian ? 1 : 0;
    }
    const Json ood = results(run, "ood.json");
    for (const auto& [name, value] : ood.items()) {
      EXPECT_EQ(ood_set_json(read_json(value, read_ood_set)).dump(), value.dump())
          << run.folder << " " << name;
      ++sets;
    }
  }
  EXPECT_GE(hessians, 20U);
  EXPECT_GE(sets, 10U);
}

TEST(ResultsJson, AGeometryReportOfAnOlderVersion) {
  const std::filesystem::path file = kResults / "cifar10h-basins/pairs.json";
  Json json = parse_json(read_file(file), file);
  for (const char* of_summary : {"methods", "baseline", "differences"}) json.erase(of_summary);
  EXPECT_EQ(geometry_json(read_json(json, read_geometry)).dump(), json.dump());
}

TEST(ResultsJson, AResultWithEverything) {
  GeometryResult result;
  result.device = "cpu";
  RunGeometry& run = result.runs.emplace_back();
  run.folder = "runs/soft-seed0";
  run.method = "soft";
  run.dynamics = Dynamics{3, 2, 0.5, 4};
  HessianResult& hessian = run.hessian.emplace_back();
  hessian.negative_dominant = Eigenvalue{-3, 0.01, 7, true};
  hessian.eigenvalues = {{2, 0.1, 3, true}, {1, 0.2, 5, false}};
  hessian.trace = HessianTrace{12, std::numeric_limits<double>::quiet_NaN(), 1};
  hessian.density = HessianDensity{{0, 1}, {0.25, 0.75}, 2, 1};
  hessian.tf32_deviation = 0.001;
  run.variance = VarianceResult{4, 1.5, 0.9, {{0.1, 1, 2.5}}, SampledVariance{10, 1.4, 0.8, 0.1}};
  run.values = {{"sharpness", 0.5}};
  result.cka.push_back({"soft", 4, {0.9, 0.8}, {{0, 1, {0.9, 0.8}}}});
  result.grad_cam.push_back({"soft", 0.7, "class:cat", 0.6, {{0, 1, {0.7, 4, 1}, MapStability{0.6, 2, 0}}}});
  BarrierResult& barrier = result.barriers.emplace_back();
  barrier.from = {"a", "soft", 0};
  barrier.to = {"b", "sls", 0};
  barrier.interpolated = {{1, std::numeric_limits<double>::quiet_NaN(), 1}, 0.5, 0.25};
  barrier.reestimated = {{1, 1, 1}, 0, 0};
  result.maps = MapSheets{{{"soft", {0, 1}}}, {{"i1", "item-i1.png"}}};
  const Json json = geometry_json(result);
  EXPECT_EQ(geometry_json(read_json(json, read_geometry)).dump(), json.dump());
  EXPECT_TRUE(json.at("barriers")[0].at("interpolated").at("losses")[1].is_null());
  EXPECT_EQ(json.at("runs")[0].at("values").at("sharpness"), 0.5);
}

}  // namespace
}  // namespace dissent::results_json_test
