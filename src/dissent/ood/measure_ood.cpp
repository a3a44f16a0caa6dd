#include "dissent/ood/measure_ood.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dissent/catalog/detectors.h"
#include "dissent/core/error.h"
#include "dissent/core/hash.h"
#include "dissent/core/text.h"
#include "dissent/diagnostics/measurements.h"
#include "dissent/ood/detector.h"
#include "dissent/run/run_methods.h"
#include "dissent/stats/detection.h"
#include "dissent/train/loaded_run.h"
#include "dissent/train/queue.h"
#include "dissent/train/torch_errors.h"
#include "dissent/train/trainer.h"

namespace dissent {
namespace {

// Every detector that the options ask for, by name, in the order of the list.
OodOptions with_detectors(OodOptions options) {
  for (const std::string& name : options.scores) {
    if (known_entry(detectors(), name) == nullptr)
      fail("{}: {}", option("score"), unknown_name("score", name, entry_names(detectors())));
  }
  std::vector<std::string> chosen;
  for (const DetectorEntry& detector : detectors()) {
    const bool wanted = options.scores.empty() || std::find(options.scores.begin(), options.scores.end(),
                                                            detector.name) != options.scores.end();
    if (wanted) chosen.emplace_back(detector.name);
  }
  options.scores = std::move(chosen);
  return options;
}

std::string content_of(const Inputs& inputs) {
  std::string_view bytes;
  if (const auto* images = std::get_if<ImageInputs>(&inputs)) {
    bytes = {reinterpret_cast<const char*>(images->pixels.data()), images->pixels.size()};
  } else {
    const auto& values = std::get<FeatureInputs>(inputs).values;
    bytes = {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
  }
  return sha256(bytes);
}

std::vector<std::uint32_t> all_items(std::size_t count) {
  std::vector<std::uint32_t> items(count);
  std::iota(items.begin(), items.end(), 0U);
  return items;
}

// Whether an outside set must be resized for a run; an error where it cannot or may not be.
bool needs_resizing(const OutsideSet& set, const LoadedRun& loaded, bool may) {
  const std::vector<std::int64_t>& shape = loaded.model.shape().input;
  if (network_inputs(set.inputs)->fits(shape)) return false;
  const bool can = std::holds_alternative<ImageInputs>(set.inputs) && shape.size() == 3;
  if (!can || !may) {
    fail("{}: its inputs are {}, and {} was trained on [{}]{}", set.name, describe(set.inputs),
         loaded.run.folder.string(), fmt::join(shape, ", "),
         can ? fmt::format("; {} brings them to that size", option("resize")) : "");
  }
  return true;
}

// What is the same for all runs.
struct OodContext {
  const OodOptions& options;  // with_detectors()
  const Compute& compute;
  OodMonitor& monitor;
  bool fresh;
  DataCache datasets = {};
};

// All that a run says of inputs: each detector's score of every item.
class Scorer {
 public:
  Scorer(LoadedRun& loaded, const OodContext& context) : loaded_(loaded), context_(context) {
    const std::vector<std::string>& names = context.options.scores;
    if (std::none_of(names.begin(), names.end(),
                     [](const std::string& name) { return find_detector(name).needs_features; }))
      return;
    const std::vector<std::uint32_t>& train = loaded.split.train;
    if (static_cast<std::size_t>(context.options.neighbours) > train.size()) {
      fail("{} {}: {} was trained on {} items only", option("neighbours"), context.options.neighbours,
           loaded.run.folder.string(), train.size());
    }
    trained_ = predict(loaded.model.network(), loaded.reader, train, /*features=*/true,
                       shown("training features", train.size()));
    neighbours_.emplace(trained_.features, trained_.feature_width);
  }

  ScoredSet score(std::string name, const InputReader& reader,
                  const std::vector<std::uint32_t>& items) const {
    ScoredSet set{std::move(name), {}, {}};
    Network& network = loaded_.model.network();
    const Predictions said =
        predict(network, reader, items, neighbours_.has_value(), shown(set.set, items.size()));
    DetectorInput input;
    input.logits = said.logits;
    input.classes = loaded_.model.classes().size();
    input.features = said.features;
    input.training = neighbours_ ? &*neighbours_ : nullptr;
    input.network = &network;
    input.reader = &reader;
    input.items = items;
    input.options = context_.options;
    input.compute = context_.compute;
    for (const std::string& detector : context_.options.scores) {
      input.after_batch = shown(set.set + ", " + detector, items.size());
      set.scores.emplace_back(detector, detector_scores(detector, input));
    }
    return set;
  }

 private:
  // A batch done, as the monitor is told of it.
  std::function<void(std::size_t)> shown(const std::string& what, std::size_t total) const {
    return [this, what, total](std::size_t done) {
      context_.monitor.progress(fmt::format("{}: {}", loaded_.run.folder.filename().string(), what), done,
                                total);
      stop_if_asked(context_.monitor);
    };
  }

  LoadedRun& loaded_;
  const OodContext& context_;
  Predictions trained_;
  std::optional<Neighbours> neighbours_;
};

// One run against all outside sets. The network is loaded, and the run's own items are scored, only where
// something is not known yet.
class RunDetection {
 public:
  RunDetection(const FinishedRun& run, OodContext& context)
      : run_(run), context_(context), kept_(run, context.fresh || context.monitor.wants_scores()) {}

  OodSet against(const OutsideSet& outside, const std::string& content) {
    if (std::optional<OodSet> known = kept_.find(outside.name, content, context_.options)) return *known;
    const OodSet found = measure(outside);
    kept_.put(found, content, context_.options);
    return found;
  }
  const std::string& remark() const { return kept_.remark(); }

 private:
  OodSet measure(const OutsideSet& outside) {
    if (!loaded_) {
      loaded_ = std::make_unique<LoadedRun>(run_, context_.datasets, context_.compute.device.is_cuda());
    }
    const bool resize = needs_resizing(outside, *loaded_, context_.options.resize);
    const bool wanted = context_.monitor.wants_scores();
    if (!scorer_) {
      scorer_ = std::make_unique<Scorer>(*loaded_, context_);
      in_ = scorer_->score("evaluation", loaded_->reader, loaded_->split.evaluation);
      for (const std::uint32_t item : loaded_->split.evaluation)
        in_.items.emplace_back(loaded_->dataset.votes.item_name(item));
      if (wanted) context_.monitor.scored(run_, in_);
    }
    Inputs changed;
    if (resize) {
      const std::vector<std::int64_t>& shape = loaded_->model.shape().input;
      changed = resized(std::get<ImageInputs>(outside.inputs), static_cast<std::size_t>(shape[1]),
                        static_cast<std::size_t>(shape[2]), static_cast<std::size_t>(shape[0]));
    }
    const auto reader =
        network_inputs(resize ? changed : outside.inputs)->reader(loaded_->model.normalisation());
    const std::vector<std::uint32_t> items = all_items(input_items(outside.inputs));
    ScoredSet out = scorer_->score(outside.name, *reader, items);
    for (const std::uint32_t item : items) out.items.push_back(std::to_string(item));
    if (wanted) context_.monitor.scored(run_, out);
    OodSet found{outside.name, items.size(), in_.items.size(), {}};
    for (std::size_t d = 0; d < out.scores.size(); ++d) {
      found.detectors.push_back({out.scores[d].first, detect(in_.scores[d].second, out.scores[d].second)});
    }
    return found;
  }

  const FinishedRun& run_;
  OodContext& context_;
  OodMeasurements kept_;
  std::unique_ptr<LoadedRun> loaded_;
  std::unique_ptr<Scorer> scorer_;
  ScoredSet in_;
};

OodResult measure(const std::vector<FinishedRun>& runs, const std::vector<OutsideSet>& outside,
                  OodContext& context) {
  std::vector<std::string> contents;
  for (const OutsideSet& set : outside) contents.push_back(content_of(set.inputs));
  OodResult result;
  result.device = context.compute.device.is_cuda() ? cuda_device() : "cpu";
  bool remarked = false;
  for (const Method& method : methods_of(runs)) {
    for (const FinishedRun* run : method.runs) {
      RunDetection detection(*run, context);
      RunOod& entry = result.runs.emplace_back();
      entry.folder = run->folder;
      entry.id = run->record.id;
      entry.method = method.key.name();
      entry.seed = run->spec.seed;
      for (std::size_t s = 0; s < outside.size(); ++s)
        entry.sets.push_back(detection.against(outside[s], contents[s]));
      if (!detection.remark().empty() && !remarked) {
        context.monitor.note("measurements are not kept: " + detection.remark());
        remarked = true;
      }
    }
  }
  return result;
}

}  // namespace

OodResult measure_ood(const std::vector<FinishedRun>& runs, const std::vector<OutsideSet>& outside,
                      const OodRequest& request, OodMonitor& monitor) {
  check_limits(request.options);
  const OodOptions options = with_detectors(request.options);
  const bool cuda = use_cuda(request.execution);
  const TorchScope scope(request.execution);
  const Compute compute{cuda ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU), false};
  OodContext context{options, compute, monitor, request.fresh};
  return with_clear_errors([&] { return measure(runs, outside, context); });
}

}  // namespace dissent
