#include "dissent/evaluate/gold_check.h"

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/predictions/matched_predictions.h"
#include "dissent/stats/wilson.h"
#include "dissent/votes/majority.h"

namespace dissent {
namespace {

GoldShare share_of(std::span<const VoteTable::Label> labels, const std::vector<std::int32_t>& gold,
                   std::uint64_t items) {
  GoldShare share;
  for (std::size_t i = 0; i < labels.size(); ++i) share.right += gold[i] == labels[i];
  share.accuracy = static_cast<double>(share.right) / static_cast<double>(items);
  share.interval = wilson_interval(share.right, items);
  return share;
}

}  // namespace

void check_source(const GoldSource& source) {
  if (source.gold.empty() && !(source.options.column.empty() && source.options.item_column.empty())) {
    fail("{} and {} are about the file of {}, which is not given", option("gold-column"),
         option("gold-item-column"), option("gold"));
  }
}

GoldLabels read_gold_labels(const GoldSource& source, const ImportResult& imported) {
  check_source(source);
  if (source.gold.empty()) return {imported.gold, imported.audit.file, {}};
  GoldFile gold = read_gold_file(source.gold, source.options, imported.votes, ItemIndex(imported.votes));
  return {std::move(gold.labels), source.gold, std::move(gold.remarks)};
}

GoldCheck check_against_gold(const VoteTable& votes, const Aggregation& aggregation, const GoldLabels& gold) {
  GoldCheck check;
  check.from = gold.from;
  check.remarks = gold.remarks;
  for (const std::int32_t label : gold.labels) check.items += label >= 0;
  if (check.items == 0) fail("{}: has no gold label of any item", gold.from);
  check.method = share_of(aggregated_labels(votes, aggregation).label, gold.labels, check.items);
  check.majority = share_of(majority_labels(votes).labels, gold.labels, check.items);
  if (check.method.right < check.majority.right) {
    check.warnings.push_back(
        fmt::format("{} is right on {} of {} items with a gold label, the majority on {}: the majority is "
                    "the better choice here",
                    aggregation.method, check.method.right, check.items, check.majority.right));
  }
  return check;
}

}  // namespace dissent
