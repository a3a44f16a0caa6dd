// Named fields of a CSV, TSV, JSON or JSON Lines file, record by record: what gold labels and text inputs are
// read with.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/source.h"

namespace dissent {

class Record {
 public:
  Record(std::span<const std::string_view> values, const std::function<std::string()>& place)
      : values_(values), place_(place) {}
  std::string_view operator[](std::size_t field) const { return values_[field]; }
  std::string place() const { return place_(); }  // "gold.csv, line 12"; made when asked for

 private:
  std::span<const std::string_view> values_;
  const std::function<std::string()>& place_;
};

// Calls `visit` with the values of `fields` in each record. In JSON a field may be a path of keys
// ("example.premise"), and null is the empty text. A JSON document of named records, {name: {...}, ...}, is
// read as a list of them; a record's name is its field `item`, unless it has a key of that name. An unknown
// field is an error that lists the known ones; `where` opens it, where it says something: "dataset.yaml, line
// 3, column 9".
void for_each_record(const Source& source, const std::vector<std::string>& fields, std::string_view where,
                     const std::function<void(const Record&)>& visit);

}  // namespace dissent
