// A saved state's numbers are read as they were written, and none that the run cannot have is read.
#include "dissent/run/run_state.h"

#include <limits>

#include "support/arrays.h"

namespace dissent::run_state_test {
namespace {

using test::message_of;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr RunLimits kLimits{40, 10, true};

TrainingState state() {
  TrainingState state;
  state.position = {2, 3, 1.25};
  state.history = {{1, 0.1, 2.5, 1.5, 1.5, 0.25}, {2, 0.05, 2.25, 1.75, 1.5, 0.5}};
  state.best_epoch = 1;
  state.best_soft_nll = 1.5;
  return state;
}

StateMetadata changed(const std::string& key, const std::string& value) {
  StateMetadata metadata = state_metadata("abc", state());
  metadata.at(key) = value;
  return metadata;
}

std::string refusal(const StateMetadata& metadata, const RunLimits& limits = kLimits) {
  return message_of([&] { read_state(metadata, limits, "s"); });
}

TEST(RunState, IsReadAsItWasWritten) {
  const StateMetadata metadata = state_metadata("abc", state());
  EXPECT_EQ(run_of_state(metadata, "s"), "abc");
  EXPECT_EQ(state_metadata("abc", read_state(metadata, kLimits, "s")), metadata);
  const StateMetadata fresh = state_metadata("abc", {});
  EXPECT_EQ(state_metadata("abc", read_state(fresh, kLimits, "s")), fresh);
}

TEST(RunState, NumbersThatTheRunCannotHaveAreRefused) {
  for (const auto& [key, value] :
       std::initializer_list<std::pair<const char*, const char*>>{{"epoch", "41"},
                                                                  {"epoch", "-1"},
                                                                  {"epoch", "1"},
                                                                  {"epoch", "3"},
                                                                  {"epoch", "2.5"},
                                                                  {"epoch", ""},
                                                                  {"step", "-5"},
                                                                  {"step", "10"},
                                                                  {"step", "1e300"},
                                                                  {"loss_sum", "x"},
                                                                  {"best_epoch", "3"},
                                                                  {"best_epoch", "0"},
                                                                  {"best_epoch", "2"},
                                                                  {"best_soft_nll", "1.25"},
                                                                  {"best_soft_nll", "nan"}}) {
    EXPECT_TRUE(refusal(changed(key, value)).starts_with("s: ")) << key << " " << value;
  }
  EXPECT_EQ(refusal(changed("step", "-5")), "s: step is '-5', where a whole number from 0 to 9 is wanted");
  EXPECT_NE(refusal(changed("step", "0")).find("loss_sum"), std::string::npos);
}

TEST(RunState, TheHistoryIsOfTheEpochsThatAreDone) {
  TrainingState other = state();
  other.history[1].epoch = 3;
  EXPECT_NE(refusal(state_metadata("abc", other)).find("epoch 3, where 2 is wanted"), std::string::npos);
  other = state();
  other.history[1].train_loss = std::numeric_limits<double>::infinity();
  EXPECT_NE(refusal(state_metadata("abc", other)).find("epoch 2"), std::string::npos);
  other = state();
  other.history[1].soft_nll = kNone;
  EXPECT_NE(refusal(state_metadata("abc", other)).find("epoch 2"), std::string::npos);
  EXPECT_NE(refusal(changed("history", "epoch\n1\n")).find("not a run's history"), std::string::npos);
}

TEST(RunState, WithoutAnEvaluationTheLastEpochIsTheBest) {
  TrainingState plain = state();
  for (HistoryRow& row : plain.history) row.soft_nll = row.own_loss = row.accuracy = kNone;
  plain.best_epoch = 0;
  plain.best_soft_nll = 0;
  const RunLimits limits{40, 10, false};
  EXPECT_EQ(read_state(state_metadata("abc", plain), limits, "s").history.size(), 2U);
  EXPECT_NE(refusal(state_metadata("abc", plain)).find("epoch 1"), std::string::npos);
  plain.best_epoch = 1;
  EXPECT_NE(refusal(state_metadata("abc", plain), limits).find("best_epoch"), std::string::npos);
}

TEST(RunState, ALossOfMidEpochMayBeAnything) {
  TrainingState diverged = state();
  diverged.position.loss_sum = kNone;
  EXPECT_EQ(read_state(state_metadata("abc", diverged), kLimits, "s").position.step, 3);
}

}  // namespace
}  // namespace dissent::run_state_test
