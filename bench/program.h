// The end of every benchmark program: its words to `run`, a failure as one line and status 2.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace dissent {

template <class Run>
int bench_program(const char* name, int argc, char** argv, Run&& run) {
  try {
    return run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    return 2;
  }
}

}  // namespace dissent
