// The operation `predict`: logits of a finished run for every item of a data set.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "dissent/core/choice.h"
#include "dissent/core/monitor.h"
#include "dissent/data/dataset.h"
#include "dissent/run/train_options.h"

namespace dissent {

// Weights of the epoch with the lowest evaluation soft NLL, or of the last epoch.
enum class Checkpoint { best, last };
template <>
struct Choices<Checkpoint> {
  static constexpr Choice<Checkpoint> list[] = {{Checkpoint::best, "best"}, {Checkpoint::last, "last"}};
};

struct PredictJob {
  std::filesystem::path run;  // its folder
  std::string data = {};      // empty: the data that the run was trained on
  Checkpoint checkpoint = Checkpoint::best;
  bool features = false;   // also the penultimate features
  bool new_items = false;  // the data is not the run's own
  ExecutionOptions execution = {};
};

struct ItemPredictions {
  std::string run;  // id
  Checkpoint checkpoint = Checkpoint::best;
  std::vector<std::string> items;  // names, in the order of the data set
  // "train", "evaluation"; of an official split also "dev", "test"; "new" where the data is not the run's own
  std::vector<std::string> split;
  std::vector<std::string> classes;  // names
  std::vector<float> logits;         // [items, classes]
  std::vector<float> features;       // [items, feature_width] where they were asked for
  std::size_t feature_width = 0;
};

// Throws where the data is not the run's own and PredictJob::new_items does not say so, where its inputs or
// classes are not the run's, and where the checkpoint is missing or damaged.
ItemPredictions predict(const PredictJob& job, Monitor& monitor = Monitor::quiet());
ItemPredictions predict(const Dataset& dataset, const PredictJob& job, Monitor& monitor = Monitor::quiet());

// Where the predictions go: `output`, or where that is empty predictions.npz in the run's folder, which is
// only for its best checkpoint and its own data. Throws where that does not hold, or the path does not end in
// .npz.
std::filesystem::path predictions_path(const PredictJob& job, const std::filesystem::path& output);
// Arrays `items`, `split`, `classes`, `logits`, `probabilities` and, where there are some, `features`. Where
// they become the run's own (predictions.npz in its folder), its record states their checksum from then on.
void write_predictions(const std::filesystem::path& path, const ItemPredictions& predictions);

}  // namespace dissent
