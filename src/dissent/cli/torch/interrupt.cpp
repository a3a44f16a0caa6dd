#include "dissent/cli/torch/interrupt.h"

#include <csignal>

#include "dissent/io/temporary.h"

namespace dissent::cli {
namespace {

volatile std::sig_atomic_t asked = 0;

void remember(int) {
  asked = 1;
  remove_temporaries_on_signals();
}

}  // namespace

void remember_interrupts() {
  handle_end_signals(remember);
}

bool interrupted() {
  return asked != 0;
}

}  // namespace dissent::cli
