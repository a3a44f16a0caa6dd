// The CUDA side of Queue: one stream, and whole steps as CUDA graphs.
#ifdef DISSENT_CUDA

#include <memory>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include "core/error.h"
#include "train/queue.h"

namespace dissent {
namespace {

constexpr int kWarmUps = 3;  // cuDNN picks its algorithms, libraries allocate their workspaces

class CudaQueue final : public Queue {
 public:
  explicit CudaQueue(bool graphs) : graphs_(graphs), stream_(c10::cuda::getStreamFromPool()) {}
  ~CudaQueue() override { stream_.synchronize(); }

  at::Device device() const override { return at::Device(at::kCUDA, stream_.device_index()); }

  std::size_t record(Work work, const Work& rewind) override {
    const c10::cuda::CUDAStreamGuard guard(stream_);
    recorded_.emplace_back();
    if (graphs_) {
      for (int i = 0; i < kWarmUps; ++i) {
        rewind();
        work();
      }
      rewind();
      stream_.synchronize();
      recorded_.back().graph = std::make_unique<at::cuda::CUDAGraph>();
      recorded_.back().graph->capture_begin({0, 0}, cudaStreamCaptureModeThreadLocal);
      work();
      recorded_.back().graph->capture_end();
    }
    recorded_.back().work = std::move(work);
    return recorded_.size() - 1;
  }

  void launch(std::size_t recorded) override {
    const c10::cuda::CUDAStreamGuard guard(stream_);
    if (graphs_) {
      recorded_[recorded].graph->replay();
    } else {
      recorded_[recorded].work();
    }
  }

  void run(const Work& work) override {
    const c10::cuda::CUDAStreamGuard guard(stream_);
    work();
  }
  void wait() override { stream_.synchronize(); }
  at::Tensor host(at::IntArrayRef sizes, at::ScalarType type) const override {
    return at::empty(sizes, at::TensorOptions().dtype(type).pinned_memory(true));
  }

 private:
  struct Recorded {
    std::unique_ptr<at::cuda::CUDAGraph> graph;
    Work work;
  };
  bool graphs_;
  c10::cuda::CUDAStream stream_;
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
  if (!cuda_is_there()) fail("no CUDA device can be used here; use --device cpu");
  return std::make_unique<CudaQueue>(graphs);
}

}  // namespace dissent

#endif
