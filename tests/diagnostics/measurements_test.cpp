// What was measured of a run is found again, for the same question and the same weights only.
#include "dissent/diagnostics/measurements.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/diagnostics/measurements_json.h"
#include "dissent/io/file.h"
#include "support/temporary_folder.h"

namespace dissent::measurements_test {
namespace {

FinishedRun run_in(const std::filesystem::path& folder, const std::string& sum = "abc") {
  FinishedRun run;
  run.folder = folder;
  run.files = RunFiles(folder);
  run.record.id = "1";
  run.record.checksums["best.safetensors"] = sum;
  return run;
}

TEST(Measurements, AreFoundAgainByNameAndOptions) {
  const test::TemporaryFolder folder;
  const FinishedRun run = run_in(folder.path());
  KeptMeasurements(run, "m.json").put("trace", {{"probes", 3}}, 1.5);
  const KeptMeasurements again(run, "m.json");
  ASSERT_NE(again.find("trace", {{"probes", 3}}), nullptr);
  EXPECT_EQ(*again.find("trace", {{"probes", 3}}), 1.5);
  EXPECT_EQ(again.find("trace", {{"probes", 4}}), nullptr);
  EXPECT_EQ(again.find("other", {{"probes", 3}}), nullptr);
}

TEST(Measurements, OfOtherWeightsAreNotUsed) {
  const test::TemporaryFolder folder;
  KeptMeasurements(run_in(folder.path()), "m.json").put("trace", {}, 1);
  EXPECT_EQ(KeptMeasurements(run_in(folder.path(), "def"), "m.json").find("trace", {}), nullptr);
}

TEST(Measurements, OfAnotherEncoderAreNotUsed) {
  const test::TemporaryFolder folder;
  const auto fine_tuned = [&](const std::string& sum) {
    FinishedRun run = run_in(folder.path());
    run.spec.train.model = "bert";
    run.record.checksums = {{"best/model.safetensors", sum}};
    return run;
  };
  KeptMeasurements(fine_tuned("abc"), "m.json").put("trace", {}, 1);
  EXPECT_NE(KeptMeasurements(fine_tuned("abc"), "m.json").find("trace", {}), nullptr);
  EXPECT_EQ(KeptMeasurements(fine_tuned("def"), "m.json").find("trace", {}), nullptr);
}

TEST(Measurements, FreshOnesLeaveTheOthersInPlace) {
  const test::TemporaryFolder folder;
  const FinishedRun run = run_in(folder.path());
  KeptMeasurements first(run, "m.json");
  first.put("a", {}, 1);
  first.put("b", {}, 2);
  KeptMeasurements fresh(run, "m.json", /*fresh=*/true);
  EXPECT_EQ(fresh.find("a", {}), nullptr);
  fresh.put("a", {}, 10);
  EXPECT_EQ(*fresh.find("a", {}), 10);
  EXPECT_EQ(*KeptMeasurements(run, "m.json").find("a", {}), 10);
  EXPECT_EQ(*KeptMeasurements(run, "m.json").find("b", {}), 2);
}

TEST(Measurements, AFolderThatIsGoneIsRemarkedAndNothingIsLostInMemory) {
  const FinishedRun run = run_in("/nowhere/at/all");
  KeptMeasurements kept(run, "m.json");
  kept.put("a", {}, 1);
  EXPECT_FALSE(kept.remark().empty());
  EXPECT_EQ(*kept.find("a", {}), 1);
}

TEST(Measurements, AFileOfSomethingElseIsRefused) {
  const test::TemporaryFolder folder;
  write_file(folder.path() / "m.json", "[1, 2]");
  EXPECT_THROW(KeptMeasurements(run_in(folder.path()), "m.json"), Error);
}

TEST(GeometryMeasurements, OfEverySliceTheLastIsFoundWhateverTheOptionsWere) {
  const test::TemporaryFolder folder;
  const FinishedRun run = run_in(folder.path());
  GeometryOptions options;
  const auto measured = [&](const std::string& slice, double value) {
    HessianResult result;
    result.slice = slice;
    result.largest.value = value;
    return result;
  };
  GeometryMeasurements kept(run);
  kept.put(measured("class:traffic light", 1), options);
  kept.put(measured("all", 2), options);
  options.probes = 7;
  kept.put(measured("all", 3), options);
  const GeometryMeasurements again(run);
  const std::vector<HessianResult> found = again.hessians();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].slice, "all");
  EXPECT_EQ(found[0].largest.value, 3);
  EXPECT_EQ(found[1].slice, "class:traffic light");
  EXPECT_EQ(again.hessian("all", GeometryOptions{})->largest.value, 2);
  EXPECT_FALSE(again.hessian("entropy-top:0.1", options));
  EXPECT_FALSE(again.variance());
}

TEST(OodMeasurements, OptionsWithoutDetectorsAgreeWithAny) {
  const test::TemporaryFolder folder;
  const FinishedRun run = run_in(folder.path());
  OodOptions options;
  options.scores = {"energy"};
  OodMeasurements kept(run);
  kept.put({"svhn", 10, 20, {{"energy", {0.5, 0.25, 0.75}}}}, "hash", options);
  const OodMeasurements again(run);
  EXPECT_EQ(again.find("svhn", "hash", options)->detectors.at(0).detection.fpr95, 0.25);
  EXPECT_FALSE(again.find("svhn", "another", options));
  EXPECT_EQ(again.find_like("svhn", OodOptions{})->in_items, 20U);
  options.neighbours = 3;
  EXPECT_FALSE(again.find_like("svhn", options));
}

}  // namespace
}  // namespace dissent::measurements_test
