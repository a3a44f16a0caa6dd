// A finished run with its best weights in a network, beside its data: on top of RunView, what needs torch.
#pragma once

#include <memory>

#include "dissent/run/run_view.h"
#include "dissent/train/network_inputs.h"
#include "dissent/train/predictor.h"

namespace dissent {

struct LoadedRun {
  // The cache must outlive it.
  LoadedRun(const FinishedRun& finished, DataCache& data, bool cuda)
      : view((check_evaluated(finished), finished), data),
        run(view.run()),
        model(run, Checkpoint::best, cuda ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU)),
        dataset(view.dataset()),
        split(view.split()),
        inputs(network_inputs(dataset, model.spec(), data.inputs())),
        owned_reader(inputs->reader(model.normalisation())),
        reader(*owned_reader) {}
  LoadedRun(const LoadedRun&) = delete;
  LoadedRun& operator=(const LoadedRun&) = delete;

  RunView view;
  const FinishedRun& run;
  Predictor model;
  const Dataset& dataset;
  const Split& split;
  NetworkInputsPointer inputs;
  std::unique_ptr<InputReader> owned_reader;
  const InputReader& reader;  // of the run's data, as the network was trained on it
};

}  // namespace dissent
