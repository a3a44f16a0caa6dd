#include "dissent/geometry/measure_geometry.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "dissent/catalog/models.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/evaluate/pairs.h"
#include "dissent/geometry/geometry_part.h"
#include "dissent/metrics/slices.h"
#include "dissent/train/queue.h"
#include "dissent/train/torch_errors.h"
#include "dissent/train/trainer.h"

namespace dissent {
namespace {

void check_options(const GeometryOptions& options) {
  for (const std::string& part : options.parts) {
    if (known_entry(geometry_parts(), part) == nullptr)
      fail("{}: {}", option("parts"), unknown_name("value", part, entry_names(geometry_parts())));
  }
  check_limits(options);
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
    fail("{0}: two deliveries are wanted, as in {0} soft,sls, and {1} {2}", option("between"), names.size(),
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
  if (pairs.empty())
    fail("{} {},{}: no two runs of them share a seed", option("between"), names[0], names[1]);
  return pairs;
}

// Those that were asked for, or those that there are.
RunRefs wanted_barriers(const std::vector<FinishedRun>& runs, const GeometryRequest& request) {
  if (asked_parts(request.options, PartScope::pair).empty()) return {};
  const bool by_name = !request.options.parts.empty() || !request.between.empty();
  try {
    return barrier_pairs(runs, request.between);
  } catch (const Error&) {
    if (by_name) throw;
    return {};
  }
}

std::vector<RunGeometry> measure_each(const std::vector<Method>& methods, bool fresh,
                                      GeometryContext& context) {
  std::vector<RunGeometry> found;
  bool remarked = false;
  for (const Method& method : methods) {
    for (const FinishedRun* run : method.runs) {
      RunGeometry& entry = found.emplace_back();
      entry.folder = run->folder;
      entry.id = run->record.id;
      entry.method = method.key.name();
      entry.seed = run->spec.seed;
      MeasuredRun measured(*run, context, fresh);
      for (const GeometryPartEntry* part : asked_parts(context.options, PartScope::run))
        geometry_part(*part).of_run(measured, context, entry);
      if (!measured.kept().remark().empty() && !remarked) {
        context.monitor.note("measurements are not kept: " + measured.kept().remark());
        remarked = true;
      }
    }
  }
  return found;
}

GeometryResult measure(const std::vector<FinishedRun>& runs, const GeometryRequest& request,
                       const Compute& compute, Monitor& monitor) {
  const GeometryOptions& options = request.options;
  const std::vector<Method> methods = methods_of(runs);
  const RunRefs pairs = wanted_barriers(runs, request);
  const bool by_name = !options.parts.empty();
  const bool several = std::any_of(methods.begin(), methods.end(),
                                   [](const Method& method) { return method.runs.size() > 1; });
  const std::vector<const GeometryPartEntry*> between_seeds = asked_parts(options, PartScope::method);
  if (by_name && !several && !between_seeds.empty()) {
    const auto of_methods = [](const GeometryPartEntry& part) { return part.scope == PartScope::method; };
    fail("{} compare the seeds of a method, and no method has two here",
         join(entry_names(geometry_parts(), of_methods), " and "));
  }
  GeometryContext context{options, compute, monitor};
  context.runs = runs.size();
  GeometryResult result;
  result.options = options;
  result.device = compute.device.is_cuda() ? cuda_device() : "cpu";
  result.runs = measure_each(methods, request.fresh, context);
  for (const Method& method : methods) {
    if (method.runs.size() < 2) continue;
    const bool maps = find_model(method.runs[0]->spec.train.model).has_maps;
    for (const GeometryPartEntry* part : between_seeds) {
      // What a network has not is left out unless it was asked for.
      if (by_name || maps || !part->needs_maps) geometry_part(*part).of_method(method, context, result);
    }
  }
  for (const GeometryPartEntry* part : asked_parts(options, PartScope::pair)) {
    for (const auto& [from, to] : pairs) geometry_part(*part).of_pair(*from, *to, context, result);
  }
  if (!request.maps.empty()) result.maps = draw_map_sheets(methods, request, context);
  return result;
}

}  // namespace

GeometryResult measure_geometry(const std::vector<FinishedRun>& runs, const GeometryRequest& request,
                                Monitor& monitor) {
  check_options(request.options);
  if (!request.items.empty() && request.maps.empty())
    fail("{}: give {}, the folder to write them to", option("map-items"), option("maps"));
  const bool cuda = use_cuda(request.execution);
  if (request.options.tf32 && !cuda)
    fail("{}: only a GPU has it; leave it out, or use {} cuda", option("tf32"), option("device"));
  const TorchScope scope(request.execution);
  const Compute compute{cuda ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU), request.options.tf32};
  return with_clear_errors([&] { return measure(runs, request, compute, monitor); });
}

}  // namespace dissent
