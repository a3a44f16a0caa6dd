// What the columns of a table's first rows hold.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "dissent/votes/table_layout.h"

namespace dissent {

// One column of the sample.
struct ColumnProfile {
  std::size_t cells = 0;  // that are there
  std::size_t numbers = 0;
  bool missing = false, fractions = false, outside_unit = false, negative = false, long_text = false;
  std::set<std::string> values;  // numbers in their shortest form

  bool is_number() const { return cells > 0 && numbers == cells; }
  bool is_text() const { return cells > 0 && numbers * 2 < cells; }
  bool is_unique() const { return cells > 0 && values.size() == cells; }
};

// One for each column; every record has a cell for each.
std::vector<ColumnProfile> column_profiles(const std::vector<TableRecord>& records, std::size_t columns);

// Annotators of one task use the same labels: those of the candidates whose values are, for the most part,
// also values of another one. Texts and ids have values of their own.
std::vector<std::size_t> sharing_columns(const std::vector<ColumnProfile>& profiles,
                                         const std::vector<std::size_t>& candidates);

}  // namespace dissent
