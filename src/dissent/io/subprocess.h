// Another program run to its end without a shell: its arguments reach it as they are.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "dissent/io/source_error.h"

namespace dissent {

struct ProcessResult {
  int status = 0;      // its exit status; 128 + N where signal N ended it
  bool late = false;   // it was ended because it ran longer than it might
  std::string output;  // what it wrote to standard output (the last 16 kB)
  std::string errors;  // what it wrote to standard error (the last 16 kB)
};

// Whether `program` is found on PATH.
bool program_exists(const std::string& program);

// Runs arguments[0] from PATH with empty input. `waiting` is called several times a second. Throws
// SourceError where it cannot be started.
ProcessResult run_program(const std::vector<std::string>& arguments, std::chrono::seconds most,
                          const std::function<void()>& waiting = {});

}  // namespace dissent
