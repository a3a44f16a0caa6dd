#include "dissent/diagnostics/hessian_json.h"

#include "dissent/io/json_number.h"
#include "dissent/io/json_read.h"

namespace dissent {
namespace {

Json eigenvalue_json(const Eigenvalue& one) {
  return {{"value", number(one.value)},
          {"residual", number(one.residual)},
          {"iterations", one.iterations},
          {"converged", one.converged}};
}

Eigenvalue read_eigenvalue(const Json& json, const char* value_key) {
  Eigenvalue one;
  one.value = number_at(json, value_key);
  one.residual = number_at(json, "residual");
  read_if_there(json, "iterations", one.iterations);
  read_if_there(json, "converged", one.converged);
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

HessianResult read_hessian(const Json& json) {
  HessianResult result;
  json.at("slice").get_to(result.slice);
  read_if_there(json, "items", result.items);
  result.loss = number_at(json, "loss");
  result.largest = read_eigenvalue(json, "lambda_max");
  if (const auto found = json.find("negative_dominant"); found != json.end() && !found->is_null())
    result.negative_dominant = read_eigenvalue(*found, "value");
  if (const auto found = json.find("eigenvalues"); found != json.end()) {
    for (const Json& one : *found) result.eigenvalues.push_back(read_eigenvalue(one, "value"));
  }
  if (json.contains("trace")) {
    HessianTrace& trace = result.trace.emplace();
    trace.value = number_at(json, "trace");
    trace.standard_error = number_at(json, "trace_standard_error");
    read_if_there(json, "probes", trace.probes);
  }
  if (const auto found = json.find("density"); found != json.end()) {
    HessianDensity& density = result.density.emplace();
    read_if_there(*found, "nodes", density.nodes);
    read_if_there(*found, "weights", density.weights);
    read_if_there(*found, "steps", density.steps);
    read_if_there(*found, "probes", density.probes);
  }
  read_if_there(json, "products", result.products);
  if (json.contains("tf32_deviation")) result.tf32_deviation = number_at(json, "tf32_deviation");
  read_if_there(json, "precision", result.precision);
  read_if_there(json, "seconds", result.seconds);
  return result;
}

}  // namespace dissent
