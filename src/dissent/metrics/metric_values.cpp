// Where each metric of the list has its value in ScoreValues.

#include "dissent/core/undefined.h"
#include "dissent/metrics/evaluation.h"
#include "dissent/metrics/item_metrics.h"

namespace dissent {

#define DISSENT_METRIC(...)
#define DISSENT_ITEM_METRIC(identifier, ...) double identifier##_of_item(const ItemRows& item);
#include "dissent/catalog/metrics.def"

namespace {

constexpr ItemMetric kItemMetrics[] = {
#define DISSENT_METRIC(...)
#define DISSENT_ITEM_METRIC(identifier, ...) identifier##_of_item,
#include "dissent/catalog/metrics.def"
    nullptr,  // so that there is one
};

struct Place {
  double ScoreValues::*field;  // null: in `others`
};
constexpr Place kPlaces[] = {
#define DISSENT_METRIC(identifier, ...) {&ScoreValues::identifier},
#define DISSENT_ITEM_METRIC(...) {nullptr},
#include "dissent/catalog/metrics.def"
};

}  // namespace

std::span<const ItemMetric> item_metrics() {
  return std::span(kItemMetrics).first(std::size(kItemMetrics) - 1);
}

std::optional<std::size_t> other_index(const Metric& metric) {
  const std::size_t index = entry_index(metric_list(), metric);
  if (kPlaces[index].field != nullptr) return std::nullopt;
  std::size_t before = 0;
  for (std::size_t m = 0; m < index; ++m) before += kPlaces[m].field == nullptr ? 1 : 0;
  return before;
}

ScoreValues::ScoreValues() : others(item_metrics().size()) {
  for (const Metric& metric : metric_list()) (*this)[metric] = kUndefined;
}

double& ScoreValues::operator[](const Metric& metric) {
  const auto other = other_index(metric);
  return other ? others[*other] : this->*kPlaces[entry_index(metric_list(), metric)].field;
}

double ScoreValues::operator[](const Metric& metric) const {
  const auto other = other_index(metric);
  return other ? others[*other] : this->*kPlaces[entry_index(metric_list(), metric)].field;
}

}  // namespace dissent
