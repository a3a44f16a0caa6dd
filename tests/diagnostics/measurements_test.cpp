// What was measured of a run is found again, for the same question and the same weights only.
#include "dissent/diagnostics/measurements.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/diagnostics/measurements_json.h"
#include "dissent/io/file.h"
#include "support/arrays.h"
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
  ASSERT_TRUE(again.find("trace", {{"probes", 3}}));
  EXPECT_EQ(again.find("trace", {{"probes", 3}})->number(), 1.5);
  EXPECT_FALSE(again.find("trace", {{"probes", 4}}));
  EXPECT_FALSE(again.find("other", {{"probes", 3}}));
}

TEST(Measurements, OfOtherWeightsAreNotUsed) {
  const test::TemporaryFolder folder;
  KeptMeasurements(run_in(folder.path()), "m.json").put("trace", {}, 1);
  EXPECT_FALSE(KeptMeasurements(run_in(folder.path(), "def"), "m.json").find("trace", {}));
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
  EXPECT_TRUE(KeptMeasurements(fine_tuned("abc"), "m.json").find("trace", {}));
  EXPECT_FALSE(KeptMeasurements(fine_tuned("def"), "m.json").find("trace", {}));
}

TEST(Measurements, FreshOnesLeaveTheOthersInPlace) {
  const test::TemporaryFolder folder;
  const FinishedRun run = run_in(folder.path());
  KeptMeasurements first(run, "m.json");
  first.put("a", {}, 1);
  first.put("b", {}, 2);
  KeptMeasurements fresh(run, "m.json", /*fresh=*/true);
  EXPECT_FALSE(fresh.find("a", {}));
  fresh.put("a", {}, 10);
  EXPECT_EQ(fresh.find("a", {})->number(), 10);
  EXPECT_EQ(KeptMeasurements(run, "m.json").find("a", {})->number(), 10);
  EXPECT_EQ(KeptMeasurements(run, "m.json").find("b", {})->number(), 2);
}

TEST(Measurements, AFolderThatIsGoneIsRemarkedAndNothingIsLostInMemory) {
  const FinishedRun run = run_in("/nowhere/at/all");
  KeptMeasurements kept(run, "m.json");
  kept.put("a", {}, 1);
  EXPECT_FALSE(kept.remark().empty());
  EXPECT_EQ(kept.find("a", {})->number(), 1);
}

TEST(Measurements, AFileOfSomethingElseIsRefused) {
  const test::TemporaryFolder folder;
  for (const char* text : {"[1, 2]", "{}", R"({"run": 1, "checkpoint": null, "results": {}})",
                           R"({"run": "1", "checkpoint": [], "results": {}})",
                           R"({"run": "1", "checkpoint": "abc", "results": []})"}) {
    write_file(folder / "m.json", text);
    const std::string message = test::message_of([&] { KeptMeasurements(run_in(folder.path()), "m.json"); });
    EXPECT_TRUE(message.starts_with((folder / "m.json").string() + ": ")) << message;
  }
}

TEST(Measurements, WhatIsNoneIsAnErrorThatNamesFileAndKey) {
  const test::TemporaryFolder folder;
  const FinishedRun run = run_in(folder.path());
  HessianResult result;
  result.density = HessianDensity{{0, 1}, {0.5, 0.5}, 2, 1};
  GeometryMeasurements(run).put(result, {});
  const std::string good = read_file(folder / "geometry.json");
  const auto with = [&](const std::string& old, const std::string& now) {
    std::string text = good;
    text.replace(text.find(old), old.size(), now);
    write_file(folder / "geometry.json", text);
    return test::message_of([&] { GeometryMeasurements(run).hessian("all", {}); });
  };
  EXPECT_NE(with("\"items\": 0", "\"items\": -1").find(".items: -1, where a whole number"),
            std::string::npos);
  EXPECT_NE(with("\"loss\": 0.0", "\"loss\": \"0\"").find(".loss: '0', where a number or null is wanted"),
            std::string::npos);
  EXPECT_NE(with("\"slice\": \"all\"", "\"slice\": null").find(".slice: null"), std::string::npos);
  EXPECT_NE(with("\"nodes\": [", "\"nodes\": [3,").find("3 nodes and 2 weights"), std::string::npos);
}

TEST(OodMeasurements, OfOtherScoresThanWereAskedForAreRefused) {
  const test::TemporaryFolder folder;
  const FinishedRun run = run_in(folder.path());
  OodOptions options;
  options.scores = {"energy", "msp"};
  OodMeasurements(run).put({"svhn", 10, 20, {{"energy", {0.5, 0.25, 0.75}}}}, "hash", options);
  const std::string message = test::message_of([&] { OodMeasurements(run).find("svhn", "hash", options); });
  EXPECT_NE(message.find("has the scores energy, where energy, msp were measured"), std::string::npos)
      << message;
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
