// A run's files are read the same from a folder and from a pack; what lies in the folder comes first.
#include "dissent/run/run_files.h"

#include <map>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/run/history.h"
#include "support/temporary_folder.h"

namespace dissent::run_files_test {
namespace {

class MapOfFiles final : public PackedRun {
 public:
  explicit MapOfFiles(std::map<std::string, std::string> files) : files_(std::move(files)) {}
  bool has(const std::string& name) const override { return files_.count(name) > 0; }
  std::string read(const std::string& name) const override { return files_.at(name); }
  std::string place(const std::string& name) const override { return "pack.zip: " + name; }

 private:
  std::map<std::string, std::string> files_;
};

TEST(RunFiles, ReadAFolder) {
  const test::TemporaryFolder folder;
  write_file(folder / "run.json", "{}");
  const RunFiles files(folder.path());
  EXPECT_TRUE(files.has("run.json"));
  EXPECT_FALSE(files.has("history.csv"));
  EXPECT_EQ(files.read("run.json"), "{}");
  EXPECT_EQ(files.place("run.json"), (folder / "run.json").string());
  EXPECT_THROW(files.read("history.csv"), Error);
  EXPECT_THROW(read_history(files), Error);
}

TEST(RunFiles, ReadAPackWhoseFolderNeedNotExist) {
  const test::TemporaryFolder folder;
  const RunFiles files(folder / "run",
                       std::make_shared<MapOfFiles>(std::map<std::string, std::string>{
                           {"run.json", "packed"}, {"history.csv", history_csv({{.epoch = 1}})}}));
  EXPECT_TRUE(files.has("run.json"));
  EXPECT_EQ(files.read("run.json"), "packed");
  EXPECT_EQ(files.place("run.json"), "pack.zip: run.json");
  EXPECT_EQ(files.path("best.safetensors"), folder / "run" / "best.safetensors");
  EXPECT_EQ(read_history(files).size(), 1U);
}

TEST(RunFiles, WhatLiesInTheFolderComesBeforeThePack) {
  const test::TemporaryFolder folder;
  write_file(folder / "ood.json", "new");
  const RunFiles files(folder.path(), std::make_shared<MapOfFiles>(std::map<std::string, std::string>{
                                          {"ood.json", "old"}, {"run.json", "packed"}}));
  EXPECT_EQ(files.read("ood.json"), "new");
  EXPECT_EQ(files.place("ood.json"), (folder / "ood.json").string());
  EXPECT_EQ(files.read("run.json"), "packed");
}

}  // namespace
}  // namespace dissent::run_files_test
