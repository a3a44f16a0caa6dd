#include "dissent/study/estimate.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "dissent/core/parallel.h"
#include "dissent/run/parallel_runs.h"

namespace dissent {
namespace {

double pixels_of(const Dataset& dataset) {
  const auto* images = std::get_if<ImageInputs>(&dataset.inputs);
  return images == nullptr ? 0 : static_cast<double>(images->height * images->width);
}

double guessed_seconds(const StudyRun& run, const Dataset& dataset, bool cuda) {
  const ModelEntry* model = known_entry(models(), run.spec.train.model);
  const TrainingSpeed speed = model != nullptr ? model->speed : TrainingSpeed{};
  double images = static_cast<double>(dataset.items()) * run.spec.train.epochs;
  if (speed.pixels > 0) images *= pixels_of(dataset) / speed.pixels;
  return images / (cuda ? speed.gpu : speed.core * static_cast<double>(thread_count()));
}

}  // namespace

TimeEstimate estimate_time(std::span<const StudyRun> missing, DataCache& data,
                           const std::vector<FinishedRun>& finished, bool cuda) {
  // Seconds an epoch of done runs, by model and data, all else being a smaller matter.
  std::map<std::string, std::pair<double, int>> seen;
  const auto key = [](const RunSpec& spec) {
    return fmt::format("{} {} {} {}", spec.train.model, spec.data_hash, name_of(spec.train.precision),
                       spec.train.batch);
  };
  for (const FinishedRun& run : finished) {
    const RunExecution execution = run.record.execution.value_or(RunExecution{});
    if (execution.epochs_timed == 0 || (execution.device != "cpu") != cuda) continue;
    auto& [sum, count] = seen[key(run.spec)];
    sum += execution.seconds / execution.epochs_timed;
    ++count;
  }
  const auto side_by_side = [&](const StudyRun& run) {
    return static_cast<double>(cuda ? parallel_runs_on_gpu(trains_encoder(run.spec.train.model))
                                    : parallel_runs_on_cpu(thread_count()));
  };
  TimeEstimate estimate;
  std::size_t from_runs = 0;
  for (const StudyRun& run : missing) {
    const auto known = seen.find(key(run.spec));
    if (known != seen.end()) {
      estimate.seconds +=
          known->second.first / known->second.second * run.spec.train.epochs / side_by_side(run);
      ++from_runs;
    } else {
      estimate.seconds += guessed_seconds(run, data.named(run.spec.data), cuda);
    }
  }
  estimate.basis = from_runs == missing.size() ? "by runs that are done"
                   : cuda                      ? "a guess: as on one H200"
                                               : fmt::format("a guess: {} cores", thread_count());
  return estimate;
}

}  // namespace dissent
