#include "dissent/catalog/metrics.h"

namespace dissent {

std::span<const Metric> metric_list() {
  static constexpr Metric list[] = {
#define DISSENT_METRIC(identifier, metric, text, side, meaning, ...) \
  {.name = metric, .label = text, .better = side, .help = meaning, __VA_ARGS__},
#include "dissent/catalog/metrics.def"
  };
  return list;
}

const Metric& find_metric(std::string_view name) {
  return find_entry(metric_list(), "metric", name);
}

}  // namespace dissent
