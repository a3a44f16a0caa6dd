#include "dissent/diagnostics/geometry_json.h"

#include "dissent/diagnostics/barrier_json.h"
#include "dissent/diagnostics/cka_json.h"
#include "dissent/diagnostics/grad_cam_json.h"
#include "dissent/diagnostics/hessian_json.h"
#include "dissent/diagnostics/variance_json.h"
#include "dissent/evaluate/comparison_json.h"
#include "dissent/io/json_number.h"
#include "dissent/io/settings_json.h"
#include "dissent/run/dynamics_json.h"

namespace dissent {
namespace {

Json run_geometry_json(const RunGeometry& run) {
  Json json = {{"folder", run.folder.string()}, {"id", run.id}, {"method", run.method}, {"seed", run.seed}};
  if (run.dynamics) json["dynamics"] = dynamics_json(*run.dynamics);
  for (const HessianResult& hessian : run.hessian) json["hessian"].push_back(hessian_json(hessian));
  if (run.variance) json["gradient_variance"] = variance_json(*run.variance);
  for (const auto& [name, value] : run.values) json["values"][name] = number(value);
  return json;
}

RunGeometry read_run_geometry(const JsonValue& json) {
  RunGeometry run;
  run.folder = json.at("folder").text();
  json.read("id", run.id);
  json.read("method", run.method);
  json.read("seed", run.seed);
  if (const auto found = json.find("dynamics")) run.dynamics = read_dynamics(*found);
  if (const auto found = json.find("hessian")) {
    for (const JsonValue& one : found->elements()) run.hessian.push_back(read_hessian(one));
  }
  if (const auto found = json.find("gradient_variance")) run.variance = read_variance(*found);
  if (const auto found = json.find("values")) {
    for (const auto& [name, value] : found->members()) run.values.emplace_back(name, value.number_or_null());
  }
  return run;
}

// Each of a list under a key; nothing where there is none.
template <class Result>
void add_list(Json& json, const char* key, const std::vector<Result>& list, Json (*one)(const Result&)) {
  for (const Result& result : list) json[key].push_back(one(result));
}
template <class Result>
void read_list(const JsonValue& json, const char* key, std::vector<Result>& list,
               Result (*one)(const JsonValue&)) {
  if (const auto found = json.find(key)) {
    for (const JsonValue& result : found->elements()) list.push_back(one(result));
  }
}

}  // namespace

Json geometry_json(const GeometryResult& result) {
  Json json = {{"options", settings_json(result.options)}, {"runs", Json::array()}};
  add_list(json, "runs", result.runs, run_geometry_json);
  add_list(json, "cka", result.cka, cka_json);
  add_list(json, "grad_cam", result.grad_cam, grad_cam_json);
  add_list(json, "barriers", result.barriers, barrier_json);
  if (result.maps) json["maps"] = map_sheets_json(*result.maps);
  json["device"] = result.device;
  return json;
}

GeometryResult read_geometry(const JsonValue& json) {
  GeometryResult result;
  if (const auto found = json.find("options")) read_settings(*found, result.options);
  read_list(json, "runs", result.runs, read_run_geometry);
  read_list(json, "cka", result.cka, read_cka);
  read_list(json, "grad_cam", result.grad_cam, read_grad_cam);
  read_list(json, "barriers", result.barriers, read_barrier);
  if (const auto found = json.find("maps")) result.maps = read_map_sheets(*found);
  json.read("device", result.device);
  return result;
}

Json geometry_json(const GeometryResult& result, const GeometrySummary& summary) {
  Json json = geometry_json(result);
  json["methods"] = Json::array();
  for (const MethodGeometry& method : summary.methods) {
    Json values = Json::object();
    for (const auto& [name, value] : method.values)
      values[name] = {{"mean", number(value.mean)}, {"sd", number(value.sd)}};
    json["methods"].push_back(
        {{"method", method.method}, {"runs", method.runs}, {"values", std::move(values)}});
  }
  if (summary.baseline.empty()) return json;
  json["baseline"] = summary.baseline;
  json["differences"] = Json::array();
  for (const Comparison& comparison : summary.differences)
    json["differences"].push_back(comparison_json(comparison));
  return json;
}

}  // namespace dissent
