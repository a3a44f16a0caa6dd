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

namespace dissent {

template <class Struct, class Value>
struct Field {
  std::string_view name;  // as on the command line, without the dashes
  Value Struct::*member;
  std::string_view help;
  std::string (*known)() = nullptr;  // what stands for `{}` in the help
};
template <class Struct, class Value>
Field(const char*, Value Struct::*, const char*) -> Field<Struct, Value>;
template <class Struct, class Value>
Field(const char*, Value Struct::*, const char*, std::string (*)()) -> Field<Struct, Value>;

// The whole help text of a field.
template <class Struct, class Value>
std::string help_of(const Field<Struct, Value>& field) {
  std::string help(field.help);
  if (field.known != nullptr) help.replace(help.find("{}"), 2, field.known());
  return help;
}

template <class Struct, class Visitor>
void for_each_field(Visitor&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, Struct::fields());
}

}  // namespace dissent
