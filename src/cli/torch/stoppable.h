// Long measurements that Ctrl-C ends with what was measured so far kept.
#pragma once

#include <functional>

namespace dissent::cli {

void stop_if_interrupted();  // throws, where Ctrl-C was seen
// Does the work; where it was stopped, says so and ends the process with the status that shells expect.
void stoppable(const std::function<void()>& work);

}  // namespace dissent::cli
