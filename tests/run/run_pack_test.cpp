#include "dissent/run/run_pack.h"

#include <fstream>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/zip.h"
#include "dissent/run/run_view.h"
#include "run/run_support.h"
#include "support/temporary_folder.h"

namespace dissent::run_pack_test {
namespace {

namespace fs = std::filesystem;

class RunPacks : public testing::Test {
 protected:
  void put(const std::string& run, const std::string& file, const std::string& bytes) const {
    fs::create_directories(runs / run);
    write_file(runs / run / file, bytes);
  }
  void put_run(const std::string& run, const std::string& history = "epoch\n1\n") const {
    put(run, "run.json", "{\"id\": \"" + run + "\"}");
    put(run, "history.csv", history);
  }
  // Bytes that do not deflate, so that sizes can be foretold.
  static std::string noise(std::size_t size) {
    std::string bytes(size, ' ');
    std::uint64_t state = 1;
    for (char& c : bytes) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      c = static_cast<char>(state >> 56);
    }
    return bytes;
  }

  test::TemporaryFolder temporary;
  fs::path runs = temporary.path() / "runs";
};

TEST_F(RunPacks, AFolderWithoutPartsIsEmpty) {
  EXPECT_TRUE(RunPack(runs).runs().empty());
  fs::create_directories(runs);
  put_run("soft-seed0");
  EXPECT_TRUE(RunPack(runs).runs().empty());
}

TEST_F(RunPacks, WhatWasPackedReadsBackAndItsFoldersAreGone) {
  put_run("soft-seed0", "epoch\n1\n2\n");
  put_run("sls-seed0");
  put("sls-seed0", "predictions.npz", noise(1000));
  const PackResult result = pack_runs(runs);
  EXPECT_EQ(result.runs, 2);
  ASSERT_EQ(result.parts.size(), 1);
  EXPECT_FALSE(fs::exists(runs / "soft-seed0"));
  const RunPack pack(runs);
  EXPECT_EQ(pack.runs(), (std::vector<std::string>{"sls-seed0", "soft-seed0"}));
  EXPECT_EQ(pack.read("soft-seed0", "history.csv"), "epoch\n1\n2\n");
  EXPECT_EQ(pack.read("sls-seed0", "predictions.npz"), noise(1000));
  EXPECT_EQ(pack.files("soft-seed0"), (std::vector<std::string>{"history.csv", "run.json"}));
  EXPECT_FALSE(pack.has("soft-seed0", "predictions.npz"));
  EXPECT_THROW(pack.read("soft-seed0", "predictions.npz"), Error);
}

TEST_F(RunPacks, APartIsNeverWrittenAgainAndTheLastOneCounts) {
  put_run("soft-seed0");
  pack_runs(runs);
  const std::string before = read_file(runs / "part-0001.zip");
  put_run("soft-seed1");
  put("soft-seed0", "run.json", "{\"id\": \"soft-seed0\"}");  // the run is here again, now measured
  put("soft-seed0", "geometry.json", "{}");
  const PackResult result = pack_runs(runs);
  EXPECT_EQ(result.parts, std::vector<fs::path>{runs / "part-0002.zip"});
  EXPECT_EQ(read_file(runs / "part-0001.zip"), before);
  put("soft-seed0", "run.json", "{\"id\": \"soft-seed0\"}");
  put("soft-seed0", "geometry.json", "{\"new\": 1}");
  pack_runs(runs);
  const RunPack pack(runs);
  EXPECT_EQ(pack.parts(), 3);
  EXPECT_EQ(pack.read("soft-seed0", "geometry.json"), "{\"new\": 1}");
  EXPECT_EQ(pack.read("soft-seed0", "history.csv"), "epoch\n1\n");
  // What is packed as it is goes into no further part.
  EXPECT_TRUE(pack_runs(runs).parts.empty());
}

TEST_F(RunPacks, PartsStayBelowTheirSizeUnlessOneRunIsLarger) {
  for (int seed = 0; seed < 6; ++seed) {
    put_run("soft-seed" + std::to_string(seed));
    put("soft-seed" + std::to_string(seed), "predictions.npz", noise(seed == 5 ? 30'000 : 6'000));
  }
  PackOptions options;
  options.part_bytes = 20'000;
  const PackResult result = pack_runs(runs, options);
  ASSERT_EQ(result.parts.size(), 3);
  EXPECT_LE(fs::file_size(result.parts[0]), options.part_bytes);
  EXPECT_LE(fs::file_size(result.parts[1]), options.part_bytes);
  EXPECT_GT(fs::file_size(result.parts[2]), options.part_bytes);
  EXPECT_EQ(RunPack(runs).runs().size(), 6);
}

TEST_F(RunPacks, WeightsAreNotPackedAndKeepTheirFolder) {
  put_run("soft-seed0");
  put("soft-seed0", "best.safetensors", "weights");
  const PackResult result = pack_runs(runs);
  EXPECT_EQ(result.kept, std::vector<std::string>{"soft-seed0"});
  EXPECT_TRUE(fs::exists(runs / "soft-seed0" / "run.json"));
  EXPECT_FALSE(RunPack(runs).has("soft-seed0", "best.safetensors"));
}

TEST_F(RunPacks, AKillBetweenWritingAndRemovingLosesNothing) {
  put_run("soft-seed0");
  PackOptions options;
  options.keep_folders = true;  // as if it had been killed there
  pack_runs(runs, options);
  EXPECT_TRUE(fs::exists(runs / "soft-seed0"));
  const PackResult result = pack_runs(runs);
  EXPECT_TRUE(result.parts.empty());
  EXPECT_FALSE(fs::exists(runs / "soft-seed0"));
  EXPECT_EQ(RunPack(runs).runs().size(), 1);
}

TEST_F(RunPacks, WhatIsMeasuredOfAPackedRunLiesInItsFolderUntilItIsPackedToo) {
  put_run("soft-seed0");
  pack_runs(runs);
  put("soft-seed0", "geometry.json", "{}");
  const auto pack = std::make_shared<const RunPack>(runs);
  const RunFiles files = files_of_run(runs, pack, "soft-seed0");
  EXPECT_EQ(files.read("geometry.json"), "{}");
  EXPECT_EQ(files.read("history.csv"), "epoch\n1\n");
  EXPECT_EQ(pack_runs(runs).parts.size(), 1);
  EXPECT_FALSE(fs::exists(runs / "soft-seed0"));
  EXPECT_EQ(RunPack(runs).read("soft-seed0", "geometry.json"), "{}");
}

TEST_F(RunPacks, UnfinishedRunsAreLeftAlone) {
  put_run("soft-seed0");
  put("sls-seed0.partial", "run.json", "{}");
  pack_runs(runs);
  EXPECT_TRUE(fs::exists(runs / "sls-seed0.partial"));
  EXPECT_EQ(RunPack(runs).runs().size(), 1);
}

TEST_F(RunPacks, DamagedAndForeignPartsAreErrorsThatNameThem) {
  put_run("soft-seed0");
  pack_runs(runs);
  const std::string good = read_file(runs / "part-0001.zip");
  write_file(runs / "part-0002.zip", good.substr(0, good.size() / 2));
  try {
    RunPack pack(runs);
    FAIL() << "a damaged part was read";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("part-0002.zip"), std::string::npos);
  }
  write_zip(runs / "part-0002.zip", {{"a/b/c", {"x"}}});
  EXPECT_THROW(RunPack{runs}, Error);
  write_zip(runs / "part-0002.zip", {{"alone", {"x"}}});
  EXPECT_THROW(RunPack{runs}, Error);
}

TEST(PackedRuns, AreFoundAndScoredLikeFolders) {
  const test::MadeUpRuns made;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    made.add_following(made.spec("soft", seed), {{"soft_nll", 0.5}}, 4);
    made.add_following(made.spec("sls", seed), {{"soft_nll", 0.4}}, 8);
  }
  const auto scores_of = [](const std::vector<FinishedRun>& runs) {
    DataCache data;
    RunViews views(data);
    std::vector<std::pair<std::string, double>> values;
    for (const FinishedRun& run : runs) {
      values.emplace_back(run.folder.string(),
                          views.of(run).score(find_metric("soft_nll"), "entropy-top:0.2"));
    }
    return values;
  };
  const auto before = scores_of(made.all());
  pack_runs(made.path());
  EXPECT_FALSE(fs::exists(before.front().first));
  EXPECT_EQ(scores_of(made.all()), before);
  // One run by its name, though it has no folder any more.
  const fs::path one[] = {before.front().first};
  ASSERT_EQ(find_runs(one).size(), 1);
  EXPECT_EQ(find_runs(one).front().folder, one[0]);
}

}  // namespace
}  // namespace dissent::run_pack_test
