#include "dissent/diagnostics/barrier_json.h"

#include "dissent/io/json_number.h"

namespace dissent {
namespace {

Json path_json(const LossPath& path) {
  Json losses = Json::array();
  for (const double loss : path.losses) losses.push_back(number(loss));
  return {{"barrier", number(path.barrier)}, {"at", path.at}, {"losses", std::move(losses)}};
}

LossPath read_path(const JsonValue& json) {
  LossPath path;
  path.barrier = json.number_at("barrier");
  json.read("at", path.at);
  for (const JsonValue& loss : json.at("losses").elements()) path.losses.push_back(loss.number_or_null());
  return path;
}

}  // namespace

Json barrier_json(const BarrierResult& result) {
  return {{"from", result.from.run},
          {"to", result.to.run},
          {"deliveries", {result.from.delivery, result.to.delivery}},
          {"seeds", {result.from.seed, result.to.seed}},
          {"evaluation_items", result.evaluation_items},
          {"training_items", result.training_items},
          {"points", result.points},
          {"interpolated", path_json(result.interpolated)},
          {"reestimated", path_json(result.reestimated)}};
}

BarrierResult read_barrier(const JsonValue& json) {
  BarrierResult result;
  const auto deliveries = json.at("deliveries").elements(2), seeds = json.at("seeds").elements(2);
  result.from = {"", deliveries[0].text(), seeds[0].whole<std::uint64_t>()};
  result.to = {"", deliveries[1].text(), seeds[1].whole<std::uint64_t>()};
  json.read("from", result.from.run);
  json.read("to", result.to.run);
  json.read("evaluation_items", result.evaluation_items);
  json.read("training_items", result.training_items);
  json.read("points", result.points);
  result.interpolated = read_path(json.at("interpolated"));
  result.reestimated = read_path(json.at("reestimated"));
  return result;
}

}  // namespace dissent
