#include "dissent/evaluate/item_changes.h"

#include <cmath>

#include "dissent/core/error.h"
#include "dissent/metrics/distances.h"
#include "dissent/run/run_predictions.h"
#include "dissent/run/run_slice.h"
#include "dissent/stats/ranks.h"
#include "dissent/votes/entropy.h"

namespace dissent {
namespace {

struct PairLosses {
  RunPredictions predictions;       // of the run; the baseline has the same split
  std::vector<double> improvement;  // [items]
};

PairLosses losses_of(const RunPair& pair, const Dataset& dataset) {
  PairLosses losses;
  losses.predictions = read_run_predictions(*pair.run, dataset);
  const RunPredictions baseline = read_run_predictions(*pair.baseline, dataset);
  if (baseline.evaluation != losses.predictions.evaluation) {
    fail(
        "{} and {}: their predictions have different evaluation items; make them anew with `dissent predict`",
        pair.run->folder.string(), pair.baseline->folder.string());
  }
  losses.improvement = item_soft_nll(baseline, dataset);
  const std::vector<double> mine = item_soft_nll(losses.predictions, dataset);
  for (std::size_t i = 0; i < mine.size(); ++i) losses.improvement[i] -= mine[i];
  return losses;
}

// The same votes given to other classes are as far off, but for rounding: they tie.
double without_rounding(double distance) {
  return std::round(distance * 1e12) / 1e12;
}

// [items] how far the shares of the cut votes lie from those of all votes.
struct Distances {
  std::vector<double> js, l1;
};
Distances cut_distances(const VoteTable& votes, const RunSpec& spec) {
  const VoteTable cut = cut_votes(votes, spec.cut, spec.seed);
  Distances distances{std::vector<double>(votes.items()), std::vector<double>(votes.items())};
  std::vector<double> full(votes.classes()), sparse(votes.classes());
  for (std::size_t i = 0; i < votes.items(); ++i) {
    if (votes.is_empty(i)) continue;  // of a hidden part: neither trained on nor evaluated
    votes.fractions_of(i, full);
    cut.fractions_of(i, sparse);
    distances.js[i] = without_rounding(js_distance(full, sparse));
    distances.l1[i] = without_rounding(2 * total_variation(full, sparse));
  }
  return distances;
}

std::vector<double> at_items(std::span<const double> values, const std::vector<std::uint32_t>& items) {
  std::vector<double> chosen;
  chosen.reserve(items.size());
  for (const std::uint32_t item : items) chosen.push_back(values[item]);
  return chosen;
}

void add_seed(SparseScope& scope, std::span<const double> distance, std::span<const double> improvement,
              double seeds) {
  scope.spearman.push_back(spearman(distance, improvement));
  std::vector<std::uint16_t> bin_of(distance.size());
  equal_mass_bins(distance, scope.bins.size(), bin_of);
  std::vector<SparseBin> sums(scope.bins.size());
  for (std::size_t i = 0; i < distance.size(); ++i) {
    SparseBin& sum = sums[bin_of[i]];
    sum.distance += distance[i];
    sum.improvement += improvement[i];
    ++sum.items;
  }
  for (std::size_t b = 0; b < sums.size(); ++b) {
    if (sums[b].items == 0) continue;
    scope.bins[b].distance += sums[b].distance / sums[b].items / seeds;
    scope.bins[b].improvement += sums[b].improvement / sums[b].items / seeds;
    scope.bins[b].items += sums[b].items / seeds;
  }
}

}  // namespace

ItemChanges item_changes(const PairedRuns& paired, DataCache& data) {
  const Dataset& dataset = data.of(*paired.pairs.front().run);
  std::vector<ItemChange> all(dataset.items());
  for (const RunPair& pair : paired.pairs) {
    const PairLosses losses = losses_of(pair, dataset);
    for (const std::uint32_t item : losses.predictions.evaluation) {
      ++all[item].pairs;
      all[item].improvement += losses.improvement[item];
    }
  }
  const std::vector<double> entropies = item_entropies(dataset.votes);
  ItemChanges changes{paired.setting, paired.group, {}, {}, 0, 0, 0};
  for (std::uint32_t item = 0; item < all.size(); ++item) {
    ItemChange& change = all[item];
    if (change.pairs == 0) continue;
    change.item = item;
    change.improvement /= static_cast<double>(change.pairs);
    change.entropy = entropies[item];
    changes.improved += change.improvement > 0;
    changes.worsened += change.improvement < 0;
    changes.unchanged += change.improvement == 0;
    changes.items.push_back(change);
    changes.names.emplace_back(dataset.votes.item_name(item));
  }
  return changes;
}

SparseTarget sparse_target(const PairedRuns& paired, DataCache& data, const SparseTargetOptions& options) {
  const Dataset& dataset = data.of(*paired.pairs.front().run);
  SparseTarget result{paired.setting, paired.group, {}, {}};
  for (const char* items : {"train", "evaluation"}) {
    for (const std::string& slice : options.slices) {
      for (const char* distance : {"js", "l1"}) {
        result.scopes.push_back({items, slice, distance, {}, std::vector<SparseBin>(options.bins)});
      }
    }
  }
  for (const RunPair& pair : paired.pairs) {
    for (const FinishedRun* run : {pair.run, pair.baseline}) {
      if (run->spec.cut.votes_per_item == 0) {
        fail("{}: was trained on all votes; the sparse-target diagnostic wants runs with {}",
             run->folder.string(), option("votes-per-item"));
      }
    }
    result.seeds.push_back(pair.seed);
    const PairLosses losses = losses_of(pair, dataset);
    const Distances distances = cut_distances(dataset.votes, pair.run->spec);
    for (SparseScope& scope : result.scopes) {
      std::vector<std::uint32_t> items =
          scope.items == "train" ? losses.predictions.train : losses.predictions.evaluation;
      if (scope.slice != "all") {
        std::vector<std::uint32_t> sliced;
        for (const std::uint32_t i : run_slice(dataset, items, scope.slice)) sliced.push_back(items[i]);
        items = std::move(sliced);
      }
      add_seed(scope, at_items(scope.distance == "js" ? distances.js : distances.l1, items),
               at_items(losses.improvement, items), static_cast<double>(paired.pairs.size()));
    }
  }
  return result;
}

}  // namespace dissent
