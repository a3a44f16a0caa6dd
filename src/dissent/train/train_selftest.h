// Checks of a device on the spot, against the CPU and against itself: delivery, float32 forward and
// gradients, graphs against single operations, resume, runs side by side against alone. For machines that no
// test suite runs on.
#pragma once

#include <functional>
#include <string>

namespace dissent {

struct SelfCheck {
  std::string name;
  bool passed = false;
  std::string detail;  // what was compared, and how far apart it was
};

void selftest(bool cuda, const std::function<void(const SelfCheck&)>& report);

}  // namespace dissent
