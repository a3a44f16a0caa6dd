// Runs grouped by an option and set beside a baseline, pair by pair: runs that share everything else, split
// and seed among it. Runs without a partner are refused by name, not left out silently.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "dissent/core/settings.h"
#include "dissent/run/run_methods.h"
#include "dissent/run/run_set.h"

namespace dissent {

struct PairOptions {
  std::string by = "delivery";
  std::string baseline{};
  bool drop_unpaired = false;

  static constexpr auto fields() {
    using O = PairOptions;
    return std::tuple{
        Field{"baseline", &O::baseline, "the value of {by} that the others are compared with"},
        Field{"by", &O::by, "the option whose values are compared: delivery, votes-per-item, lr, ..."},
        Field{"drop-unpaired", &O::drop_unpaired,
              "leave out runs without a partner (and count them), instead of refusing"},
    };
  }
};

// A pair of runs that differ only in the option compared.
struct RunPair {
  const FinishedRun* run;
  const FinishedRun* baseline;
  std::uint64_t seed;
};

// The pairs of one value of the option, in one setting of all others.
struct PairedRuns {
  Setting setting;             // what varies besides, such as votes-per-item; empty where nothing does
  std::string group;           // the value compared
  std::vector<RunPair> pairs;  // by seed
};
struct Pairing {
  std::vector<PairedRuns> groups;
  std::size_t unpaired = 0;  // runs left out
};
// The pairs point to `runs`, which must stay.
Pairing pair_runs(const std::vector<FinishedRun>& runs, const PairOptions& options);
Pairing pair_runs(std::vector<FinishedRun>&& runs, const PairOptions& options) = delete;

}  // namespace dissent
