// What the first records of a JSON file hold: every path of keys, how often it is there and what values it
// has.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/json_table.h"

namespace dissent {

struct JsonPath {
  std::string path;
  std::size_t depth = 1;    // keys in the path
  std::size_t present = 0;  // records in which it is there and not null
  // How often its value is of each kind; an empty array or object is of the kind it can be.
  std::size_t scalars = 0, scalar_lists = 0, object_lists = 0, objects = 0, empty = 0;
  std::size_t values = 0;          // scalars, those in lists included
  std::set<std::string> distinct;  // of them
  bool fractions = false;          // some of them are numbers with a fraction
  bool texts = false;              // some of them are texts that are no numbers
  bool overflowed = false;         // `distinct` stopped at kMostDistinct

  bool is_scalar() const { return scalars > 0 && scalars == present; }
  bool is_scalar_list() const { return scalar_lists > 0 && scalar_lists + empty == present; }
  bool is_object_list() const { return object_lists > 0 && object_lists + empty == present; }
  bool is_object() const { return objects > 0 && objects + empty == present; }
  bool differs_everywhere() const { return distinct.size() == values && values > 1; }
};

struct JsonProfile {
  static constexpr std::size_t kMostRecords = 1000;
  static constexpr std::size_t kMostDistinct = 4096;

  std::size_t records = 0;
  std::vector<JsonPath> paths;     // in order of first appearance; an object's own path before those in it
  std::vector<Json> sample;        // up to kMostRecords records
  std::vector<std::string> names;  // of these, where records have names

  const JsonPath* find(std::string_view path) const;
  // Keys of the first level, for messages.
  std::vector<std::string> keys() const;
};

// Looks at the first records and rewinds the table.
JsonProfile profile_of(JsonTable& table);
// The same of the elements of the arrays at `path` of a profile's records.
JsonProfile profile_of_elements(const JsonProfile& records, std::string_view path);

}  // namespace dissent
