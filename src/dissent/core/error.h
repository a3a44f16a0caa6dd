// The one exception of the library: a message that names the value, the place and the cure.
// `main` prints it in one line and exits with status 2; the library itself never exits.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace dissent {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> message, Args&&... args) {
  throw Error(fmt::format(message, std::forward<Args>(args)...));
}

}  // namespace dissent
