#include "dissent/train/trainer.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <malloc.h>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/text.h"
#include "dissent/run/places.h"
#include "dissent/train/torch_errors.h"

namespace dissent {
namespace {

// A lane with the run that it serves.
struct Place {
  std::unique_ptr<Lane> lane;
  std::unique_ptr<TrainingRun> run;
  RunRequest request;
  std::size_t number = 0;  // of the request
};

// A thread a place: while one writes files or scores an epoch, the others keep the device busy.
class Trainer {
 public:
  Trainer(const Dataset& dataset, std::span<const RunRequest> requests, const ExecutionOptions& options,
          const TrainHooks& hooks)
      : dataset_(dataset),
        options_(options),
        hooks_(hooks),
        device_(use_cuda(options) ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU)),
        requests_(requests) {}

  TrainResult train() {
    const std::size_t width = side_by_side(options_, requests_);
    const std::size_t count = std::min(width, requests_.size());
    const int threads = std::max(1, at::get_num_threads() / static_cast<int>(width));
    if (width == 1) {
      serve();
    } else {
      std::vector<std::jthread> workers;
      for (std::size_t i = 0; i < count; ++i) {
        workers.emplace_back([this, threads] {
          if (device_.is_cpu()) at::set_num_threads(threads);  // of this thread alone
          serve();
        });
      }
    }
    for (auto& [number, run] : done_) result_.runs.push_back(std::move(run));
    result_.stopped = stopping() && (unfinished_ > 0 || next_ < requests_.size());
    return std::move(result_);
  }

 private:
  bool stopping() {
    if (!stopped_ && hooks_.stop()) stopped_ = true;
    return stopped_;
  }

  void serve() {
    Place place;
    while (take_next(place)) {
      // One failed run does not stop the others.
      try {
        with_clear_errors([&] { train_one(place); });
      } catch (const std::exception& error) {
        place.run.reset();  // and with it its folder's lock
        const std::scoped_lock lock(mutex_);
        result_.failures.push_back({place.request.folder, error.what()});
        hooks_.leave(place.request, false, error.what());
      }
    }
    const std::scoped_lock lock(recording_);
    place.lane.reset();
  }

  void train_one(Place& place) {
    place.run = std::make_unique<TrainingRun>(dataset_, place.request, options_.checkpoint_seconds);
    const LaneShape shape = place.run->lane_shape();
    if (!place.lane || !(place.lane->shape() == shape)) {
      const std::scoped_lock lock(recording_);
      place.lane.reset();  // its memory first
      place.lane = std::make_unique<Lane>(shape, device_);
    }
    place.run->start(*place.lane);
    while (!place.run->done()) {
      const bool whole =
          place.run->launch([&] { return stopping(); }, [&](const RunProgress& now) { report(now); });
      if (whole) {
        place.run->collect();
        report(place.run->progress());
        if (!still_ours(place.request)) {
          place.run.reset();
          const std::scoped_lock lock(mutex_);
          result_.passed.push_back(place.request);
          return hooks_.leave(place.request, false, "");
        }
        if (place.run->done() || !stopping()) continue;
        place.run->save();
      }
      place.run.reset();
      const std::scoped_lock lock(mutex_);
      ++unfinished_;
      hooks_.leave(place.request, false, "");
      return;
    }
    RunResult done = place.run->finish();
    place.run.reset();
    const std::scoped_lock lock(mutex_);
    done_.emplace(place.number, std::move(done));
    hooks_.leave(place.request, true, "");
  }

  bool still_ours(const RunRequest& request) {
    const std::scoped_lock lock(mutex_);
    return hooks_.ours(request);
  }

  void report(const RunProgress& now) {
    const std::scoped_lock lock(mutex_);
    hooks_.progress(now, done_.size());
  }

  // The next run that is to be trained here.
  bool take_next(Place& place) {
    const std::scoped_lock lock(mutex_);
    while (next_ < requests_.size() && !stopping()) {
      place.number = next_++;
      place.request = requests_[place.number];
      try {
        if (RunFolder folder(place.request.folder); folder.complete(place.request.spec)) {
          done_.emplace(place.number,
                        RunResult{folder.path(), read_run_record(RunFiles(folder.path())), true});
        } else if (hooks_.take(place.request)) {
          return true;
        } else {
          result_.passed.push_back(place.request);
        }
      } catch (const Error& error) {
        result_.failures.push_back({place.request.folder, error.what()});
      }
    }
    return false;
  }

  const Dataset& dataset_;
  const ExecutionOptions& options_;
  const TrainHooks& hooks_;
  at::Device device_;
  std::atomic<bool> stopped_ = false;
  std::mutex recording_;  // one lane at a time: recording shares the engine that computes gradients
  std::mutex mutex_;      // of what follows, and of the hooks
  std::span<const RunRequest> requests_;
  std::size_t next_ = 0;                   // to be taken
  std::map<std::size_t, RunResult> done_;  // by number
  TrainResult result_;
  std::size_t unfinished_ = 0;
};

}  // namespace

std::size_t side_by_side(const ExecutionOptions& options, std::span<const RunRequest> runs) {
  if (options.jobs > 0) return static_cast<std::size_t>(options.jobs);
  std::size_t usual = places_on_cpu(static_cast<std::size_t>(at::get_num_threads()));
  if (use_cuda(options)) {
    const bool encoders = std::all_of(
        runs.begin(), runs.end(), [](const RunRequest& run) { return trains_encoder(run.spec.train.model); });
    usual = places_on_gpu(encoders);
  }
  return std::max<std::size_t>(1, std::min(usual, runs.size()));
}

bool use_cuda(const ExecutionOptions& options) {
  if (options.device == "cpu") return false;
  if (options.device == "auto") return cuda_is_there();
  if (options.device != "cuda") {
    const std::string_view known[] = {"cpu", "cuda", "auto"};
    fail("--device: {}", unknown_name("device", options.device, known));
  }
  make_queue(at::kCUDA);  // fails with the reason
  return true;
}

int prepare_torch(const ExecutionOptions& options) {
  const int threads = options.threads > 0 ? options.threads : static_cast<int>(thread_count());
  at::set_num_threads(threads);
  // Large tensors come from memory that is kept: by default each would be mapped and zeroed anew by the
  // system.
  ::mallopt(M_MMAP_MAX, 0);
  ::mallopt(M_TRIM_THRESHOLD, -1);
  at::globalContext().setBenchmarkCuDNN(true);
  at::globalContext().setAllowTF32CuDNN(false);  // float32 means float32
  at::globalContext().setAllowTF32CuBLAS(false);
  return threads;
}

TrainResult train_runs(const Dataset& dataset, std::span<const RunRequest> requests,
                       const ExecutionOptions& options, const TrainHooks& hooks) {
  return Trainer(dataset, requests, options, hooks).train();
}

}  // namespace dissent
