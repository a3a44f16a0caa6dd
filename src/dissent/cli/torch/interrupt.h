// Ctrl-C and the like as a wish to stop: the first one is remembered, the second one ends the process.
#pragma once

namespace dissent::cli {

inline constexpr int kInterrupted = 130;  // exit status

void remember_interrupts();
bool interrupted();

}  // namespace dissent::cli
