// Everything that `dissent inspect` tells of a vote table, computed once; printing is left to others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dissent/votes/agreement.h"
#include "dissent/votes/human_reference.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

struct VoteSummary {
  // Votes an item, over all items; only with counts.
  struct PerItem {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    double mean = 0;
    double median = 0;
  };
  struct Histogram {            // of the items' entropies, equal bins over [0, log classes]
    std::vector<double> edges;  // [bins + 1]
    std::vector<std::uint64_t> counts;
  };

  std::optional<PerItem> votes_per_item;
  std::vector<double> class_shares;
  std::uint64_t items_with_votes = 0;
  double mean_entropy = 0;  // nats, over items with votes
  double unanimous = 0;     // share of the items with votes
  std::uint64_t ties = 0;   // items whose largest class is shared
  Histogram entropy_histogram;
  Coefficient alpha_nominal, alpha_ordinal, alpha_interval, fleiss_kappa;
  std::optional<HumanReference> human;  // absent without counts, or where no item has two votes
  std::string human_reason;
  std::vector<AnnotatorAgreement> annotators;  // by index; empty where annotators are not known
  std::vector<std::size_t> contested;          // the items with the highest entropy, highest first
  std::vector<double> contested_entropy;
};

// An error where no item has votes.
VoteSummary summarise(const VoteTable& votes, std::size_t contested = 10, std::size_t bins = 20);

}  // namespace dissent
