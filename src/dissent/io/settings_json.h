// Option structs (core/settings.h) as JSON objects, field by field in their order, and back.
#pragma once

#include <limits>
#include <string>
#include <type_traits>

#include "dissent/core/choices.h"
#include "dissent/core/settings.h"
#include "dissent/io/json.h"
#include "dissent/io/json_read.h"

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

// One of an enum's values, by its name.
template <IsChoice Enum>
Enum read_choice(const JsonValue& json) {
  const std::string name = json.text();
  for (const auto& choice : Choices<Enum>::list) {
    if (choice.name == name) return choice.value;
  }
  json.refuse("{}", unknown_choice<Enum>(name));
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
void read_settings(const JsonValue& json, Options& options) {
  for_each_field<Options>([&](const auto& field) {
    const auto found = json.find(field.name);
    if (!found) return;
    auto& value = options.*field.member;
    using Value = std::remove_reference_t<decltype(value)>;
    if constexpr (IsChoice<Value>) {
      value = read_choice<Value>(*found);
    } else if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>) {
      value = found->template whole<Value>(
          {std::numeric_limits<Value>::min(), std::numeric_limits<Value>::max()});
    } else {
      value = found->template as<Value>();
    }
    if constexpr (IsNumber<Value>) {
      if (!field.limits.allow(static_cast<double>(value)))
        found->refuse("{}, where a number {} is wanted", found->json().dump(), to_string(field.limits));
    }
  });
}

}  // namespace dissent
