#include "dissent/train/queue.h"

#include <utility>

#include <ATen/ATen.h>

#include "dissent/core/error.h"

namespace dissent {
namespace {

class CpuQueue final : public Queue {
 public:
  at::Device device() const override { return at::kCPU; }
  std::size_t record(Work work, const Work&) override {
    recorded_.push_back(std::move(work));
    return recorded_.size() - 1;
  }
  void launch(std::size_t recorded) override { recorded_[recorded](); }
  void run(const Work& work) override { work(); }
  void wait() override {}
  at::Tensor host(at::IntArrayRef sizes, at::ScalarType type) const override {
    return at::empty(sizes, type);
  }

 private:
  std::vector<Work> recorded_;
};

}  // namespace

#ifndef DISSENT_CUDA
bool cuda_is_there() {
  return false;
}
std::string cuda_device() {
  return {};
}
std::unique_ptr<Queue> make_cuda_queue(bool) {
  fail("this build has no CUDA; build with a libtorch for CUDA (`cmake --preset cuda`), or use {} cpu",
       option("device"));
}
#endif

std::unique_ptr<Queue> make_queue(at::Device device, bool graphs) {
  if (device.is_cuda()) return make_cuda_queue(graphs);
  return std::make_unique<CpuQueue>();
}

}  // namespace dissent
