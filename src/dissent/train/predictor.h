// A finished run as something that predicts: its network with the weights of a checkpoint, and the
// normalisation that it was trained with.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "dissent/data/dataset.h"
#include "dissent/run/run_folder.h"
#include "dissent/train/predict.h"

namespace dissent {

struct ItemPredictions {
  Predictions predictions;         // of every item of the data set, in its order
  std::vector<std::string> split;  // "train", "evaluation"; "new" where the data is not the run's own
};

class Predictor {
 public:
  // `checkpoint`: best or last.
  Predictor(const std::filesystem::path& run, const std::string& checkpoint, bool cuda);

  const RunSpec& spec() const { return spec_; }
  const std::string& id() const { return id_; }
  const std::vector<std::string>& classes() const { return classes_; }
  Network& network() const { return *network_; }
  const Normalisation& normalisation() const { return normalisation_; }
  const NetworkShape& shape() const { return shape_; }

  // Other data than the run's own is an error, unless `new_items` says that it is meant so; its inputs must
  // have the run's shape, and its classes the run's names.
  ItemPredictions predict(const Dataset& dataset, bool new_items, bool features) const;

 private:
  std::filesystem::path run_;
  RunSpec spec_;
  std::string id_;
  std::vector<std::string> classes_;
  NetworkShape shape_;
  Normalisation normalisation_;
  std::unique_ptr<Network> network_;
};

}  // namespace dissent
