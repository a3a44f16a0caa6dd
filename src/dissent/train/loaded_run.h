// A finished run with all that it was made of: its best weights in a network, its data, split and normalised
// inputs.
#pragma once

#include "dissent/data/split.h"
#include "dissent/run/run_datasets.h"
#include "dissent/run/run_set.h"
#include "dissent/train/predictor.h"
#include "dissent/train/run_inputs.h"

namespace dissent {

struct LoadedRun {
  // The run and the data sets must stay.
  LoadedRun(const FinishedRun& finished, RunDatasets& datasets, bool cuda)
      : run(finished),
        model(finished.folder, "best", cuda),
        dataset(datasets.of(finished)),
        split(split_dataset(dataset, finished.spec.seed, finished.spec.split)),
        inputs(run_inputs(dataset, model.spec())),
        reader(inputs, model.normalisation()) {}
  LoadedRun(const LoadedRun&) = delete;
  LoadedRun& operator=(const LoadedRun&) = delete;

  const FinishedRun& run;
  Predictor model;
  const Dataset& dataset;
  Split split;
  const Inputs& inputs;  // as the network sees them
  InputReader reader;
};

}  // namespace dissent
