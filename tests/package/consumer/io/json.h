// The consumer's own io/json.h: dissent's headers must not find it, nor be found in its stead.
#pragma once

#include <string>

namespace json {
inline std::string quoted(const std::string& text) {
  return '"' + text + '"';
}
}  // namespace json
