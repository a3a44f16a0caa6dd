// JSON as a reader of files takes it, in a test.
#pragma once

#include "dissent/io/json_read.h"

namespace dissent::test {

// read(value) of the whole; messages open with "test.json" and end with "mend it".
template <class Read>
auto read_json(const Json& json, const Read& read) {
  const JsonSource source{"test.json", "mend it"};
  return read(JsonValue(json, source));
}

}  // namespace dissent::test
