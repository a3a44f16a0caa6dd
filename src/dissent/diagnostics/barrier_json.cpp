#include "dissent/diagnostics/barrier_json.h"

#include "dissent/core/undefined.h"
#include "dissent/io/json_number.h"
#include "dissent/io/json_read.h"

namespace dissent {
namespace {

Json path_json(const LossPath& path) {
  Json losses = Json::array();
  for (const double loss : path.losses) losses.push_back(number(loss));
  return {{"barrier", number(path.barrier)}, {"at", path.at}, {"losses", std::move(losses)}};
}

LossPath read_path(const Json& json) {
  LossPath path;
  path.barrier = number_at(json, "barrier");
  read_if_there(json, "at", path.at);
  for (const Json& loss : json.at("losses")) {
    path.losses.push_back(loss.is_null() ? kUndefined : loss.get<double>());
  }
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

BarrierResult read_barrier(const Json& json) {
  BarrierResult result;
  const Json &deliveries = json.at("deliveries"), &seeds = json.at("seeds");
  result.from = {"", deliveries.at(0).get<std::string>(), seeds.at(0).get<std::uint64_t>()};
  result.to = {"", deliveries.at(1).get<std::string>(), seeds.at(1).get<std::uint64_t>()};
  read_if_there(json, "from", result.from.run);
  read_if_there(json, "to", result.to.run);
  read_if_there(json, "evaluation_items", result.evaluation_items);
  read_if_there(json, "training_items", result.training_items);
  read_if_there(json, "points", result.points);
  result.interpolated = read_path(json.at("interpolated"));
  result.reestimated = read_path(json.at("reestimated"));
  return result;
}

}  // namespace dissent
