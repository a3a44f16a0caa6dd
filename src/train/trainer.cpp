#include "train/trainer.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <malloc.h>

#include "core/error.h"
#include "core/parallel.h"
#include "core/text.h"
#include "train/torch_errors.h"

namespace dissent {
namespace {

constexpr std::size_t kSideBySide = 4;  // more gain nothing on an H200

// A lane with the run that it serves.
struct Place {
  std::unique_ptr<Lane> lane;
  std::unique_ptr<TrainingRun> run;
  bool launched = false;
};

class Trainer {
 public:
  Trainer(const Dataset& dataset, std::span<const RunRequest> requests, const ExecutionOptions& options,
          const TrainHooks& hooks)
      : dataset_(dataset),
        waiting_(requests.begin(), requests.end()),
        options_(options),
        hooks_(hooks),
        device_(use_cuda(options) ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU)) {}

  TrainResult train() {
    places_.resize(places());
    bool working = true;
    while (working) {
      working = false;
      for (Place& place : places_) {
        guarded(place, [&] { turn(place); });
        working = working || place.run != nullptr;
      }
      working = working || (!waiting_.empty() && !stopping());
    }
    result_.stopped = stopping() && (unfinished_ > 0 || !waiting_.empty());
    return std::move(result_);
  }

 private:
  std::size_t places() const {
    if (device_.is_cpu()) return 1;
    const std::size_t wanted = options_.jobs > 0 ? static_cast<std::size_t>(options_.jobs) : kSideBySide;
    return std::max<std::size_t>(1, std::min(wanted, waiting_.size()));
  }
  bool stopping() { return stopped_ = stopped_ || hooks_.stop(); }

  // One failed run does not stop the others.
  template <class Work>
  void guarded(Place& place, Work&& work) {
    try {
      with_clear_errors([&] { work(); });
    } catch (const Error& error) {
      result_.failures.emplace_back(error.what());
      place.run.reset();
      place.launched = false;
    }
  }

  // What is ready in a place is collected, then its next epoch launched, so that a GPU has the other places'
  // work while the host looks at this one's.
  void turn(Place& place) {
    if (place.run && place.launched) {
      place.launched = false;
      place.run->collect();
      hooks_.progress(place.run->progress(), result_.runs.size());
    }
    if (place.run && place.run->done()) {
      result_.runs.push_back(place.run->finish());
      place.run.reset();
    }
    if (place.run && stopping()) {
      place.run->save();
      leave(place);
      return;
    }
    if (!place.run && !take_next(place)) return;
    const auto report = [&](const RunProgress& now) { hooks_.progress(now, result_.runs.size()); };
    place.launched = place.run->launch([&] { return stopping(); }, report);
    if (!place.launched) leave(place);
  }

  void leave(Place& place) {
    place.run.reset();
    ++unfinished_;
  }

  bool take_next(Place& place) {
    while (!waiting_.empty() && !stopping()) {
      const RunRequest request = waiting_.front();
      waiting_.pop_front();
      if (RunFolder folder(request.folder); folder.complete(request.spec)) {
        result_.runs.push_back({folder.path(), read_run_record(folder.path()), true});
        continue;
      }
      auto run = std::make_unique<TrainingRun>(dataset_, request, options_.checkpoint_seconds);
      const LaneShape shape = run->lane_shape();
      if (!place.lane || !(place.lane->shape() == shape)) {
        place.lane.reset();  // its memory first
        place.lane = std::make_unique<Lane>(shape, device_);
      }
      run->start(*place.lane);
      place.run = std::move(run);
      if (!place.run->done()) return true;
      result_.runs.push_back(place.run->finish());  // killed between its last epoch and its end
      place.run.reset();
    }
    return false;
  }

  const Dataset& dataset_;
  std::deque<RunRequest> waiting_;
  const ExecutionOptions& options_;
  const TrainHooks& hooks_;
  at::Device device_;
  std::vector<Place> places_;
  TrainResult result_;
  bool stopped_ = false;
  std::size_t unfinished_ = 0;
};

}  // namespace

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
