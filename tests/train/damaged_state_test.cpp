// A saved state that is damaged is told and set aside; the run goes on from the one before it, or starts
// anew, and ends with the same bits either way.
#include <filesystem>

#include <gtest/gtest.h>

#include "dissent/io/file.h"
#include "dissent/io/safetensors.h"
#include "dissent/io/safetensors_digest.h"
#include "dissent/run/run_folder.h"
#include "support/arrays.h"
#include "support/temporary_folder.h"
#include "train/train_support.h"

namespace dissent::damaged_state_test {
namespace {

namespace fs = std::filesystem;
using test::message_of;
using test::small_shapes;
using test::small_spec;
using test::train_one;

class Notes final : public TrainMonitor {
 public:
  void note(const std::string& sentence) override { text += sentence + "\n"; }
  std::string text;
};

// A run that was stopped in its second epoch, with two states on disk.
class SavedStates : public testing::Test {
 protected:
  SavedStates() {
    train_one(small_shapes(), spec_, folder_ / "whole");
    ExecutionOptions often = test::on_cpu();
    often.checkpoint_seconds = 0;
    test::StopAfter monitor(12);
    EXPECT_TRUE(train_one(small_shapes(), spec_, folder_ / "run", monitor, often).stopped);
  }

  std::string go_on() {
    Notes notes;
    train_one(small_shapes(), spec_, folder_ / "run", notes);
    for (const char* file :
         {RunFileNames::best, RunFileNames::last, RunFileNames::history, RunFileNames::predictions})
      EXPECT_EQ(read_file(folder_ / "run" / file), read_file(folder_ / "whole" / file)) << file;
    std::size_t left = 0;
    for (const auto& entry : fs::directory_iterator(folder_ / "run")) left += entry.is_regular_file();
    EXPECT_EQ(left, 5U) << "nothing of a resume is left";
    return notes.text;
  }

  // The state with other metadata, whose digest is right.
  void forge(const std::string& key, const std::string& value) {
    const std::string bytes = read_file(state_);
    const SafetensorsContent content = parse_safetensors(bytes, "state");
    std::map<std::string, std::string> metadata = content.metadata;
    metadata.at(key) = value;
    write_safetensors(state_, content.entries, with_digest(content.entries, metadata));
  }

  const test::TemporaryFolder folder_;
  const RunSpec spec_ = small_spec(small_shapes());
  const fs::path state_ = folder_.path() / "run.partial" / "state.safetensors";
  const fs::path previous_ = folder_.path() / "run.partial" / "state.previous.safetensors";
};

TEST_F(SavedStates, AWholeOneIsGoneOnFromWithoutAWord) {
  EXPECT_TRUE(fs::exists(state_));
  EXPECT_TRUE(fs::exists(previous_));
  EXPECT_EQ(go_on(), "");
}

TEST_F(SavedStates, AFlippedBitIsToldAndTheStateBeforeTaken) {
  std::string bytes = read_file(state_);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_file(state_, bytes);
  const std::string notes = go_on();
  EXPECT_NE(notes.find("state.safetensors: damaged: its SHA-256"), std::string::npos) << notes;
  EXPECT_NE(
      notes.find("set aside as state.safetensors.damaged, and the run goes on from the state before it"),
      std::string::npos)
      << notes;
}

TEST_F(SavedStates, TwoDamagedOnesAreToldAndTheRunStartsAnew) {
  write_file(state_, read_file(state_).substr(0, 1000));
  write_file(previous_, "");
  const std::string notes = go_on();
  EXPECT_NE(notes.find("the run starts anew"), std::string::npos) << notes;
  EXPECT_NE(notes.find("state.previous.safetensors.damaged"), std::string::npos) << notes;
}

TEST_F(SavedStates, KilledBetweenTheTwoRenamesTheOneBeforeIsTaken) {
  fs::remove(state_);
  EXPECT_EQ(go_on(), "");
}

TEST_F(SavedStates, NumbersThatTheRunCannotHaveAreDamage) {
  const std::string good = read_file(state_);
  for (const auto& [key, value] : std::initializer_list<std::pair<const char*, const char*>>{
           {"step", "-5"}, {"epoch", "41"}, {"best_epoch", "9"}, {"history", ""}}) {
    fs::remove_all(folder_ / "run");
    fs::create_directories(folder_ / "run.partial");
    write_file(state_, good);
    forge(key, value);
    const std::string notes = go_on();
    EXPECT_NE(notes.find("set aside"), std::string::npos) << key << ": " << notes;
  }
}

TEST_F(SavedStates, TheStateOfAnOlderVersionIsSetAside) {
  const std::string bytes = read_file(state_);
  const SafetensorsContent content = parse_safetensors(bytes, "state");
  std::map<std::string, std::string> metadata = content.metadata;
  metadata.erase("sha256");
  write_safetensors(state_, content.entries, metadata);
  fs::remove(previous_);
  const std::string notes = go_on();
  EXPECT_NE(notes.find("states no digest"), std::string::npos) << notes;
  EXPECT_NE(notes.find("the run starts anew"), std::string::npos) << notes;
}

TEST_F(SavedStates, AnotherRunsStateIsAnError) {
  forge("run", "0123456789abcdef");
  const std::string message = message_of([&] { train_one(small_shapes(), spec_, folder_ / "run"); });
  EXPECT_NE(message.find("the state of run '0123456789abcdef'"), std::string::npos) << message;
  EXPECT_TRUE(fs::exists(state_)) << "it is not set aside";
}

TEST_F(SavedStates, ADamagedSpecIsWrittenAnew) {
  write_file(folder_ / "run.partial/spec.json", "{\"seed\":");
  EXPECT_EQ(go_on(), "");
}

}  // namespace
}  // namespace dissent::damaged_state_test
