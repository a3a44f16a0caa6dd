#include "dissent/train/trainer.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include <ATen/Parallel.h>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/run/parallel_runs.h"
#include "dissent/train/torch_errors.h"
#include "dissent/train/training_run.h"

namespace dissent {
namespace {

// Recording shares the engine that computes gradients, of which a process has one: one lane at a time.
std::mutex& recording() {
  static std::mutex mutex;
  return mutex;
}

// A lane with the run that it serves.
struct LaneAndRun {
  std::unique_ptr<Lane> lane;
  std::unique_ptr<TrainingRun> run;
  RunRequest request;
  std::size_t number = 0;  // of the request
};

// A thread a lane: while one writes files or scores an epoch, the others keep the device busy.
class Trainer {
 public:
  Trainer(const Dataset& dataset, std::span<const RunRequest> requests, const ExecutionOptions& options,
          InputCache& cache, TrainMonitor& monitor, RunArbiter& arbiter)
      : dataset_(dataset),
        options_(options),
        cache_(cache),
        monitor_(monitor),
        arbiter_(arbiter),
        device_(device_of(options)),
        requests_(requests) {}

  TrainResult train() {
    const std::size_t width = side_by_side(options_, requests_);
    const std::size_t count = std::min(width, requests_.size());
    const int all = at::get_num_threads();
    const int threads = device_.is_cpu() ? std::max(1, all / static_cast<int>(width)) : all;
    if (width == 1) {
      serve();
    } else {
      std::vector<std::jthread> workers;
      for (std::size_t i = 0; i < count; ++i) {
        workers.emplace_back([this, threads] {
          const ThreadScope scope(threads);
          at::set_num_threads(threads);
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
    if (!stopped_ && monitor_.stopping()) stopped_ = true;
    return stopped_;
  }

  void serve() {
    LaneAndRun work;
    while (take_next(work)) {
      // One failed run does not stop the others.
      try {
        with_clear_errors([&] { train_one(work); });
      } catch (const RunFolderBusy& error) {
        if (arbiter_.shares()) {
          leave_to_others(work);
        } else {
          fail_run(work, {work.request.folder, error.message(), true});
        }
      } catch (const SystemError& error) {
        fail_run(work, {work.request.folder, error.message(), true});
      } catch (const Error& error) {
        fail_run(work, {work.request.folder, error.message(), false});
      } catch (const std::exception& error) {
        fail_run(work, {work.request.folder, error.what(), false});
      }
    }
    const std::scoped_lock lock(recording());
    work.lane.reset();
  }

  void fail_run(LaneAndRun& work, const TrainFailure& failure) {
    if (!ours(work.request)) return leave_to_others(work);
    work.run.reset();  // and with it its folder's lock
    const std::scoped_lock lock(mutex_);
    result_.failures.push_back(failure);
    arbiter_.leave(work.request, false, &failure);
  }

  void leave_to_others(LaneAndRun& work) {
    work.run.reset();
    const std::scoped_lock lock(mutex_);
    result_.left_to_others.push_back(work.request);
    arbiter_.leave(work.request, false, nullptr);
  }

  void train_one(LaneAndRun& work) {
    work.run = std::make_unique<TrainingRun>(dataset_, work.request, options_.checkpoint_seconds, cache_);
    const LaneShape shape = work.run->lane_shape();
    if (!work.lane || !(work.lane->shape() == shape)) {
      const std::scoped_lock lock(recording());
      work.lane.reset();  // its memory first
      work.lane = std::make_unique<Lane>(shape, device_);
    }
    work.run->start(*work.lane, [&](const std::string& sentence) { note(sentence); });
    while (!work.run->done()) {
      const bool whole =
          work.run->launch([&] { return stopping(); }, [&](const RunProgress& now) { report(now); });
      if (whole) {
        work.run->collect();
        report(work.run->progress());
        if (lost(work.request)) return leave_to_others(work);
        if (work.run->done() || !stopping()) continue;
        work.run->save();
      }
      work.run.reset();
      const std::scoped_lock lock(mutex_);
      ++unfinished_;
      arbiter_.leave(work.request, false, nullptr);
      return;
    }
    RunResult done = work.run->finish();
    work.run.reset();
    const std::scoped_lock lock(mutex_);
    done_.emplace(work.number, std::move(done));
    arbiter_.leave(work.request, true, nullptr);
  }

  bool lost(const RunRequest& request) {
    const std::scoped_lock lock(mutex_);
    return arbiter_.lost(request);
  }
  bool ours(const RunRequest& request) {
    const std::scoped_lock lock(mutex_);
    return arbiter_.ours(request);
  }

  void note(const std::string& sentence) {
    const std::scoped_lock lock(mutex_);
    monitor_.note(sentence);
  }

  void report(const RunProgress& now) {
    const std::scoped_lock lock(mutex_);
    monitor_.run_moved(now, done_.size());
  }

  // The next run that is to be trained here.
  bool take_next(LaneAndRun& work) {
    const std::scoped_lock lock(mutex_);
    while (next_ < requests_.size() && !stopping()) {
      work.number = next_++;
      work.request = requests_[work.number];
      try {
        if (RunFolder folder(work.request.folder); folder.complete(work.request.spec)) {
          folder.clear_leftovers();
          done_.emplace(work.number,
                        RunResult{folder.path(), read_run_record(RunFiles(folder.path())), true});
        } else if (arbiter_.take(work.request)) {
          return true;
        } else {
          result_.left_to_others.push_back(work.request);
        }
      } catch (const Error& error) {
        const bool by_machine = dynamic_cast<const SystemError*>(&error) != nullptr;
        result_.failures.push_back({work.request.folder, error.message(), by_machine});
      }
    }
    return false;
  }

  const Dataset& dataset_;
  const ExecutionOptions& options_;
  InputCache& cache_;
  TrainMonitor& monitor_;
  RunArbiter& arbiter_;
  at::Device device_;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;  // of what follows, of the arbiter and of run_moved()
  std::span<const RunRequest> requests_;
  std::size_t next_ = 0;                   // to be taken
  std::map<std::size_t, RunResult> done_;  // by number
  TrainResult result_;
  std::size_t unfinished_ = 0;
};

}  // namespace

std::size_t side_by_side(const ExecutionOptions& options, std::span<const RunRequest> runs) {
  if (options.jobs > 0) return static_cast<std::size_t>(options.jobs);
  std::size_t usual = parallel_runs_on_cpu(static_cast<std::size_t>(at::get_num_threads()));
  if (use_cuda(options)) {
    const bool encoders = std::all_of(
        runs.begin(), runs.end(), [](const RunRequest& run) { return trains_encoder(run.spec.train.model); });
    usual = parallel_runs_on_gpu(encoders);
  }
  return std::max<std::size_t>(1, std::min(usual, runs.size()));
}

TrainResult train_runs(const Dataset& dataset, std::span<const RunRequest> requests,
                       const ExecutionOptions& options, InputCache& cache, TrainMonitor& monitor,
                       RunArbiter& arbiter) {
  return Trainer(dataset, requests, options, cache, monitor, arbiter).train();
}

}  // namespace dissent
