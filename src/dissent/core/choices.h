// A value that must be one of a few names: an enum and its names, listed once. An unknown name is an error
// that lists them, and the nearest.
//
//   enum class Cut { multinomial, nested };
//   template <> struct Choices<Cut> {
//     static constexpr Choice<Cut> list[] = {{Cut::multinomial, "multinomial"}, {Cut::nested, "nested"}};
//   };
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {

template <class Enum>
struct Choice {
  Enum value;
  std::string_view name;  // as in files and on the command line
};
template <class Enum>
struct Choices;  // specialised for every enum that is an option

template <class Enum>
concept IsChoice = requires {
  Choices<Enum>::list[0].name;
};

template <IsChoice Enum>
std::string_view name_of(Enum value) {
  for (const auto& choice : Choices<Enum>::list) {
    if (choice.value == value) return choice.name;
  }
  return "";
}

template <IsChoice Enum>
std::vector<std::string_view> names_of() {
  std::vector<std::string_view> names;
  for (const auto& choice : Choices<Enum>::list) names.push_back(choice.name);
  return names;
}

// `key` is the option's, for the message.
template <IsChoice Enum>
Enum choice_of(std::string_view key, std::string_view name) {
  for (const auto& choice : Choices<Enum>::list) {
    if (choice.name == name) return choice.value;
  }
  fail("{}: {}", option(key), unknown_name("value", name, names_of<Enum>()));
}

// The same for an option that is still a text: "split: unknown value 'evalution'; did you mean 'evaluation'?
// ..."
inline void check_choice(std::string_view key, std::string_view value,
                         std::initializer_list<std::string_view> choices) {
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  fail("{}: {}", option(key), unknown_name("value", value, {choices.begin(), choices.size()}));
}

}  // namespace dissent
