#include "dissent/core/error.h"

namespace dissent {
namespace {

// Control characters that no message has: what stands between them is an option's key.
constexpr char kBegin = '\x0e', kEnd = '\x0f';

}  // namespace

std::string option(std::string_view key) {
  return kBegin + std::string(key) + kEnd;
}

std::string decorated(std::string_view message, const Decorate& decorate) {
  std::string text;
  while (true) {
    const std::size_t begin = message.find(kBegin);
    const std::size_t end = begin == message.npos ? begin : message.find(kEnd, begin);
    if (end == message.npos) return text += message;
    text += message.substr(0, begin);
    const std::string_view key = message.substr(begin + 1, end - begin - 1);
    text += decorate ? decorate(key) : std::string(key);
    message.remove_prefix(end + 1);
  }
}

Error::Error(std::string message) : std::runtime_error(decorated(message)), message_(std::move(message)) {}

}  // namespace dissent
