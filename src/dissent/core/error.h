// The one exception of the library: a message that names the value, the place and the cure.
// `main` prints it in one line and exits with status 2; the library itself never exits.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace dissent {

// An option's key inside a message. The library knows an option by its key ("epochs"); a front end writes it
// as its users do: --epochs on the command line, epochs: in a study file, epochs= in Python.
std::string option(std::string_view key);
using Decorate = std::function<std::string(std::string_view key)>;
// The message with every option() in it as `decorate` writes it.
std::string decorated(std::string_view message, const Decorate& decorate);

class Error : public std::runtime_error {
 public:
  // what() has the bare keys of options.
  explicit Error(std::string message);
  // With each option as the front end writes it.
  std::string text(const Decorate& decorate) const { return decorated(message_, decorate); }
  // As it was given, options marked: for a message that goes on into another one.
  const std::string& message() const { return message_; }

 private:
  std::string message_;
};

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> message, Args&&... args) {
  throw Error(fmt::format(message, std::forward<Args>(args)...));
}

}  // namespace dissent
