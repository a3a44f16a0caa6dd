#include "dissent/ood/measure_ood.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dissent/core/error.h"
#include "dissent/core/hash.h"
#include "dissent/core/text.h"
#include "dissent/io/settings_json.h"
#include "dissent/ood/detectors.h"
#include "dissent/ood/neighbours.h"
#include "dissent/run/measurements.h"
#include "dissent/run/run_methods.h"
#include "dissent/stats/detection.h"

namespace dissent {
namespace {

std::vector<std::string> chosen_detectors(const OodOptions& options) {
  const auto known = detector_names();
  for (const std::string& name : options.scores) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      fail("--score: {}", unknown_name("score", name, known));
    }
  }
  std::vector<std::string> chosen;
  for (const std::string_view name : known) {
    const bool wanted = options.scores.empty() ||
                        std::find(options.scores.begin(), options.scores.end(), name) != options.scores.end();
    if (wanted) chosen.emplace_back(name);
  }
  return chosen;
}

void check_ood_options(const OodOptions& options) {
  if (options.neighbours < 1) fail("--neighbours {}: at least 1 is wanted", options.neighbours);
  if (!(options.temperature > 0)) fail("--odin-temperature {}: must be above 0", options.temperature);
  if (!(options.epsilon >= 0)) fail("--odin-epsilon {}: must be at least 0", options.epsilon);
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
  if (input_shape(set.inputs) == shape) return false;
  const bool can = std::holds_alternative<ImageInputs>(set.inputs) && shape.size() == 3;
  if (!can || !may) {
    fail("{}: its inputs are {}, and {} was trained on [{}]{}", set.name, describe(set.inputs),
         loaded.run.folder.string(), fmt::join(shape, ", "),
         can ? "; --resize brings them to that size" : "");
  }
  return true;
}

// All that a run says of inputs: each detector's score of every item.
class Scorer {
 public:
  Scorer(LoadedRun& loaded, const OodRequest& request, const std::vector<std::string>& detectors,
         const Compute& compute)
      : loaded_(loaded),
        request_(request),
        options_(request.options),
        detectors_(detectors),
        compute_(compute) {
    if (std::find(detectors.begin(), detectors.end(), "knn") == detectors.end()) return;
    const std::vector<std::uint32_t>& train = loaded.split.train;
    if (static_cast<std::size_t>(options_.neighbours) > train.size()) {
      fail("--neighbours {}: {} was trained on {} items only", options_.neighbours,
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
    for (const std::string& detector : detectors_) {
      std::vector<double> values;
      if (detector == "odin") {
        values = odin_scores(network, reader, items,
                             {options_.temperature, options_.epsilon, options_.pixel_units}, compute_,
                             shown(set.set + ", odin", items.size()));
      } else if (detector == "knn") {
        values = neighbours_->distances(said.features, static_cast<std::size_t>(options_.neighbours));
        for (double& value : values) value = -value;
      } else {
        values = logit_scores(detector, said.logits, loaded_.model.classes().size());
      }
      set.scores.emplace_back(detector, std::move(values));
    }
    return set;
  }

 private:
  // A batch done, as the request's progress is told of it.
  std::function<void(std::size_t)> shown(const std::string& what, std::size_t total) const {
    return [this, what, total](std::size_t done) {
      request_.progress(
          fmt::format("{}: {} {}/{}", loaded_.run.folder.filename().string(), what, done, total));
    };
  }

  LoadedRun& loaded_;
  const OodRequest& request_;
  const OodOptions& options_;
  const std::vector<std::string>& detectors_;
  const Compute& compute_;
  Predictions trained_;
  std::optional<Neighbours> neighbours_;
};

// One run against all outside sets. The network is loaded, and the run's own items are scored, only where
// something is not known yet.
class RunDetection {
 public:
  RunDetection(const FinishedRun& run, const OodRequest& request, const std::vector<std::string>& detectors,
               const Compute& compute, RunDatasets& datasets)
      : run_(run),
        request_(request),
        detectors_(detectors),
        compute_(compute),
        datasets_(datasets),
        kept_(run, kOodFile, request.fresh || request.scored != nullptr) {}

  Json against(const OutsideSet& outside, const std::string& content) {
    Json key = settings_json(request_.options);
    key["score"] = detectors_;
    key["content"] = content;
    const std::string name = "ood " + outside.name;
    if (kept_.find(name, key) == nullptr) kept_.put(name, key, measure(outside));
    return *kept_.find(name, key);
  }
  const std::string& remark() const { return kept_.remark(); }

 private:
  Json measure(const OutsideSet& outside) {
    if (!loaded_) loaded_ = std::make_unique<LoadedRun>(run_, datasets_, compute_.device.is_cuda());
    const bool resize = needs_resizing(outside, *loaded_, request_.options.resize);
    if (!scorer_) {
      scorer_ = std::make_unique<Scorer>(*loaded_, request_, detectors_, compute_);
      in_ = scorer_->score("evaluation", loaded_->reader, loaded_->split.evaluation);
      for (const std::uint32_t item : loaded_->split.evaluation) {
        in_.items.emplace_back(loaded_->dataset.votes.item_name(item));
      }
      if (request_.scored) request_.scored(run_, in_);
    }
    Inputs changed;
    if (resize) {
      const std::vector<std::int64_t>& shape = loaded_->model.shape().input;
      changed = resized(std::get<ImageInputs>(outside.inputs), static_cast<std::size_t>(shape[1]),
                        static_cast<std::size_t>(shape[2]), static_cast<std::size_t>(shape[0]));
    }
    const InputReader reader(resize ? changed : outside.inputs, loaded_->model.normalisation());
    const std::vector<std::uint32_t> items = all_items(input_items(outside.inputs));
    ScoredSet out = scorer_->score(outside.name, reader, items);
    for (const std::uint32_t item : items) out.items.push_back(std::to_string(item));
    if (request_.scored) request_.scored(run_, out);
    Json found = {{"set", outside.name}, {"items", items.size()}, {"in_items", in_.items.size()}};
    for (std::size_t d = 0; d < detectors_.size(); ++d) {
      const Detection told = detect(in_.scores[d].second, out.scores[d].second);
      found["scores"][detectors_[d]] = {{"auroc", told.auroc}, {"fpr95", told.fpr95}, {"aupr", told.aupr}};
    }
    return found;
  }

  const FinishedRun& run_;
  const OodRequest& request_;
  const std::vector<std::string>& detectors_;
  const Compute& compute_;
  RunDatasets& datasets_;
  Measurements kept_;
  std::unique_ptr<LoadedRun> loaded_;
  std::unique_ptr<Scorer> scorer_;
  ScoredSet in_;
};

}  // namespace

Json measure_ood(const std::vector<FinishedRun>& runs, const std::vector<OutsideSet>& outside,
                 const OodRequest& request, const Compute& compute) {
  check_ood_options(request.options);
  const std::vector<std::string> detectors = chosen_detectors(request.options);
  std::vector<std::string> contents;
  for (const OutsideSet& set : outside) contents.push_back(content_of(set.inputs));
  RunDatasets datasets;
  Json list = Json::array();
  bool remarked = false;
  for (const Method& method : methods_of(runs)) {
    for (const FinishedRun* run : method.runs) {
      RunDetection detection(*run, request, detectors, compute, datasets);
      Json sets = Json::array();
      for (std::size_t s = 0; s < outside.size(); ++s)
        sets.push_back(detection.against(outside[s], contents[s]));
      list.push_back({{"folder", run->folder.string()},
                      {"id", run->record.value("id", "")},
                      {"method", method.name},
                      {"seed", run->spec.seed},
                      {"sets", std::move(sets)}});
      if (!detection.remark().empty() && !remarked) {
        request.note("measurements are not kept: " + detection.remark());
        remarked = true;
      }
    }
  }
  return list;
}

}  // namespace dissent
