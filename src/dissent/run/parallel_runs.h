// How many runs train side by side where the user does not say.
#pragma once

#include <algorithm>
#include <cstddef>

namespace dissent {

constexpr std::size_t parallel_runs_on_gpu(bool encoders) {
  return encoders ? 8   // the steps of encoders are many small ones
                  : 4;  // more gain nothing on an H200
}
constexpr std::size_t parallel_runs_on_cpu(std::size_t threads) {
  return std::min<std::size_t>(threads, 8);  // each takes memory
}

}  // namespace dissent
