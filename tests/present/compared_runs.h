// Made-up finished runs of two deliveries, which tests of figures and of reports look at.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dissent/io/file.h"
#include "dissent/run/history.h"
#include "study/study_support.h"

namespace dissent::test {

// Two deliveries, with 5 votes an item and with all, `seeds` seeds; SLS is better by 0.05 in every one.
class ComparedRuns : public ::testing::Test {
 protected:
  void make(std::uint64_t seeds, double better = 0.05) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const double wave = 0.01 * static_cast<double>(seed);
      for (const int votes : {5, 0}) {
        add("soft", seed, votes, {{"soft_nll", 0.60 + wave}, {"accuracy", 0.80}, {"epoch", 2}}, 1.0);
        add("sls", seed, votes, {{"soft_nll", 0.60 - better + wave}, {"accuracy", 0.82}, {"epoch", 1}}, 2.0);
      }
    }
    finished_ = made_.all();
  }
  void add(const std::string& delivery, std::uint64_t seed, int votes, const Json& best, double sharpness) {
    const std::filesystem::path folder =
        made_.add_following(made_.spec(delivery, seed, votes), best, sharpness);
    write_file(folder / RunFileNames::history,
               history_csv({{1, 0.1, 1.0, 0.9, 0.9, 0.5}, {2, 0.05, 0.8, 0.7, 0.7, 0.6}}));
  }
  Study study(const std::string& more) const {
    return study_of(
        fmt::format("name: s\ndata: {}\ngrid: {{seed: 0}}\n{}", made_.path().parent_path().string(), more));
  }

  MadeUpRuns made_;
  std::vector<FinishedRun> finished_;
};

}  // namespace dissent::test
