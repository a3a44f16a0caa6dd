// A value that must be one of a few: an enum and its names, listed once.
//
//   enum class Cut { multinomial, nested };
//   template <> struct Choices<Cut> {
//     static constexpr Choice<Cut> list[] = {{Cut::multinomial, "multinomial"}, {Cut::nested, "nested"}};
//   };
//
// A member `static constexpr std::string_view what = "cut"` says what messages call it, instead of "value".
#pragma once

#include <string_view>
#include <vector>

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

}  // namespace dissent
