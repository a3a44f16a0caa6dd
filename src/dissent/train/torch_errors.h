// libtorch's exceptions carry pages of back-trace; users get one line with the cure where there is one.
#pragma once

#include <string>

#include <c10/util/Exception.h>

#include "dissent/core/error.h"

namespace dissent {

template <class Work>
auto with_clear_errors(Work&& work) {
  try {
    return work();
  } catch (const c10::Error& error) {
    std::string message = error.what_without_backtrace();
    if (message.find("out of memory") != std::string::npos ||
        message.find("can't allocate memory") != std::string::npos) {
      fail("out of memory on the device; use a smaller {} or {}, a smaller {} or fewer {}", option("batch"),
           option("max-length"), option("model"), option("jobs"));
    }
    fail("libtorch: {}", message.substr(0, message.find('\n')));
  }
}

}  // namespace dissent
