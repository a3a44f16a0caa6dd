#include "dissent/cli/torch/interrupt.h"

#include <csignal>
#include <initializer_list>

namespace dissent::cli {
namespace {

volatile std::sig_atomic_t asked = 0;

void remember(int signal) {
  asked = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void remember_interrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, remember);
}

bool interrupted() {
  return asked != 0;
}

}  // namespace dissent::cli
