#include "dissent/run/dynamics.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "run/run_support.h"

namespace dissent::dynamics_test {
namespace {

using test::MadeUpRuns;

std::vector<HistoryRow> history(const std::vector<double>& soft_nll) {
  std::vector<HistoryRow> rows;
  for (const double value : soft_nll) {
    rows.push_back({static_cast<int>(rows.size()) + 1, 0.1, 1.0, value, 1.0, 0.5});
  }
  return rows;
}

template <class Action>
std::string dynamics_error(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Dynamics, BestAndNearBestEpochs) {
  const auto rows = history({2, 1.2, 1.05, 1.2, 1, 1.04, 1});
  const Dynamics dynamics = dynamics_of(rows);
  EXPECT_EQ(dynamics.best_epoch, 5);       // the first of two
  EXPECT_EQ(dynamics.near_best_epoch, 3);  // 1.05 is just within
  EXPECT_EQ(dynamics.best_soft_nll, 1);
  EXPECT_EQ(dynamics.epochs, 7);
  EXPECT_EQ(dynamics_of(rows, 0).near_best_epoch, 5);
  EXPECT_EQ(dynamics_of(rows, 0.2).near_best_epoch, 2);
  EXPECT_EQ(dynamics_of(rows, 1).near_best_epoch, 1);
  EXPECT_EQ(dynamics_of(history({0.3})).best_epoch, 1);
  EXPECT_EQ(dynamics_of(history({0.3, 0})).near_best_epoch, 2);
}

TEST(Dynamics, PassesOverEpochsWithoutANumber) {
  const Dynamics dynamics = dynamics_of(history({std::nan(""), 0.7, std::nan(""), 0.5}));
  EXPECT_EQ(dynamics.best_epoch, 4);
  EXPECT_EQ(dynamics.near_best_epoch, 4);
  EXPECT_EQ(dynamics.epochs, 4);
  EXPECT_THROW(dynamics_of(history({std::nan("")})), Error);
  EXPECT_THROW(dynamics_of({}), Error);
  EXPECT_THROW(dynamics_of(history({1}), -0.1), Error);
}

TEST(Dynamics, OfARunsFolder) {
  MadeUpRuns runs;
  const std::filesystem::path path =
      runs.add(runs.spec("soft", 0), {{"soft_nll", 0.5}}) / RunFileNames::history;
  const FinishedRun run = runs.all().at(0);
  const std::string missing = dynamics_error([&] { run_dynamics(run); });
  EXPECT_EQ(missing.rfind(path.string() + ": is not there", 0), 0u) << missing;
  write_file(path, history_csv({}));
  const std::string empty = dynamics_error([&] { run_dynamics(run); });
  EXPECT_EQ(empty.rfind(path.string() + ": the history has no epoch", 0), 0u) << empty;
  write_file(path, history_csv(history({0.9, 0.51, 0.5})));
  const Dynamics dynamics = run_dynamics(run);
  EXPECT_EQ(dynamics.best_epoch, 3);
  EXPECT_EQ(dynamics.near_best_epoch, 2);
  EXPECT_EQ(dynamics.best_soft_nll, 0.5);
  EXPECT_EQ(dynamics.epochs, 3);
}

}  // namespace
}  // namespace dissent::dynamics_test
