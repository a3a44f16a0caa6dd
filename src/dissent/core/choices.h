// Names of choices from files and from the command line: an unknown one is an error that lists those that are
// known, and the nearest.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "dissent/core/choice.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {

// "unknown value 'cosin'; did you mean 'cosine'? known: ..."
template <IsChoice Enum>
std::string unknown_choice(std::string_view name) {
  std::string_view what = "value";
  if constexpr (requires { Choices<Enum>::what; }) what = Choices<Enum>::what;
  return unknown_name(what, name, names_of<Enum>());
}

// `key` is the option's, for the message.
template <IsChoice Enum>
Enum choice_of(std::string_view key, std::string_view name) {
  for (const auto& choice : Choices<Enum>::list) {
    if (choice.name == name) return choice.value;
  }
  fail("{}: {}", option(key), unknown_choice<Enum>(name));
}

// The same for an option that is still a text: "split: unknown value 'evalution'; did you mean 'evaluation'?
// ..."
inline void check_choice(std::string_view key, std::string_view value,
                         std::initializer_list<std::string_view> choices) {
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  fail("{}: {}", option(key), unknown_name("value", value, {choices.begin(), choices.size()}));
}

}  // namespace dissent
