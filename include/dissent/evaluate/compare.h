// Finished runs set beside a baseline, paired by split and seed: the scores of both, tests of their
// differences and, where asked for, what changed item by item.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "dissent/core/monitor.h"
#include "dissent/evaluate/comparison.h"
#include "dissent/evaluate/item_changes.h"
#include "dissent/evaluate/pairs.h"

namespace dissent {

struct CompareOptions {
  // Of the runs in the folders only these, as "delivery=sls,soft;seed=0..2"; all must hold.
  std::vector<std::string> only{};
  PairOptions pairs{};
  TestOptions tests{};
  std::string slice{};         // of the evaluation items, as "entropy-top:0.05"; empty: all of them
  bool item_changes = false;   // fills ComparisonReport::changes
  bool sparse_target = false;  // fills ComparisonReport::sparse; asks for runs that were trained on cut votes
};

struct ComparisonReport {
  PairOptions pairs;         // by which option, and against which value of it
  std::string slice;         // empty: all evaluation items
  std::size_t unpaired = 0;  // runs without a partner, which were left out
  CompareResult result;
  std::vector<ItemChanges> changes;  // by group of pairs; empty unless asked for
  std::vector<SparseTarget> sparse;  // by group of pairs; empty unless asked for
  std::vector<std::string> only{};   // filters that chose the runs; empty: all of them
  std::size_t runs = 0;              // that were looked at
};

// Compares runs. Throws where an option is wrong or has no such value, where a run has no partner (unless
// such runs are to be left out), where a score is not finite, and where `monitor` asks to stop. Progress
// counts the groups of pairs that were looked at item by item.
ComparisonReport compare(const std::vector<FinishedRun>& runs, const CompareOptions& options,
                         Monitor& monitor = Monitor::quiet());
// The same of the finished runs in these folders (find_runs() says which).
ComparisonReport compare(std::span<const std::filesystem::path> folders, const CompareOptions& options,
                         Monitor& monitor = Monitor::quiet());

}  // namespace dissent
