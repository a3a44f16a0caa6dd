// What was measured of a run is found again, for the same question and the same weights only.
#include "dissent/run/measurements.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "support/temporary_folder.h"

namespace dissent::measurements_test {
namespace {

FinishedRun run_in(const std::filesystem::path& folder, const std::string& sum = "abc") {
  FinishedRun run;
  run.folder = folder;
  run.files = RunFiles(folder);
  run.record = {{"id", "1"}, {"checksums", {{"best.safetensors", sum}}}};
  return run;
}

TEST(Measurements, AreFoundAgainByNameAndOptions) {
  const test::TemporaryFolder folder;
  const FinishedRun run = run_in(folder.path());
  Measurements(run, "m.json").put("trace", {{"probes", 3}}, 1.5);
  const Measurements again(run, "m.json");
  ASSERT_NE(again.find("trace", {{"probes", 3}}), nullptr);
  EXPECT_EQ(*again.find("trace", {{"probes", 3}}), 1.5);
  EXPECT_EQ(again.find("trace", {{"probes", 4}}), nullptr);
  EXPECT_EQ(again.find("other", {{"probes", 3}}), nullptr);
}

TEST(Measurements, OfOtherWeightsAreNotUsed) {
  const test::TemporaryFolder folder;
  Measurements(run_in(folder.path()), "m.json").put("trace", {}, 1);
  EXPECT_EQ(Measurements(run_in(folder.path(), "def"), "m.json").find("trace", {}), nullptr);
}

TEST(Measurements, OfAnotherEncoderAreNotUsed) {
  const test::TemporaryFolder folder;
  const auto fine_tuned = [&](const std::string& sum) {
    FinishedRun run = run_in(folder.path());
    run.spec.train.model = "bert";
    run.record["checksums"] = {{"best/model.safetensors", sum}};
    return run;
  };
  Measurements(fine_tuned("abc"), "m.json").put("trace", {}, 1);
  EXPECT_NE(Measurements(fine_tuned("abc"), "m.json").find("trace", {}), nullptr);
  EXPECT_EQ(Measurements(fine_tuned("def"), "m.json").find("trace", {}), nullptr);
}

TEST(Measurements, FreshOnesLeaveTheOthersInPlace) {
  const test::TemporaryFolder folder;
  const FinishedRun run = run_in(folder.path());
  Measurements first(run, "m.json");
  first.put("a", {}, 1);
  first.put("b", {}, 2);
  Measurements fresh(run, "m.json", /*fresh=*/true);
  EXPECT_EQ(fresh.find("a", {}), nullptr);
  fresh.put("a", {}, 10);
  EXPECT_EQ(*fresh.find("a", {}), 10);
  EXPECT_EQ(*Measurements(run, "m.json").find("a", {}), 10);
  EXPECT_EQ(*Measurements(run, "m.json").find("b", {}), 2);
}

TEST(Measurements, AFolderThatIsGoneIsRemarkedAndNothingIsLostInMemory) {
  const FinishedRun run = run_in("/nowhere/at/all");
  Measurements kept(run, "m.json");
  kept.put("a", {}, 1);
  EXPECT_FALSE(kept.remark().empty());
  EXPECT_EQ(*kept.find("a", {}), 1);
}

TEST(Measurements, AFileOfSomethingElseIsRefused) {
  const test::TemporaryFolder folder;
  write_file(folder.path() / "m.json", "[1, 2]");
  EXPECT_THROW(Measurements(run_in(folder.path()), "m.json"), Error);
}

}  // namespace
}  // namespace dissent::measurements_test
