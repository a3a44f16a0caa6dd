// The one exception of the library: a message that names the value, the place and the cure, in one line.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dissent {

// An option's key inside a message. The library knows an option by its key ("epochs"); a front end writes it
// as its users do: --epochs on the command line, epochs: in a study file, epochs= in Python.
std::string option(std::string_view key);
// How a front end writes an option; where it is empty, the bare key stands.
using Decorate = std::function<std::string(std::string_view key)>;
// The message with every option() in it as `decorate` writes it.
std::string decorated(std::string_view message, const Decorate& decorate = {});

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

}  // namespace dissent
