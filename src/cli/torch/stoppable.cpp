#include "cli/torch/stoppable.h"

#include <cstdlib>

#include <fmt/format.h>

#include "cli/torch/interrupt.h"
#include "train/torch_errors.h"

namespace dissent::cli {
namespace {

struct Stopped {};

}  // namespace

void stop_if_interrupted() {
  if (interrupted()) throw Stopped();
}

void stoppable(const std::function<void()>& work) {
  remember_interrupts();
  try {
    with_clear_errors([&] { work(); });
  } catch (const Stopped&) {
    fmt::print(stderr,
               "dissent: stopped; what was measured is kept, and the same command goes on from there\n");
    std::exit(kInterrupted);
  }
}

}  // namespace dissent::cli
