// How much memory a device has left for us.
#pragma once

#include <cstdint>

#include <c10/core/Device.h>

namespace dissent {

std::uint64_t free_memory(at::Device device);  // bytes

}  // namespace dissent
