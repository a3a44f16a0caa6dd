// What an import saw: rows read, votes kept, and every kind of oddity with its count and the first place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/import_plan.h"

namespace dissent {

struct Oddity {
  std::string
      kind;  // stable key: "empty-label", "unknown-label", "duplicate-vote", "item-without-votes", ...
  std::uint64_t count = 0;
  std::string first;  // the first place: "votes.csv, line 12" or "item 'x7'"
  std::string note;   // what was done about it, in words
};

struct Audit {
  std::string file;
  std::string format;         // the importer's name
  ImportPlan plan;            // how the file was read
  std::uint64_t rows = 0;     // records read
  std::uint64_t votes = 0;    // votes kept
  std::uint64_t dropped = 0;  // votes read and not kept
  std::vector<Oddity> oddities;
  std::vector<std::string> remarks;  // choices worth knowing: which columns, which order of classes

  // Counts one more of `kind` (or `count` more); the place and note of the first one stay.
  void add(std::string_view kind, std::string_view place, std::string_view note, std::uint64_t count = 1);
  const Oddity* find(std::string_view kind) const;
};

}  // namespace dissent
