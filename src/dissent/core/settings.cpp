#include "dissent/core/settings.h"

namespace dissent {

std::string help_text(std::string_view help, std::string (*known)(), const Decorate& decorate) {
  std::string text;
  while (true) {
    const std::size_t begin = help.find('{');
    const std::size_t end = begin == help.npos ? begin : help.find('}', begin);
    if (end == help.npos) return text += help;
    const std::string_view key = help.substr(begin + 1, end - begin - 1);
    text += help.substr(0, begin);
    if (key.empty() && known != nullptr) {
      text += known();
    } else {
      text += decorate ? decorate(key) : std::string(key);
    }
    help.remove_prefix(end + 1);
  }
}

std::string with_limits(const std::string& help, const Limits& limits) {
  return help + " (" + to_string(limits) + ")";
}

}  // namespace dissent
