// A finished run as something that predicts: its network with the weights of a checkpoint, and the
// normalisation that it was trained with.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "dissent/data/dataset.h"
#include "dissent/run/run_set.h"
#include "dissent/train/predict.h"
#include "dissent/train/predict_items.h"

namespace dissent {

class Predictor {
 public:
  // Throws where the checkpoint is missing, damaged, or of another network.
  Predictor(const FinishedRun& run, Checkpoint checkpoint, at::Device device);

  // The run's, with the encoder that the run brings along where it trained one.
  const RunSpec& spec() const { return spec_; }
  const std::vector<std::string>& classes() const { return classes_; }
  Network& network() const { return *network_; }
  const Normalisation& normalisation() const { return normalisation_; }
  const NetworkShape& shape() const { return shape_; }

  // Of every item of the data set. Throws where the data is not the run's own and `new_items` does not say
  // so, and where its inputs have another shape or its classes other names than the run's.
  ItemPredictions predict(const Dataset& dataset, bool new_items, bool features, InputCache& cache,
                          Monitor& monitor = Monitor::quiet()) const;

 private:
  std::filesystem::path folder_;
  std::string id_;
  Checkpoint checkpoint_;
  RunSpec spec_;
  std::vector<std::string> classes_;
  NetworkShape shape_;
  Normalisation normalisation_;
  std::unique_ptr<Network> network_;
};

}  // namespace dissent
