#include "dissent/train/memory.h"

#include <fstream>
#include <string>

#ifdef DISSENT_CUDA
#include <c10/cuda/CUDACachingAllocator.h>
#include <cuda_runtime_api.h>
#endif

namespace dissent {

std::uint64_t free_memory(at::Device device) {
#ifdef DISSENT_CUDA
  if (device.is_cuda()) {
    std::size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    // What torch holds and does not use is ours, too.
    const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(device.index());
    return free +
           static_cast<std::uint64_t>(stats.reserved_bytes[0].current - stats.allocated_bytes[0].current);
  }
#else
  static_cast<void>(device);
#endif
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("MemAvailable:"))
      return 1024 * std::stoull(line.substr(line.find_first_of("0123456789")));
  }
  return 0;
}

}  // namespace dissent
