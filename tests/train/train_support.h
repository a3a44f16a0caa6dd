// Small runs for the tests: the generated data set, a small network, few epochs.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "dissent/core/error.h"
#include "dissent/shapes/shapes.h"
#include "dissent/train/trainer.h"

namespace dissent::test {

inline const Dataset& small_shapes() {
  static const Dataset dataset = [] {
    ShapesOptions options;
    options.items = 150;
    return shapes_dataset(generate_shapes(options));
  }();
  return dataset;
}

inline RunSpec small_spec(const Dataset& dataset, const std::string& delivery = "sls") {
  RunSpec spec;
  spec.data = "shapes";
  spec.delivery = delivery;
  spec.train.model = "resnet8";
  spec.train.epochs = 3;
  spec.train.batch = 32;  // 120 training items: three whole batches and a rest of 24
  return resolved(spec, dataset, false);
}

inline ExecutionOptions on_cpu() {
  ExecutionOptions options;
  options.device = DeviceKind::cpu;
  options.threads = 2;
  return options;
}

// Asks training to stop once it has been asked that many times.
class StopAfter final : public TrainMonitor {
 public:
  explicit StopAfter(int questions) : questions_(questions) {}
  bool stopping() override { return ++asked_ > questions_; }

 private:
  int questions_;
  std::atomic<int> asked_ = 0;
};

// Trains one run; a failure is thrown.
inline TrainResult train_one(const Dataset& dataset, const RunSpec& spec, const std::filesystem::path& folder,
                             TrainMonitor& monitor = TrainMonitor::quiet(),
                             const ExecutionOptions& options = on_cpu()) {
  const TorchScope scope(options);
  const RunRequest request{spec, folder};
  InputCache cache;
  TrainResult result = train_runs(dataset, {&request, 1}, options, cache, monitor);
  if (!result.failures.empty()) throw Error(result.failures.front().reason);
  return result;
}

}  // namespace dissent::test
