#include "dissent/model/onednn.h"

#include <cstdlib>
#include <mutex>

#include <torch/version.h>

namespace dissent {

void keep_onednn_from_amx() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (TORCH_VERSION_MAJOR < 2) ::setenv("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16", /*overwrite=*/0);
  });
}

}  // namespace dissent
