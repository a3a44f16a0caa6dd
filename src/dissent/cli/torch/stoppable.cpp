#include "dissent/cli/torch/stoppable.h"

#include <cstdlib>

#include <fmt/format.h>

#include "dissent/cli/torch/interrupt.h"
#include "dissent/core/monitor.h"
#include "dissent/train/torch_errors.h"

namespace dissent::cli {

void stop_if_interrupted() {
  if (interrupted()) throw Stopped();
}

void stoppable(const std::function<void()>& work, std::string_view kept) {
  remember_interrupts();
  try {
    with_clear_errors([&] { work(); });
  } catch (const Stopped&) {
    fmt::print(stderr, "dissent: stopped; {}\n", kept);
    std::exit(kInterrupted);
  }
}

}  // namespace dissent::cli
