#include "dissent/train/torch_setup.h"

#include <mutex>
#include <string_view>

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <malloc.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/train/queue.h"

namespace dissent {
namespace {

void set_up_process() {
  static std::once_flag once;
  std::call_once(once, [] {
    // Large tensors come from memory that is kept: by default each would be mapped and zeroed anew by the
    // system.
    ::mallopt(M_MMAP_MAX, 0);
    ::mallopt(M_TRIM_THRESHOLD, -1);
    at::globalContext().setBenchmarkCuDNN(true);
    at::globalContext().setAllowTF32CuDNN(false);  // float32 means float32
    at::globalContext().setAllowTF32CuBLAS(false);
  });
}

}  // namespace

bool use_cuda(const ExecutionOptions& options) {
  if (options.device == DeviceKind::cpu) return false;
  if (options.device == DeviceKind::automatic) return cuda_is_there();
  make_queue(at::kCUDA);  // fails with the reason
  return true;
}

at::Device device_of(const ExecutionOptions& options) {
  return use_cuda(options) ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU);
}

int prepare_torch(const ExecutionOptions& options) {
  check_limits(options);
  set_up_process();
  const ThreadScope scope(options.threads);
  const int threads = static_cast<int>(thread_count());
  at::set_num_threads(threads);
  return threads;
}

TorchScope::TorchScope(const ExecutionOptions& options)
    : threads_(options.threads), before_(at::get_num_threads()) {
  check_limits(options);
  set_up_process();
  at::set_num_threads(static_cast<int>(thread_count()));
}

TorchScope::~TorchScope() {
  at::set_num_threads(before_);
}

}  // namespace dissent
