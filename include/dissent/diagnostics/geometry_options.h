// What measurements of the basins that runs ended in are told. Known without torch, for the command line and
// study files.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "dissent/catalog/geometry_parts.h"
#include "dissent/core/settings.h"

namespace dissent {

struct GeometryOptions {
  std::vector<std::string> parts;
  std::string slice = "entropy-top:0.05";
  int probes = 100;
  int iterations = 200;
  double tolerance = 1e-3;
  double residual = 5e-2;
  int top = 1;
  int density_steps = 0;
  int density_probes = 1;
  bool tf32 = false;
  int points = 25;
  int cka_items = 2000;
  int samples = 10000;

  static constexpr auto fields() {
    using O = GeometryOptions;
    return std::tuple{
        Field{"parts", &O::parts,
              "what to measure, comma-separated: {}; all that the runs allow unless given",
              geometry_part_list},
        Field{"slice", &O::slice,
              "also measure on these evaluation items: entropy-top:0.05, class:NAME, votes:3..5, or none"},
        Field{"probes", &O::probes, from_to(0, 1'000'000),
              "Hutchinson's estimate of the trace: random vectors"},
        Field{"iterations", &O::iterations, from_to(1, 1'000'000), "power iteration: products at most"},
        Field{"tolerance", &O::tolerance, above_to(0, 1),
              "power iteration: relative change at which it has converged"},
        Field{"residual", &O::residual, above_to(0, 1),
              "power iteration: residual |Hv - lv| / |l| below which it has converged"},
        Field{"top", &O::top, from_to(1, 1000), "how many eigenvalues of largest magnitude, by deflation"},
        Field{"density", &O::density_steps, from_to(0, 10'000),
              "Lanczos steps for the spectral density; 0: none (80 show the whole spectrum well)"},
        Field{"density-probes", &O::density_probes, from_to(1, 1'000'000),
              "random vectors that the spectral density is averaged over"},
        Field{"tf32", &O::tf32,
              "GPU: convolutions in TF32, several times as fast; a product's deviation is measured and "
              "printed"},
        Field{"points", &O::points, from_to(3, 100'000),
              "loss barrier: points on the way from one run to the other, ends included"},
        Field{"cka-items", &O::cka_items, from_to(4, 1'000'000), "CKA: items that features are compared on"},
        Field{"samples", &O::samples, from_to(0, 10'000'000),
              "gradient variance: labels drawn for each item"},
    };
  }
};

// Whether a part is to be measured: all are, unless some are named.
inline bool asks_for(const GeometryOptions& options, std::string_view part) {
  return options.parts.empty() ||
         std::find(options.parts.begin(), options.parts.end(), part) != options.parts.end();
}
// Of those with a scope.
inline std::vector<const GeometryPartEntry*> asked_parts(const GeometryOptions& options, PartScope scope) {
  std::vector<const GeometryPartEntry*> asked;
  for (const GeometryPartEntry& part : geometry_parts()) {
    if (part.scope == scope && asks_for(options, part.name)) asked.push_back(&part);
  }
  return asked;
}

}  // namespace dissent
