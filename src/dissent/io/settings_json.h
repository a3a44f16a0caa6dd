// Option structs (core/settings.h) as JSON objects, field by field in their order, and back.
#pragma once

#include <string>

#include "dissent/core/settings.h"
#include "dissent/io/json.h"

namespace dissent {

template <class Options>
Json settings_json(const Options& options) {
  Json json = Json::object();
  for_each_field<Options>([&](const auto& field) { json[std::string(field.name)] = options.*field.member; });
  return json;
}

// Fields that are absent keep their value.
template <class Options>
void read_settings(const Json& json, Options& options) {
  for_each_field<Options>([&](const auto& field) {
    if (const auto found = json.find(std::string(field.name)); found != json.end()) {
      found->get_to(options.*field.member);
    }
  });
}

}  // namespace dissent
