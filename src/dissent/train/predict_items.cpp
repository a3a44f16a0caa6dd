#include "dissent/train/predict_items.h"

#include "dissent/core/error.h"
#include "dissent/predictions/predictions.h"
#include "dissent/run/run_folder.h"
#include "dissent/run/run_set.h"
#include "dissent/store/loaders.h"
#include "dissent/train/predictor.h"
#include "dissent/train/torch_errors.h"
#include "dissent/train/torch_setup.h"

namespace dissent {
namespace {

ItemPredictions predict_with(const Predictor& predictor, const Dataset& dataset, const PredictJob& job,
                             Monitor& monitor) {
  InputCache cache;
  return with_clear_errors(
      [&] { return predictor.predict(dataset, job.new_items, job.features, cache, monitor); });
}

}  // namespace

ItemPredictions predict(const Dataset& dataset, const PredictJob& job, Monitor& monitor) {
  const TorchScope scope(job.execution);
  return predict_with(Predictor(read_run(job.run), job.checkpoint, device_of(job.execution)), dataset, job,
                      monitor);
}

ItemPredictions predict(const PredictJob& job, Monitor& monitor) {
  const TorchScope scope(job.execution);
  const Predictor predictor(read_run(job.run), job.checkpoint, device_of(job.execution));
  const Dataset dataset = load_dataset_named(job.data.empty() ? predictor.spec().data : job.data);
  return predict_with(predictor, dataset, job, monitor);
}

std::filesystem::path predictions_path(const PredictJob& job, const std::filesystem::path& output) {
  if (output.empty()) {  // beside the run's record, where `dissent compare` looks for it
    if (job.new_items) {
      fail("{}: predictions of other data need a file of their own; give {}", option("new-items"),
           option("output"));
    }
    if (job.checkpoint != Checkpoint::best) {
      fail("{} {}: give {}; a run keeps its best", option("checkpoint"), name_of(job.checkpoint),
           option("output"));
    }
    return job.run / RunFileNames::predictions;
  }
  if (output.extension() != ".npz") fail("{}: predictions are written as .npz", output.string());
  return output;
}

void write_predictions(const std::filesystem::path& path, const ItemPredictions& predictions) {
  write_predictions(path, PredictionArrays{predictions.items, predictions.split, predictions.classes,
                                           predictions.logits, predictions.features});
  // A run's record states what its own predictions are.
  if (path.filename() != RunFileNames::predictions || predictions.checkpoint != Checkpoint::best) return;
  const RunFiles files(path.parent_path());
  if (files.has(RunFileNames::record) && read_run_record(files).id == predictions.run)
    restate_sum(files, RunFileNames::predictions);
}

}  // namespace dissent
