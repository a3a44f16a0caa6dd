// A value that must be one of a few names: an error lists them, and the nearest.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {

// `flag` opens the message: "--split: unknown value 'evalution'; did you mean 'evaluation'? known: ..."
inline void check_choice(std::string_view flag, std::string_view value,
                         std::initializer_list<std::string_view> choices) {
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  fail("--{}: {}", flag, unknown_name("value", value, {choices.begin(), choices.size()}));
}

}  // namespace dissent
