// Options as structs: a struct lists its fields once, with name and meaning, and the command line, study
// files and the documentation are made from that list.
//
//   struct Example {
//     int bins = 15;
//     static constexpr auto fields() { return std::tuple{Field{"bins", &Example::bins, "equal-mass bins"}}; }
//   };
//
// A help text may hold `{}` in place of what a catalogue knows (names of models, of deliveries); the field
// then has a function that says it.
#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "dissent/core/exception.h"

namespace dissent {

template <class Struct, class Value>
struct Field {
  std::string_view name;  // its key; a front end decorates it: --NAME on the command line, NAME: in a file
  Value Struct::*member;
  // What it means. Another option stands there in braces, "as {by} says"; `{}` stands for what `known`
  // returns.
  std::string_view help;
  std::string (*known)() = nullptr;
};
template <class Struct, class Value>
Field(const char*, Value Struct::*, const char*) -> Field<Struct, Value>;
template <class Struct, class Value>
Field(const char*, Value Struct::*, const char*, std::string (*)()) -> Field<Struct, Value>;

std::string help_text(std::string_view help, std::string (*known)(), const Decorate& decorate);
// The whole help text of a field, with other options as `decorate` writes them; where it is empty, the bare
// keys.
template <class Struct, class Value>
std::string help_of(const Field<Struct, Value>& field, const Decorate& decorate = {}) {
  return help_text(field.help, field.known, decorate);
}

template <class Struct, class Visitor>
void for_each_field(Visitor&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, Struct::fields());
}

}  // namespace dissent
