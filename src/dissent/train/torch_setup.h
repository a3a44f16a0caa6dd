// libtorch set up for an operation: on which device, and with how many threads.
//
// What is process-wide in libtorch, and is set once for all operations: matrix products and convolutions in
// full float32 (no TF32 unless geometry asks for it), cuDNN's search for the fastest algorithm, and an
// allocator of the system that keeps large blocks. at::set_num_threads() holds for the thread that calls it
// and for threads that first use libtorch later; operations set it in every thread that works for them, so
// that two of them may use different numbers.
#pragma once

#include <c10/core/Device.h>

#include "dissent/core/parallel.h"
#include "dissent/run/train_options.h"

namespace dissent {

// Throws where the device is unknown or not there.
bool use_cuda(const ExecutionOptions& options);
at::Device device_of(const ExecutionOptions& options);  // the first GPU, or the CPU

// Sets up the process, and this thread's number of threads for good: for programs. Returns that number.
int prepare_torch(const ExecutionOptions& options);

// While it lives, libtorch and parallel work of this thread use the options' number of threads. Sets up the
// process where that has not been done.
class TorchScope {
 public:
  explicit TorchScope(const ExecutionOptions& options);
  ~TorchScope();
  TorchScope(const TorchScope&) = delete;
  TorchScope& operator=(const TorchScope&) = delete;

 private:
  ThreadScope threads_;
  int before_;
};

}  // namespace dissent
