#include "dissent/diagnostics/hessian_json.h"

#include "dissent/io/json_number.h"

namespace dissent {
namespace {

Json eigenvalue_json(const Eigenvalue& one) {
  return {{"value", number(one.value)},
          {"residual", number(one.residual)},
          {"iterations", one.iterations},
          {"converged", one.converged}};
}

Eigenvalue read_eigenvalue(const JsonValue& json, const char* value_key) {
  Eigenvalue one;
  one.value = json.number_at(value_key);
  one.residual = json.number_at("residual");
  json.read("iterations", one.iterations);
  json.read("converged", one.converged);
  return one;
}

}  // namespace

Json hessian_json(const HessianResult& result) {
  Json json = {
      {"slice", result.slice},
      {"items", result.items},
      {"loss", number(result.loss)},
      {"lambda_max", number(result.largest.value)},
      {"residual", number(result.largest.residual)},
      {"iterations", result.largest.iterations},
      {"converged", result.largest.converged},
      {"negative_dominant", result.negative_dominant ? eigenvalue_json(*result.negative_dominant) : Json()}};
  for (const Eigenvalue& one : result.eigenvalues) json["eigenvalues"].push_back(eigenvalue_json(one));
  if (result.trace) {
    json["trace"] = number(result.trace->value);
    json["trace_standard_error"] = number(result.trace->standard_error);
    json["probes"] = result.trace->probes;
  }
  if (result.density) {
    json["density"] = {{"nodes", result.density->nodes},
                       {"weights", result.density->weights},
                       {"steps", result.density->steps},
                       {"probes", result.density->probes}};
  }
  json["products"] = result.products;
  if (result.tf32_deviation) json["tf32_deviation"] = *result.tf32_deviation;
  json["precision"] = result.precision;
  json["seconds"] = result.seconds;
  return json;
}

HessianResult read_hessian(const JsonValue& json) {
  HessianResult result;
  result.slice = json.at("slice").text();
  json.read("items", result.items);
  result.loss = json.number_at("loss");
  result.largest = read_eigenvalue(json, "lambda_max");
  if (const auto found = json.find("negative_dominant"); found && !found->is_null())
    result.negative_dominant = read_eigenvalue(*found, "value");
  if (const auto found = json.find("eigenvalues")) {
    for (const JsonValue& one : found->elements())
      result.eigenvalues.push_back(read_eigenvalue(one, "value"));
  }
  if (json.find("trace")) {
    HessianTrace& trace = result.trace.emplace();
    trace.value = json.number_at("trace");
    trace.standard_error = json.number_at("trace_standard_error");
    json.read("probes", trace.probes);
  }
  if (const auto found = json.find("density")) {
    HessianDensity& density = result.density.emplace();
    found->read("nodes", density.nodes);
    found->read("weights", density.weights);
    if (density.nodes.size() != density.weights.size()) {
      found->refuse("{} nodes and {} weights, where each node has one", density.nodes.size(),
                    density.weights.size());
    }
    found->read("steps", density.steps);
    found->read("probes", density.probes);
  }
  json.read("products", result.products);
  if (const auto found = json.find("tf32_deviation")) result.tf32_deviation = found->number();
  json.read("precision", result.precision);
  json.read("seconds", result.seconds);
  return result;
}

}  // namespace dissent
