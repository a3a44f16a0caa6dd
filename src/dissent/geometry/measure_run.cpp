// What is measured of one run: its Hessian, its label-sampling gradient variance, its history.
#include <algorithm>
#include <chrono>
#include <cmath>

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/geometry/gradient_variance.h"
#include "dissent/geometry/hessian.h"
#include "dissent/geometry/measure_geometry.h"
#include "dissent/geometry/spectrum.h"
#include "dissent/io/json_number.h"
#include "dissent/metrics/calibration.h"
#include "dissent/run/dynamics.h"
#include "dissent/run/run_slice.h"
#include "dissent/stats/ranks.h"
#include "dissent/votes/entropy.h"

namespace dissent {
namespace {

constexpr std::uint64_t kVectorSeed = 0;  // of starts, probes and drawn labels

Json pair_json(const Eigenpair& pair) {
  return {{"value", pair.value},
          {"residual", number(pair.residual)},
          {"iterations", pair.iterations},
          {"converged", pair.converged}};
}

// Products counted, and shown.
class CountedProducts {
 public:
  CountedProducts(const Hessian& hessian, std::string what, std::uint64_t expected, const MeasureHooks& hooks)
      : hessian_(hessian), what_(std::move(what)), expected_(expected), hooks_(hooks) {}

  Product product() {
    return [this](const at::Tensor& v) {
      hooks_.progress(done_, std::max(expected_, done_ + 1), what_);
      ++done_;
      return hessian_.product(v);
    };
  }
  at::Tensor direction(const char* name, std::size_t index) const {
    return random_direction(kVectorSeed, name, index, hessian_.size(), hessian_.options());
  }
  std::function<at::Tensor(std::size_t)> signs(const char* name) const {
    return [this, name](std::size_t index) {
      return random_signs(kVectorSeed, name, index, hessian_.size(), hessian_.options());
    };
  }
  std::uint64_t done() const { return done_; }

 private:
  const Hessian& hessian_;
  std::string what_;
  std::uint64_t expected_, done_ = 0;
  const MeasureHooks& hooks_;
};

// How far a product over a batch in TF32 lies from the same one in float32.
double tf32_deviation(Network& network, const LabelledItems& batch) {
  const auto product = [&](bool tf32) {
    const Tf32Scope scope(tf32);
    const Hessian hessian(network, {batch});
    return hessian.product(random_signs(kVectorSeed, "trace", 0, hessian.size(), hessian.options()));
  };
  const at::Tensor exact = product(false), off = product(true) - exact;
  const double length = inner_product(exact, exact);
  return length > 0 ? std::sqrt(inner_product(off, off) / length) : 0;
}

}  // namespace

Json measure_hessian(LoadedRun& loaded, const std::string& slice, const GeometryOptions& options,
                     const Compute& compute, const MeasureHooks& hooks) {
  const auto began = std::chrono::steady_clock::now();
  std::vector<std::uint32_t> items = loaded.split.evaluation;
  if (slice != "all") {
    std::vector<std::uint32_t> chosen;
    for (const std::uint32_t at : run_slice(loaded.dataset, items, slice)) chosen.push_back(items[at]);
    items = std::move(chosen);
  }
  const Tf32Scope scope(compute.tf32);
  const std::vector<LabelledItems> batches = load_items(loaded.reader, loaded.dataset, items, compute);
  Network& network = loaded.model.network();
  const Hessian hessian(network, batches);
  const auto expected =
      static_cast<std::uint64_t>(options.probes + options.density_steps * options.density_probes) +
      20 * static_cast<std::uint64_t>(options.top);
  CountedProducts counted(hessian, fmt::format("{}, {}", loaded.run.folder.filename().string(), slice),
                          expected, hooks);
  const PowerOptions power{options.iterations, options.tolerance, options.residual};
  const LargestEigenvalue largest =
      largest_eigenvalue(counted.product(), counted.direction("power", 0), power);
  Json result = {{"slice", slice},
                 {"items", items.size()},
                 {"loss", hessian.loss()},
                 {"lambda_max", largest.largest.value},
                 {"residual", number(largest.largest.residual)},
                 {"iterations", largest.largest.iterations},
                 {"converged", largest.largest.converged},
                 {"negative_dominant", largest.negative ? pair_json(*largest.negative) : Json()}};
  if (options.top > 1) {
    std::vector<at::Tensor> starts;
    for (int i = 0; i < options.top; ++i)
      starts.push_back(counted.direction("power", static_cast<std::size_t>(i)));
    const Eigenpair first = largest.negative ? *largest.negative : largest.largest;
    for (const Eigenpair& pair : top_eigenvalues(counted.product(), starts, power, first)) {
      result["eigenvalues"].push_back(pair_json(pair));
    }
  }
  if (options.probes > 0) {
    const TraceEstimate trace =
        estimate_trace(counted.product(), counted.signs("trace"), static_cast<std::size_t>(options.probes));
    result["trace"] = trace.value;
    result["trace_standard_error"] = number(trace.standard_error);
    result["probes"] = options.probes;
  }
  if (options.density_steps > 0) {
    const SpectralDensity density =
        spectral_density(counted.product(), counted.signs("density"),
                         static_cast<std::size_t>(options.density_probes), options.density_steps);
    result["density"] = {{"nodes", density.nodes},
                         {"weights", density.weights},
                         {"steps", options.density_steps},
                         {"probes", options.density_probes}};
  }
  result["products"] = counted.done();
  if (compute.tf32) result["tf32_deviation"] = tf32_deviation(network, batches.front());
  result["precision"] = compute.tf32 ? "tf32" : "float32";
  result["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return result;
}

Json measure_variance(LoadedRun& loaded, const GeometryOptions& options) {
  const std::vector<std::uint32_t>& items = loaded.split.evaluation;
  const Predictions predictions = predict(loaded.model.network(), loaded.reader, items, /*features=*/true);
  const auto* texts = std::get_if<TextInputs>(&loaded.dataset.inputs);
  const LastFeatures features{predictions.features, texts != nullptr && texts->choices > 0};
  const std::vector<double> closed = gradient_variance(features, loaded.dataset, items);
  const std::vector<double> entropies = item_entropies(loaded.dataset.votes, items);
  const auto mean = [](const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  };
  Json result = {
      {"items", items.size()}, {"mean", mean(closed)}, {"spearman", number(spearman(closed, entropies))}};
  constexpr std::size_t kBins = 20;
  const SortedOutcomes sorted(entropies, closed);
  result["bins"] = Json::array();
  for (const CalibrationBin& bin : sorted.bins(std::min(kBins, items.size()), /*tie_safe=*/true)) {
    result["bins"].push_back({{"entropy", bin.confidence}, {"variance", bin.outcome}, {"items", bin.items}});
  }
  if (options.samples > 1) {
    const std::vector<double> drawn = sampled_gradient_variance(
        features, loaded.dataset, items, static_cast<std::size_t>(options.samples), kVectorSeed);
    double off = 0;  // in all, of what there is in all
    for (std::size_t i = 0; i < drawn.size(); ++i) off += std::abs(drawn[i] - closed[i]);
    result["sampled"] = {
        {"samples", options.samples},
        {"mean", mean(drawn)},
        {"spearman", number(spearman(drawn, entropies))},
        {"relative_deviation", number(off / (mean(closed) * static_cast<double>(closed.size())))}};
  }
  return result;
}

Json measure_dynamics(const FinishedRun& run) {
  const Dynamics dynamics = run_dynamics(run);
  return {{"best_epoch", dynamics.best_epoch},
          {"near_best_epoch", dynamics.near_best_epoch},
          {"best_soft_nll", dynamics.best_soft_nll},
          {"epochs", dynamics.epochs}};
}

}  // namespace dissent
