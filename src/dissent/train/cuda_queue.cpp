// The CUDA side of Queue: one stream, and whole steps as CUDA graphs.
#ifdef DISSENT_CUDA

#include <chrono>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include "dissent/core/error.h"
#include "dissent/train/queue.h"

namespace dissent {
namespace {

// Before the first recording: cuDNN picks its algorithms, libraries allocate their workspaces. Later ones
// need no more than the algorithms of their shapes.
constexpr int kWarmUps = 3, kLaterWarmUps = 1;
constexpr auto kLookAgain = std::chrono::microseconds(100);

// Of all queues: while one records, no other thread calls CUDA. (A run that saved its state while another
// recorded was seen to break the recording.) Who wants to record goes before those who come later. A thread
// that holds one may ask for another.
struct RecordingLock {
  std::mutex gate;
  std::shared_mutex calls;
  static inline thread_local int held = 0;
};

RecordingLock& recording_lock() {
  static RecordingLock lock;
  return lock;
}

class Calling {
 public:
  Calling() {
    if (RecordingLock::held++ > 0) return;
    const std::scoped_lock gate(recording_lock().gate);
    calls_ = std::shared_lock(recording_lock().calls);
  }
  ~Calling() { --RecordingLock::held; }
  Calling(const Calling&) = delete;
  Calling& operator=(const Calling&) = delete;

 private:
  std::shared_lock<std::shared_mutex> calls_;
};

class Recording {
 public:
  Recording() : gate_(recording_lock().gate), alone_(recording_lock().calls) { ++RecordingLock::held; }
  ~Recording() { --RecordingLock::held; }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

 private:
  std::scoped_lock<std::mutex> gate_;
  std::unique_lock<std::shared_mutex> alone_;
};

class CudaQueue final : public Queue {
 public:
  explicit CudaQueue(bool graphs) : graphs_(graphs), stream_(c10::cuda::getStreamFromPool()) {}
  ~CudaQueue() override {
    const Calling calls;
    cudaStreamSynchronize(stream_.stream());  // a destructor has nobody to tell of errors
  }

  at::Device device() const override { return at::Device(at::kCUDA, stream_.device_index()); }

  std::size_t record(Work work, const Work& rewind) override {
    const c10::cuda::CUDAStreamGuard guard(stream_);
    recorded_.emplace_back();
    if (graphs_) {
      for (int i = 0; i < (recorded_.size() == 1 ? kWarmUps : kLaterWarmUps); ++i) {
        const Calling calls;
        rewind();
        work();
      }
      wait();
      const Recording alone;
      rewind();
      stream_.synchronize();
      recorded_.back().graph = std::make_unique<at::cuda::CUDAGraph>();
      recorded_.back().graph->capture_begin(pool_, cudaStreamCaptureModeThreadLocal);
      work();
      recorded_.back().graph->capture_end();
    }
    recorded_.back().work = std::move(work);
    return recorded_.size() - 1;
  }

  void launch(std::size_t recorded) override {
    const Calling calls;
    const c10::cuda::CUDAStreamGuard guard(stream_);
    if (graphs_) {
      recorded_[recorded].graph->replay();
    } else {
      recorded_[recorded].work();
    }
  }

  void run(const Work& work) override {
    const Calling calls;
    const c10::cuda::CUDAStreamGuard guard(stream_);
    work();
  }
  // Looks now and then, so that nobody who wants to record waits for an epoch.
  void wait() override {
    while (true) {
      {
        const Calling calls;
        if (stream_.query()) return;
      }
      std::this_thread::sleep_for(kLookAgain);
    }
  }
  at::Tensor host(at::IntArrayRef sizes, at::ScalarType type) const override {
    const Calling calls;
    return at::empty(sizes, at::TensorOptions().dtype(type).pinned_memory(true));
  }

 private:
  struct Recorded {
    std::unique_ptr<at::cuda::CUDAGraph> graph;
    Work work;
  };
  bool graphs_;
  c10::cuda::CUDAStream stream_;
  at::cuda::MempoolId_t pool_ = at::cuda::graph_pool_handle();  // shared: one after the other uses it
  std::vector<Recorded> recorded_;
};

}  // namespace

bool cuda_is_there() {
  return at::cuda::is_available();
}

std::string cuda_device() {
  return cuda_is_there() ? at::cuda::getCurrentDeviceProperties()->name : "";
}

std::unique_ptr<Queue> make_cuda_queue(bool graphs) {
  if (!cuda_is_there()) fail("no CUDA device can be used here; use {} cpu", option("device"));
  return std::make_unique<CudaQueue>(graphs);
}

}  // namespace dissent

#endif
