// Values that a JSON object may lack: what an older version did not write keeps its default.
#pragma once

#include "dissent/core/undefined.h"
#include "dissent/io/json.h"

namespace dissent {

// A value that is absent or null stays as it is.
template <class Value>
void read_if_there(const Json& json, const char* key, Value& value) {
  if (const auto found = json.find(key); found != json.end() && !found->is_null()) found->get_to(value);
}

// NaN where it is null or absent.
inline double number_at(const Json& json, const char* key) {
  double value = kUndefined;
  read_if_there(json, key, value);
  return value;
}

}  // namespace dissent
