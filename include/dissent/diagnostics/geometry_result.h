// What was measured of the basins that finished runs ended in: of each run, between the seeds of a method,
// and between runs of two deliveries. What was not asked for is empty.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dissent/diagnostics/barrier_result.h"
#include "dissent/diagnostics/cka_result.h"
#include "dissent/diagnostics/geometry_options.h"
#include "dissent/diagnostics/grad_cam_result.h"
#include "dissent/diagnostics/hessian_result.h"
#include "dissent/diagnostics/variance_result.h"
#include "dissent/run/dynamics.h"

namespace dissent {

struct RunGeometry {
  std::filesystem::path folder;
  std::string id;
  std::string method;  // the delivery, and what else sets it apart: "sls (votes-per-item=5)"
  std::uint64_t seed = 0;
  std::optional<Dynamics> dynamics;
  std::vector<HessianResult> hessian;  // on all items, and on the slice
  std::optional<VarianceResult> variance;
  std::vector<std::pair<std::string, double>> values;  // by name, of parts whose result is a few numbers
};

struct GeometryResult {
  GeometryOptions options;
  std::vector<RunGeometry> runs;  // by method and seed
  std::vector<CkaResult> cka;     // a method with several seeds each
  std::vector<GradCamResult> grad_cam;
  std::vector<BarrierResult> barriers;
  std::optional<MapSheets> maps;
  std::string device;  // "cpu", or the name of the GPU
};

}  // namespace dissent
