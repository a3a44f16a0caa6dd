// Long work that Ctrl-C ends, with a word on what becomes of it.
#pragma once

#include <functional>
#include <string_view>

namespace dissent::cli {

void stop_if_interrupted();  // throws, where Ctrl-C was seen
// Does the work; where it was stopped, says so and ends the process with the status that shells expect.
void stoppable(const std::function<void()>& work,
               std::string_view kept = "what was measured is kept, and the same command goes on from there");

}  // namespace dissent::cli
