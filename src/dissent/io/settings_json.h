// Option structs (core/settings.h) as JSON objects, field by field in their order, and back.
#pragma once

#include <string>
#include <type_traits>

#include "dissent/core/choices.h"
#include "dissent/core/settings.h"
#include "dissent/io/json.h"

namespace dissent {

// An option's value: of a choice its name.
template <class Value>
Json setting_json(const Value& value) {
  if constexpr (IsChoice<Value>) {
    return name_of(value);
  } else {
    return value;
  }
}

template <class Options>
Json settings_json(const Options& options) {
  Json json = Json::object();
  for_each_field<Options>(
      [&](const auto& field) { json[std::string(field.name)] = setting_json(options.*field.member); });
  return json;
}

// Fields that are absent keep their value. Throws for a choice that there is not, and for a number that is
// none or that its field does not allow.
template <class Options>
void read_settings(const Json& json, Options& options) {
  for_each_field<Options>([&](const auto& field) {
    if (const auto found = json.find(std::string(field.name)); found != json.end()) {
      auto& value = options.*field.member;
      using Value = std::remove_reference_t<decltype(value)>;
      if constexpr (IsChoice<Value>) {
        value = choice_of<Value>(field.name, found->template get<std::string>());
      } else if constexpr (IsNumber<Value>) {
        value = value_within<Value>(field.limits, field.name, found->dump());
      } else {
        found->get_to(value);
      }
    }
  });
}

}  // namespace dissent
