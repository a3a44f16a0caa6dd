// The Hessian of a run's loss, on all of its evaluation items and on the slice.
#include <algorithm>
#include <chrono>
#include <cmath>

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "dissent/core/duration.h"
#include "dissent/core/error.h"
#include "dissent/geometry/geometry_part.h"
#include "dissent/geometry/hessian.h"
#include "dissent/geometry/spectrum.h"
#include "dissent/run/run_slice.h"

namespace dissent {
namespace {

constexpr double kWorthAnEstimate = 10;  // seconds

double seconds_since(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

// Products that the options ask for, about: how many power iteration takes is not known before.
double expected_products(const GeometryOptions& options) {
  return options.probes + 20.0 * options.top + options.density_steps * options.density_probes;
}

// Products counted, and shown.
class CountedProducts {
 public:
  CountedProducts(const Hessian& hessian, std::string what, const GeometryContext& context)
      : hessian_(hessian),
        what_(std::move(what)),
        context_(context),
        expected_(static_cast<std::uint64_t>(expected_products(context.options))) {}

  Product product() {
    return [this](const at::Tensor& v) {
      context_.progress(what_, done_, std::max(expected_, done_ + 1));
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
  const GeometryContext& context_;
  std::uint64_t expected_, done_ = 0;
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

// On a CPU a Hessian can take hours; better known before than after.
void estimate(LoadedRun& loaded, GeometryContext& context) {
  if (context.estimated || context.compute.device.is_cuda()) return;
  context.estimated = true;
  const GeometryOptions& options = context.options;
  const std::vector<std::uint32_t>& all = loaded.split.evaluation;
  const auto few = std::span(all).first(std::min<std::size_t>(all.size(), 8));
  const Hessian hessian(loaded.model.network(),
                        load_items(loaded.reader, loaded.dataset, few, context.compute));
  const at::Tensor v = random_signs(kVectorSeed, "trace", 0, hessian.size(), hessian.options());
  hessian.product(v);  // the first one is slow
  const auto began = std::chrono::steady_clock::now();
  hessian.product(v);
  const double seconds = seconds_since(began);
  std::size_t items = all.size();
  if (options.slice != "none") items += run_slice(loaded.dataset, all, options.slice).size();
  const double products = expected_products(options);
  const double total = seconds / static_cast<double>(few.size()) * static_cast<double>(items) * products *
                       static_cast<double>(context.runs);
  if (total < kWorthAnEstimate) return;
  context.monitor.note(
      fmt::format("the Hessian of {} run{} on the CPU takes about {} (some {:.0f} products of {} items each, "
                  "what is measured already not counted); a GPU, fewer {} or a smaller {} are faster",
                  context.runs, context.runs == 1 ? "" : "s", duration_text(total), products, items,
                  option("probes"), option("slice")));
}

HessianResult hessian_on(LoadedRun& loaded, const std::string& slice, const GeometryContext& context) {
  const auto began = std::chrono::steady_clock::now();
  const GeometryOptions& options = context.options;
  const Compute& compute = context.compute;
  HessianResult result;
  result.slice = slice;
  std::vector<std::uint32_t> items = loaded.split.evaluation;
  if (slice != "all") {
    std::vector<std::uint32_t> chosen;
    for (const std::uint32_t at : run_slice(loaded.dataset, items, slice)) chosen.push_back(items[at]);
    items = std::move(chosen);
  }
  result.items = items.size();
  const Tf32Scope scope(compute.tf32);
  const std::vector<LabelledItems> batches = load_items(loaded.reader, loaded.dataset, items, compute);
  Network& network = loaded.model.network();
  const Hessian hessian(network, batches);
  result.loss = hessian.loss();
  CountedProducts counted(hessian, fmt::format("{}, {}", loaded.run.folder.filename().string(), slice),
                          context);
  const PowerOptions power{options.iterations, options.tolerance, options.residual};
  const LargestEigenvalue largest =
      largest_eigenvalue(counted.product(), counted.direction("power", 0), power);
  result.largest = largest.largest;
  if (largest.negative) result.negative_dominant = *largest.negative;
  if (options.top > 1) {
    std::vector<at::Tensor> starts;
    for (int i = 0; i < options.top; ++i)
      starts.push_back(counted.direction("power", static_cast<std::size_t>(i)));
    const Eigenpair first = largest.negative ? *largest.negative : largest.largest;
    for (const Eigenpair& pair : top_eigenvalues(counted.product(), starts, power, first))
      result.eigenvalues.push_back(pair);
  }
  if (options.probes > 0) {
    const TraceEstimate trace =
        estimate_trace(counted.product(), counted.signs("trace"), static_cast<std::size_t>(options.probes));
    result.trace = {trace.value, trace.standard_error, options.probes};
  }
  if (options.density_steps > 0) {
    SpectralDensity density =
        spectral_density(counted.product(), counted.signs("density"),
                         static_cast<std::size_t>(options.density_probes), options.density_steps);
    result.density = {std::move(density.nodes), std::move(density.weights), options.density_steps,
                      options.density_probes};
  }
  result.products = counted.done();
  if (compute.tf32) result.tf32_deviation = tf32_deviation(network, batches.front());
  result.precision = compute.tf32 ? "tf32" : "float32";
  result.seconds = seconds_since(began);
  return result;
}

}  // namespace

RunPart measure_hessian;
void measure_hessian(MeasuredRun& run, GeometryContext& context, RunGeometry& found) {
  std::vector<std::string> slices{"all"};
  if (context.options.slice != "none") slices.push_back(context.options.slice);
  for (const std::string& slice : slices) {
    std::optional<HessianResult> result = run.kept().hessian(slice, context.options);
    if (!result) {
      estimate(run.loaded(), context);
      result = hessian_on(run.loaded(), slice, context);
      run.kept().put(*result, context.options);
    }
    found.hessian.push_back(std::move(*result));
  }
}

}  // namespace dissent
