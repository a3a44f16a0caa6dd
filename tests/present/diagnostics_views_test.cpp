// Geometry and out-of-distribution detection as documents: the digits of every form are those of present.
#include <gtest/gtest.h>

#include "dissent/present/formats.h"
#include "dissent/present/views/geometry_view.h"
#include "dissent/present/views/ood_view.h"

namespace dissent::diagnostics_views_test {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

GeometryResult example() {
  GeometryResult result;
  RunGeometry& run = result.runs.emplace_back();
  run.method = "soft";
  run.seed = 3;
  HessianResult& hessian = run.hessian.emplace_back();
  hessian.items = 2000;
  hessian.loss = 0.5192;
  hessian.largest = {201.998, 0.0193, 13, true};
  hessian.negative_dominant = Eigenvalue{-250.5, 0.01, 9, true};
  hessian.trace = HessianTrace{3811.2, 54.67, 100};
  hessian.tf32_deviation = 0.0123;
  result.cka.push_back({"soft", 100, {0.9289, 0.9287}, {{0, 1, {0.9289, 0.9287}}}});
  for (const double barrier : {1.0, 2.0}) {
    BarrierResult& one = result.barriers.emplace_back();
    one.from = {"a", "soft", 0};
    one.to = {"b", "sls", 0};
    one.interpolated = {{0.5, 2.5, 0.75}, barrier, 0.5};
    one.reestimated = {{0.5, 0.6, 0.75}, 0.125, 0.5};
  }
  return result;
}

TEST(GeometryView, ShowsWhatThereIsAndNothingElse) {
  GeometrySummary summary;
  summary.methods.push_back({"soft", 5, {{"lambda_max", {101.25, 3.5}}}});
  const std::string text = written(geometry_view(example(), summary), TextForm::text);
  for (const char* part :
       {"Hessian of the soft cross-entropy", "soft seed 3", "202.0", "yes (negative -250.5 dominates)",
        "3811", "in TF32: a product differs from float32's by up to 0.012 of its length",
        "Methods, mean ± SD over seeds", "101.2 ± 3.5", "Similarity of seeds", "0.9289", "Loss barriers",
        "soft and sls", "0.5000, 0.7500", "1.5000"}) {
    EXPECT_TRUE(has(text, part)) << part << "\n" << text;
  }
  EXPECT_FALSE(has(text, "Eigenvalues")) << text;
  EXPECT_FALSE(has(text, "Differences")) << text;
  EXPECT_EQ(written(geometry_view({}, {}), TextForm::text), "");
}

TEST(GeometryView, CsvHasEveryDigit) {
  const std::string csv = written(geometry_view(example(), {}), TextForm::csv);
  EXPECT_TRUE(has(csv, "# hessian: Hessian of the soft cross-entropy\n")) << csv;
  EXPECT_TRUE(has(csv, "soft seed 3,2000,0.5192,201.998,0.0193,13,")) << csv;
  EXPECT_TRUE(has(csv, "soft and sls,0,0.5,0.75,2,0.5,0.125,0.5")) << csv;
}

TEST(OodView, ATableASet) {
  const std::vector<OodSetSummary> sets{
      {"svhn", 26032, 2000, {{"energy", "soft", 5, {0.9, 0.01}, {0.5, 0.02}, {0.75, 0.03}}}}};
  const std::string text = written(ood_view(sets), TextForm::text);
  for (const char* part : {"svhn: 26,032 images against 2,000 evaluation items", "AUROC", "0.9000 ± 0.0100",
                           "0.5000 ± 0.0200", "0.7500 ± 0.0300"}) {
    EXPECT_TRUE(has(text, part)) << part << "\n" << text;
  }
  const std::string csv = written(ood_view(sets), TextForm::csv);
  EXPECT_TRUE(has(csv, "score,method,runs,auroc.mean,auroc.sd")) << csv;
}

}  // namespace
}  // namespace dissent::diagnostics_views_test
