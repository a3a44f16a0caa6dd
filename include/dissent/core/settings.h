// Options as structs: a struct lists its fields once, with name and meaning, and the command line, study
// files and the documentation are made from that list.
//
//   struct Example {
//     int bins = 15;
//     static constexpr auto fields() { return std::tuple{Field{"bins", &Example::bins, "equal-mass bins"}}; }
//   };
#pragma once

#include <string_view>
#include <tuple>

namespace dissent {

template <class Struct, class Value>
struct Field {
  std::string_view name;  // as on the command line, without the dashes
  Value Struct::*member;
  std::string_view help;
};
template <class Struct, class Value>
Field(const char*, Value Struct::*, const char*) -> Field<Struct, Value>;

template <class Struct, class Visitor>
void for_each_field(Visitor&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, Struct::fields());
}

}  // namespace dissent
