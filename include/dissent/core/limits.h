// What an option's number may be: stated once, beside the option, and checked wherever options come in. NaN
// and infinities never are.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace dissent {

template <class Value>
concept IsNumber = std::is_arithmetic_v<Value> && !std::same_as<Value, bool>;

struct Limits {
  double least = 0, most = 0;
  bool with_least = true, with_most = true;  // whether these are allowed themselves

  constexpr bool allow(double value) const {
    return (with_least ? value >= least : value > least) && (with_most ? value <= most : value < most);
  }
  // Those that a variable of this type can hold.
  template <IsNumber Value>
  constexpr Limits of_type() const {
    constexpr auto lowest = static_cast<double>(std::numeric_limits<Value>::lowest());
    constexpr auto highest = static_cast<double>(std::numeric_limits<Value>::max());
    Limits held = *this;
    if (lowest > least) held.least = lowest;
    if (highest < most) held.most = highest;
    return held;
  }
};

constexpr Limits from_to(double least, double most) {
  return {least, most};
}
constexpr Limits from_to_below(double least, double most) {
  return {least, most, true, false};
}
constexpr Limits above_to(double least, double most) {
  return {least, most, false, true};
}
constexpr Limits from_up(double least) {
  return {least, std::numeric_limits<double>::max()};
}

// "from 0 to 1", "from 0 to below 1", "above 0, at most 1000", "from 1 up".
std::string to_string(const Limits& limits);

// An option's value out of its text, or an error that names the option, the text and what is allowed.
double number_within(const Limits& limits, std::string_view key, std::string_view text);
std::int64_t whole_number_within(const Limits& limits, std::string_view key, std::string_view text);
template <IsNumber Value>
Value value_within(const Limits& limits, std::string_view key, std::string_view text) {
  if constexpr (std::floating_point<Value>) {
    return static_cast<Value>(number_within(limits, key, text));
  } else {
    return static_cast<Value>(whole_number_within(limits.of_type<Value>(), key, text));
  }
}

// The same error for a number that is there already.
void check_within(const Limits& limits, std::string_view key, double value);
void check_whole_within(const Limits& limits, std::string_view key, double value);

}  // namespace dissent
