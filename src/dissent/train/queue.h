// Where a run's work goes: on the CPU it is done at once; on a GPU it is recorded once as a graph and then
// launched on a stream of its own, so that several runs share the device and the host never waits in between.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

namespace dissent {

class Queue {
 public:
  using Work = std::function<void()>;
  virtual ~Queue() = default;
  virtual at::Device device() const = 0;

  // Keeps `work` for launching again and again with whatever its tensors then hold. A GPU runs it a few times
  // to record it, `rewind` before each, so that what it changes must be set afresh afterwards.
  virtual std::size_t record(Work work, const Work& rewind) = 0;
  virtual void launch(std::size_t recorded) = 0;
  virtual void run(const Work& work) = 0;  // once, in order with what was launched
  virtual void wait() = 0;                 // until all of it is done
  // A tensor on the host that copies to and from the device without waiting.
  virtual at::Tensor host(at::IntArrayRef sizes, at::ScalarType type) const = 0;
};

bool cuda_is_there();       // a GPU, and a build that can use it
std::string cuda_device();  // its name
// `graphs` false: a GPU does everything as it is asked, as a check on the graphs.
std::unique_ptr<Queue> make_queue(at::Device device, bool graphs = true);
std::unique_ptr<Queue> make_cuda_queue(bool graphs);  // only in builds with CUDA

}  // namespace dissent
