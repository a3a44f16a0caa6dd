// Aggregated labels held against gold labels: the share that is right, with its interval, beside the
// majority's.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "dissent/core/settings.h"
#include "dissent/predictions/attributes.h"
#include "dissent/stats/bootstrap.h"
#include "dissent/votes/aggregate.h"
#include "dissent/votes/importer.h"

namespace dissent {

struct GoldSource {
  std::string gold{};
  GoldOptions options{};

  static constexpr auto fields() {
    using O = GoldSource;
    return std::tuple{
        Field{"gold", &O::gold,
              "gold labels, to say how many of the labels are right: a table with item and "
              "label, or a label for each item in the order of the votes, as text or npy; those "
              "of the votes file where it has some"}};
  }
};

// Gold labels by item of the votes.
struct GoldLabels {
  std::vector<std::int32_t> labels;    // [items] class index, -1 where unknown; empty where there are none
  std::string from;                    // the file
  std::vector<std::string> remarks{};  // how it was read, where that is worth knowing
};
// Throws where options contradict each other, before anything is read.
void check_source(const GoldSource& source);
// Of the file that is named, else those that the votes file has. Throws as check_source() does, and where the
// file cannot be read or has a label that is no class.
GoldLabels read_gold_labels(const GoldSource& source, const ImportResult& imported);

struct GoldShare {
  std::uint64_t right = 0;
  double accuracy = 0;
  Interval interval;  // Wilson, 95 %
};
struct GoldCheck {
  std::string from;
  std::uint64_t items = 0;  // with a gold label
  GoldShare method, majority;
  std::vector<std::string> remarks;   // how the gold labels were read
  std::vector<std::string> warnings;  // that the majority is right more often
};
// Throws where no item has a gold label.
GoldCheck check_against_gold(const VoteTable& votes, const Aggregation& aggregation, const GoldLabels& gold);

}  // namespace dissent
