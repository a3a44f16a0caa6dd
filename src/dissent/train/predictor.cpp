#include "dissent/train/predictor.h"

#include <numeric>
#include <utility>

#include <fmt/ranges.h>

#include "dissent/core/error.h"
#include "dissent/model/architectures.h"
#include "dissent/model/bert.h"
#include "dissent/run/run_folder.h"
#include "dissent/store/encoder_folder.h"
#include "dissent/train/checkpoint.h"

namespace dissent {

Predictor::Predictor(const FinishedRun& run, Checkpoint checkpoint, at::Device device)
    : folder_(run.folder),
      id_(run.record.id),
      checkpoint_(checkpoint),
      spec_(run.spec),
      classes_(run.record.classes),
      normalisation_(run.record.normalisation) {
  if (run.record.classes.empty() || run.record.input.empty()) {
    fail("{}: not a run's record: it does not state its classes and the shape of its inputs",
         run.files.place(RunFileNames::record));
  }
  shape_.input = run.record.input;
  const std::string file = checkpoint == Checkpoint::best ? best_checkpoint(spec_) : RunFileNames::last;
  shape_.classes = static_cast<std::int64_t>(classes_.size());
  if (trains_encoder(spec_.train.model)) {
    // The run brings the encoder along: the one that it started from need not be there.
    const EncoderFolder folder =
        encoder_folder(checkpoint_path(run.folder, best_checkpoint(spec_)).parent_path());
    spec_.encoder.encoder = folder.folder;
    spec_.encoder_hash = folder.hash;
    shape_.encoder = read_classifier_shape(folder.config);
  }
  network_ = make_network(spec_.train.model, shape_, device);
  load_weights(checkpoint_path(run.folder, file),
               *network_);  // says what is wrong with it, where that can be seen
  check_checkpoint_sum(run.folder, run.record, file);
}

ItemPredictions Predictor::predict(const Dataset& dataset, bool new_items, bool features, InputCache& cache,
                                   Monitor& monitor) const {
  ItemPredictions result;
  result.run = id_;
  result.checkpoint = checkpoint_;
  result.classes = classes_;
  if (new_items) {
    if (dataset.votes.class_space().names != classes_) {
      fail("{}: its classes are not those of the run ({})", dataset.name, fmt::join(classes_, ", "));
    }
    result.split.assign(dataset.items(), "new");
  } else {
    if (dataset.hash != spec_.data_hash) {
      fail(
          "{}: not the data that {} was trained on (its hash begins {}, the run's {}); {} predicts it all "
          "the "
          "same",
          dataset.name, folder_.string(), dataset.hash.substr(0, 12), spec_.data_hash.substr(0, 12),
          option("new-items"));
    }
    result.split = split_names(dataset, split_dataset(dataset, spec_.seed, spec_.split));
  }
  const NetworkInputsPointer inputs = network_inputs(dataset, spec_, cache, network_->device(), monitor);
  if (!inputs->fits(shape_.input)) {
    fail("{}: its inputs are {}, where the run was trained on [{}]", dataset.name, inputs->describe(),
         fmt::join(shape_.input, ", "));
  }
  const auto reader = inputs->reader(normalisation_);
  std::vector<std::uint32_t> items(dataset.items());
  std::iota(items.begin(), items.end(), 0);
  Predictions said = dissent::predict(*network_, *reader, items, features, [&](std::size_t done) {
    stop_if_asked(monitor);
    monitor.progress("predicting " + dataset.name, done, items.size());
  });
  result.logits = std::move(said.logits);
  result.features = std::move(said.features);
  result.feature_width = said.feature_width;
  for (const std::uint32_t item : items) result.items.emplace_back(dataset.votes.item_name(item));
  return result;
}

}  // namespace dissent
