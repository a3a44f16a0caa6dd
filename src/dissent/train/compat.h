// What libtorch 1.13 (Debian) and 2.x name differently, in one place.
#pragma once

#include <ATen/autocast_mode.h>
#include <torch/version.h>

namespace dissent {

// bf16 autocast on a device, without its cache of cast weights, until destruction.
class Autocast {
 public:
  Autocast(bool enabled, at::DeviceType device) : device_(device), enabled_(enabled) {
    if (!enabled_) return;
    cache_ = at::autocast::is_autocast_cache_enabled();
    at::autocast::set_autocast_cache_enabled(false);
    set(true);
  }
  ~Autocast() {
    if (!enabled_) return;
    set(false);
    at::autocast::clear_cache();
    at::autocast::set_autocast_cache_enabled(cache_);
  }
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;

 private:
  void set(bool on) const {
#if TORCH_VERSION_MAJOR >= 2
    at::autocast::set_autocast_dtype(device_, at::kBFloat16);
    at::autocast::set_autocast_enabled(device_, on);
#else
    if (device_ == at::kCPU) {
      at::autocast::set_autocast_cpu_dtype(at::kBFloat16);
      at::autocast::set_cpu_enabled(on);
    } else {
      at::autocast::set_autocast_gpu_dtype(at::kBFloat16);
      at::autocast::set_enabled(on);
    }
#endif
  }
  at::DeviceType device_;
  bool enabled_;
  bool cache_ = false;
};

}  // namespace dissent
