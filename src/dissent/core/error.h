// fail(): bad input ends in an Error with a formatted message. `main` prints it in one line and exits with
// status 2; the library itself never exits.
#pragma once

#include <utility>

#include <fmt/format.h>

#include "dissent/core/exception.h"

namespace dissent {

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> message, Args&&... args) {
  throw Error(fmt::format(message, std::forward<Args>(args)...));
}

}  // namespace dissent
