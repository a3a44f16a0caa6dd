// Options as structs: a struct lists its fields once, with name, meaning and what a number may be, and the
// command line, study files and the documentation are made from that list.
//
//   struct Example {
//     int bins = 15;
//     static constexpr auto fields() {
//       return std::tuple{Field{"bins", &Example::bins, from_to(1, 1000), "equal-mass bins"}};
//     }
//   };
//
// A help text may hold `{}` in place of what a catalogue knows (names of models, of deliveries); the field
// then has a function that says it.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "dissent/core/exception.h"
#include "dissent/core/limits.h"

namespace dissent {

template <class Struct, class Value>
struct Field {
  std::string_view name;  // its key; a front end decorates it: --NAME on the command line, NAME: in a file
  Value Struct::*member;
  Limits limits;  // of a number
  // What it means. Another option stands there in braces, "as {by} says"; `{}` stands for what `known`
  // returns.
  std::string_view help;
  std::string (*known)() = nullptr;

  constexpr Field(std::string_view key, Value Struct::*to, std::string_view meaning,
                  std::string (*names)() = nullptr) requires(!IsNumber<Value>)
      : name(key), member(to), help(meaning), known(names) {}
  // A number without limits does not compile.
  constexpr Field(std::string_view key, Value Struct::*to, Limits allowed, std::string_view meaning,
                  std::string (*names)() = nullptr) requires(IsNumber<Value>)
      : name(key), member(to), limits(allowed), help(meaning), known(names) {}
};

std::string help_text(std::string_view help, std::string (*known)(), const Decorate& decorate);
// A help text with what a number may be: "equal-mass bins (from 1 to 1000)".
std::string with_limits(const std::string& help, const Limits& limits);
// The whole help text of a field, with other options as `decorate` writes them; where it is empty, the bare
// keys.
template <class Struct, class Value>
std::string help_of(const Field<Struct, Value>& field, const Decorate& decorate = {}) {
  std::string help = help_text(field.help, field.known, decorate);
  if constexpr (IsNumber<Value>) return with_limits(help, field.limits);
  return help;
}

template <class Struct, class Visitor>
void for_each_field(Visitor&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, Struct::fields());
}

// Throws where a number is none that its field allows: for options that come from a program instead of a
// command line or a file, which say it when they are read.
template <class Options>
void check_limits(const Options& options) {
  for_each_field<Options>([&](const auto& field) {
    using Value = std::remove_cvref_t<decltype(options.*field.member)>;
    if constexpr (std::is_floating_point_v<Value>) {
      check_within(field.limits, field.name, options.*field.member);
    } else if constexpr (IsNumber<Value>) {
      check_whole_within(field.limits, field.name, static_cast<double>(options.*field.member));
    }
  });
}

}  // namespace dissent
