#include "dissent/geometry/measure_geometry.h"

#include <algorithm>
#include <chrono>
#include <set>

#include <fmt/format.h>

#include "dissent/catalog/models.h"
#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/evaluate/pairs.h"
#include "dissent/geometry/hessian.h"
#include "dissent/geometry/spectrum.h"
#include "dissent/io/settings_json.h"
#include "dissent/metrics/slices.h"
#include "dissent/run/measurements.h"
#include "dissent/run/run_slice.h"

namespace dissent {
namespace {

constexpr double kWorthAnEstimate = 10;  // seconds

void check_options(const GeometryOptions& options) {
  for (const std::string& part : options.parts) {
    check_choice("parts", part, {"hessian", "variance", "dynamics", "cka", "grad-cam", "barrier"});
  }
  const auto at_least = [](const char* flag, int value, int least) {
    if (value < least) fail("--{} {}: at least {} is wanted", flag, value, least);
  };
  at_least("probes", options.probes, 0);
  at_least("iterations", options.iterations, 1);
  at_least("top", options.top, 1);
  at_least("density", options.density_steps, 0);
  at_least("density-probes", options.density_probes, 1);
  at_least("points", options.points, 3);
  at_least("cka-items", options.cka_items, 4);
  at_least("samples", options.samples, 0);
  if (!(options.tolerance > 0) || !(options.residual > 0)) {
    fail("--tolerance {} and --residual {}: both must be above 0", options.tolerance, options.residual);
  }
  if (options.slice != "none") check_slice(options.slice);
}

using RunRefs = std::vector<std::pair<const FinishedRun*, const FinishedRun*>>;

std::vector<std::string> deliveries_of(const std::vector<FinishedRun>& runs) {
  std::set<std::string> deliveries;
  for (const FinishedRun& run : runs) deliveries.insert(run.spec.delivery);
  return {deliveries.begin(), deliveries.end()};
}

// The two runs that were given, or the pairs of one seed of two deliveries.
RunRefs barrier_pairs(const std::vector<FinishedRun>& runs, const std::vector<std::string>& between) {
  if (between.empty() && runs.size() == 2) {
    check_same_kind(runs[0], runs[1]);
    return {{&runs[0], &runs[1]}};
  }
  const std::vector<std::string> names = between.empty() ? deliveries_of(runs) : between;
  if (names.size() != 2) {
    fail("--between: two deliveries are wanted, as in --between soft,sls, and {} {}", names.size(),
         between.empty() ? "are among the runs" : "are given");
  }
  PairOptions options;
  options.baseline = names[0];
  options.drop_unpaired = true;
  const Pairing pairing = pair_runs(runs, options);
  RunRefs pairs;
  for (const PairedRuns& group : pairing.groups) {
    if (group.group != names[1]) continue;
    for (const RunPair& pair : group.pairs) pairs.emplace_back(pair.baseline, pair.run);
  }
  if (pairs.empty()) fail("--between {},{}: no two runs of them share a seed", names[0], names[1]);
  return pairs;
}

// Those that were asked for, or those that there are.
RunRefs wanted_barriers(const std::vector<FinishedRun>& runs, const GeometryRequest& request) {
  if (!asks_for(request.options, "barrier")) return {};
  const bool by_name = !request.options.parts.empty() || !request.between.empty();
  try {
    return barrier_pairs(runs, request.between);
  } catch (const Error&) {
    if (by_name) throw;
    return {};
  }
}

class Measuring {
 public:
  Measuring(const std::vector<FinishedRun>& runs, const GeometryRequest& request, const Compute& compute,
            const MeasureHooks& hooks)
      : runs_(runs), request_(request), options_(request.options), compute_(compute), hooks_(hooks) {}

  Json runs() {
    Json list = Json::array();
    const std::vector<Method> methods = methods_of(runs_);
    for (const Method& method : methods) {
      for (const FinishedRun* run : method.runs) {
        Json entry = {{"folder", run->folder.string()},
                      {"id", run->record.value("id", "")},
                      {"method", method.name},
                      {"seed", run->spec.seed}};
        measure_run(*run, entry);
        list.push_back(std::move(entry));
      }
    }
    return list;
  }

  RunDatasets& datasets() { return datasets_; }

 private:
  void measure_run(const FinishedRun& run, Json& entry) {
    if (asks_for(options_, "dynamics")) entry["dynamics"] = measure_dynamics(run);
    std::unique_ptr<LoadedRun> loaded;
    const auto load = [&]() -> LoadedRun& {
      if (!loaded) loaded = std::make_unique<LoadedRun>(run, datasets_, compute_.device.is_cuda());
      return *loaded;
    };
    Measurements kept(run, kGeometryFile, request_.fresh);
    if (asks_for(options_, "hessian")) {
      std::vector<std::string> slices{"all"};
      if (options_.slice != "none") slices.push_back(options_.slice);
      for (const std::string& slice : slices) {
        const std::string name = "hessian " + slice;
        const Json* known = kept.find(name, hessian_question(options_));
        if (known == nullptr) {
          estimate(load());
          kept.put(name, hessian_question(options_),
                   measure_hessian(load(), slice, options_, compute_, hooks_));
          known = kept.find(name, hessian_question(options_));
        }
        entry["hessian"].push_back(*known);
      }
    }
    if (asks_for(options_, "variance")) {
      const Json key = {{"samples", options_.samples}};
      if (kept.find("variance", key) == nullptr)
        kept.put("variance", key, measure_variance(load(), options_));
      entry["gradient_variance"] = *kept.find("variance", key);
    }
    if (!kept.remark().empty() && !remarked_) {
      hooks_.note("measurements are not kept: " + kept.remark());
      remarked_ = true;
    }
  }

  // On a CPU a Hessian can take hours; better known before than after.
  void estimate(LoadedRun& loaded) {
    if (estimated_ || compute_.device.is_cuda()) return;
    estimated_ = true;
    const std::vector<std::uint32_t>& all = loaded.split.evaluation;
    const auto few = std::span(all).first(std::min<std::size_t>(all.size(), 8));
    const Hessian hessian(loaded.model.network(), load_items(loaded.reader, loaded.dataset, few, compute_));
    const at::Tensor v = random_signs(0, "trace", 0, hessian.size(), hessian.options());
    hessian.product(v);  // the first one is slow
    const auto began = std::chrono::steady_clock::now();
    hessian.product(v);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    std::size_t items = all.size();
    if (options_.slice != "none") items += run_slice(loaded.dataset, all, options_.slice).size();
    const double products =
        options_.probes + 20.0 * options_.top + options_.density_steps * options_.density_probes;
    const double total = seconds / static_cast<double>(few.size()) * static_cast<double>(items) * products *
                         static_cast<double>(runs_.size());
    if (total < kWorthAnEstimate) return;
    hooks_.note(
        fmt::format("the Hessian of {} run{} on the CPU takes about {} (some {:.0f} products of {} items "
                    "each, what is measured "
                    "already not counted); a GPU, fewer --probes or a smaller --slice are faster",
                    runs_.size(), runs_.size() == 1 ? "" : "s", duration_text(total), products, items));
  }

  static std::string duration_text(double seconds) {
    if (seconds < 120) return fmt::format("{:.0f} seconds", seconds);
    if (seconds < 7200) return fmt::format("{:.0f} minutes", seconds / 60);
    return fmt::format("{:.1f} hours", seconds / 3600);
  }

  const std::vector<FinishedRun>& runs_;
  const GeometryRequest& request_;
  const GeometryOptions& options_;
  const Compute& compute_;
  const MeasureHooks& hooks_;
  RunDatasets datasets_;
  bool estimated_ = false, remarked_ = false;
};

}  // namespace

Json measure_geometry(const std::vector<FinishedRun>& runs, const GeometryRequest& request,
                      const Compute& compute, const MeasureHooks& hooks) {
  const GeometryOptions& options = request.options;
  check_options(options);
  if (options.tf32 && !compute.device.is_cuda())
    fail("--tf32: only a GPU has it; leave it out, or use --device cuda");
  const std::vector<Method> methods = methods_of(runs);
  const RunRefs pairs = wanted_barriers(runs, request);
  const bool by_name = !options.parts.empty();
  const bool several = std::any_of(methods.begin(), methods.end(),
                                   [](const Method& method) { return method.runs.size() > 1; });
  if (by_name && !several && (asks_for(options, "cka") || asks_for(options, "grad-cam"))) {
    fail("cka and grad-cam compare the seeds of a method, and no method has two here");
  }
  Measuring measuring(runs, request, compute, hooks);
  Json report = {{"options", settings_json(options)}, {"runs", measuring.runs()}};
  for (const Method& method : methods) {
    if (method.runs.size() < 2) continue;
    if (asks_for(options, "cka")) {
      report["cka"].push_back(measure_cka(method, measuring.datasets(), options, compute, hooks));
    }
    // Dense networks have no maps: left out unless asked for.
    if (asks_for(options, "grad-cam") && (by_name || find_model(method.runs[0]->spec.train.model).has_maps)) {
      report["grad_cam"].push_back(measure_grad_cam(method, measuring.datasets(), options, compute, hooks));
    }
  }
  for (const auto& [from, to] : pairs) {
    report["barriers"].push_back(measure_barrier(*from, *to, measuring.datasets(), options, compute, hooks));
  }
  if (!request.maps.empty())
    report["maps"] = draw_map_sheets(methods, request, measuring.datasets(), compute);
  return report;
}

}  // namespace dissent
