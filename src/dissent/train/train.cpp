#include "dissent/train/train.h"

#include <utility>

#include "dissent/core/error.h"
#include "dissent/store/loaders.h"
#include "dissent/train/network_inputs.h"
#include "dissent/train/torch_errors.h"
#include "dissent/train/trainer.h"

namespace dissent {
namespace {

std::vector<RunRequest> requests_of(const TrainJob& job, const Dataset& dataset, bool cuda) {
  if (job.deliveries.empty()) fail("{}: name at least one", option("delivery"));
  if (job.seeds.empty()) fail("{}: give at least one", option("seed"));
  std::vector<RunRequest> requests;
  const bool several = job.seeds.size() * job.deliveries.size() > 1;
  for (const std::uint64_t seed : job.seeds) {
    for (const std::string& delivery : job.deliveries) {
      RunSpec spec;
      spec.data = job.data.empty() ? dataset.name : job.data;
      spec.split = job.split;
      spec.cut = job.cut;
      spec.delivery = delivery;
      spec.delivery_options = job.delivery;
      spec.train = job.train;
      spec.encoder = job.encoder;
      spec.seed = seed;
      std::filesystem::path folder = job.output;
      if (several) folder /= fmt::format("{}-seed{}", delivery, seed);
      requests.push_back({resolved(std::move(spec), dataset, cuda), std::move(folder)});
    }
  }
  return requests;
}

}  // namespace

TrainResult train(const Dataset& dataset, const TrainJob& job, TrainMonitor& monitor) {
  const TorchScope scope(job.execution);
  const at::Device device = device_of(job.execution);
  const std::vector<RunRequest> requests = requests_of(job, dataset, device.is_cuda());
  InputCache cache;
  // Texts are encoded once, on the device, before the runs that share them begin.
  with_clear_errors([&] { network_inputs(dataset, requests.front().spec, cache, device, monitor); });
  return train_runs(dataset, requests, job.execution, cache, monitor);
}

TrainResult train(const TrainJob& job, TrainMonitor& monitor) {
  const TorchScope scope(job.execution);
  device_of(job.execution);  // throws, where there is no such device, before the data is loaded
  return train(load_dataset_named(job.data), job, monitor);
}

}  // namespace dissent
