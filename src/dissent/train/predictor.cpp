#include "dissent/train/predictor.h"

#include <numeric>

#include <fmt/ranges.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/model/architectures.h"
#include "dissent/model/bert.h"
#include "dissent/store/encoder_folder.h"
#include "dissent/train/checkpoint.h"
#include "dissent/train/run_inputs.h"
#include "dissent/train/torch_errors.h"

namespace dissent {

Predictor::Predictor(const std::filesystem::path& run, const std::string& checkpoint, bool cuda) : run_(run) {
  const std::string_view known[] = {"best", "last"};
  if (checkpoint != "best" && checkpoint != "last") {
    fail("--checkpoint: {}", unknown_name("checkpoint", checkpoint, known));
  }
  const RunRecord record = read_run_record(RunFiles(run));
  if (record.classes.empty() || record.input.empty()) {
    fail("{}: not a run's record: it does not state its classes and the shape of its inputs",
         (run / RunFileNames::record).string());
  }
  spec_ = record.spec;
  id_ = record.id;
  classes_ = record.classes;
  shape_.input = record.input;
  normalisation_ = record.normalisation;
  const at::Device device = cuda ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU);
  const std::string file = checkpoint == "best" ? best_checkpoint(spec_) : RunFileNames::last;
  shape_.classes = static_cast<std::int64_t>(classes_.size());
  if (trains_encoder(spec_.train.model)) {
    // The run brings the encoder along: the one that it started from need not be there.
    const EncoderFolder folder = encoder_folder(checkpoint_path(run, best_checkpoint(spec_)).parent_path());
    spec_.encoder.encoder = folder.folder;
    spec_.encoder_hash = folder.hash;
    shape_.encoder = read_classifier_shape(folder.config);
  }
  network_ = make_network(spec_.train.model, shape_, device);
  load_weights(checkpoint_path(run, file), *network_);  // says what is wrong with it, where that can be seen
  check_checkpoint_sum(run, record, file);
}

ItemPredictions Predictor::predict(const Dataset& dataset, bool new_items, bool features) const {
  ItemPredictions result;
  if (new_items) {
    if (dataset.votes.class_space().names != classes_) {
      fail("{}: its classes are not those of the run ({})", dataset.name, fmt::join(classes_, ", "));
    }
    result.split.assign(dataset.items(), "new");
  } else {
    if (dataset.hash != spec_.data_hash) {
      fail(
          "{}: not the data that {} was trained on (its hash begins {}, the run's {}); --new-items predicts "
          "it "
          "all the same",
          dataset.name, run_.string(), dataset.hash.substr(0, 12), spec_.data_hash.substr(0, 12));
    }
    result.split.assign(dataset.items(), "train");
    for (const std::uint32_t item : split_dataset(dataset, spec_.seed, spec_.split).evaluation) {
      result.split[item] = "evaluation";
    }
  }
  const Inputs& inputs = run_inputs(dataset, spec_, network_->device());
  std::vector<std::int64_t> found = input_shape(inputs);
  if (std::holds_alternative<TokenInputs>(inputs))
    found.back() = shape_.input.back();  // texts may be of any length
  if (found != shape_.input) {
    fail("{}: its inputs are {}, where the run was trained on [{}]", dataset.name, describe(inputs),
         fmt::join(shape_.input, ", "));
  }
  const InputReader reader(inputs, normalisation_);
  std::vector<std::uint32_t> items(dataset.items());
  std::iota(items.begin(), items.end(), 0);
  result.predictions =
      with_clear_errors([&] { return dissent::predict(*network_, reader, items, features); });
  return result;
}

}  // namespace dissent
