// What a comparison says item by item: which items are predicted better than by the baseline, and whether
// that goes with how far the votes that were trained on miss the annotators (section 5.1 and appendix A.3 of
// "Same Target, Different Basins").
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dissent/evaluate/pairs.h"
#include "dissent/run/data_cache.h"

namespace dissent {

// Improvement of an item: the baseline's soft NLL less the other's, against all votes; mean over the pairs of
// which the item is an evaluation item.
struct ItemChange {
  std::uint32_t item = 0;
  std::size_t pairs = 0;
  double improvement = 0;
  double entropy = 0;  // of the annotators
};
struct ItemChanges {
  Setting setting;  // of the pairs
  std::string group;
  std::vector<ItemChange> items;   // by item; those that are in no evaluation split are left out
  std::vector<std::string> names;  // [items]
  std::size_t improved = 0, worsened = 0, unchanged = 0;
};
ItemChanges item_changes(const PairedRuns& paired, DataCache& data);

// The sparse-target diagnostic. Distance: of the cut votes' shares from the full distribution. Training items
// were trained on those shares; evaluation items were not, whose cut no model saw.
struct SparseBin {
  double distance = 0, improvement = 0;  // means, over items and then over seeds
  double items = 0;                      // a seed, on average
};
struct SparseScope {
  std::string items;             // "train" or "evaluation"
  std::string slice;             // "all", or a slice of these items
  std::string distance;          // "js" or "l1"
  std::vector<double> spearman;  // by seed: of distance and improvement
  std::vector<SparseBin> bins;   // equal-mass bins of distance
};
struct SparseTarget {
  Setting setting;  // of the pairs
  std::string group;
  std::vector<std::uint64_t> seeds;
  std::vector<SparseScope> scopes;
};
struct SparseTargetOptions {
  std::vector<std::string> slices{"all", "entropy-top:0.05"};  // "all", and what a run can be sliced by
  std::size_t bins = 10;                                       // of equal mass, by distance
};
// A scope for every slice, both kinds of items and both distances. Throws where a run was trained on all
// votes, has no predictions, or has no item in a slice.
SparseTarget sparse_target(const PairedRuns& paired, DataCache& data,
                           const SparseTargetOptions& options = {});

}  // namespace dissent
