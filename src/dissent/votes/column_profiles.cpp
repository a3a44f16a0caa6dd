#include "dissent/votes/column_profiles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "dissent/core/text.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {

std::vector<ColumnProfile> column_profiles(const std::vector<TableRecord>& records, std::size_t columns) {
  std::vector<ColumnProfile> profiles(columns);
  for (const TableRecord& record : records) {
    for (std::size_t c = 0; c < record.size(); ++c) {
      ColumnProfile& column = profiles[c];
      if (is_missing_label(record[c])) {
        column.missing = true;
        continue;
      }
      ++column.cells;
      const auto number = parse_double(record[c]);
      column.values.insert(number ? shortest(*number) : std::string(trim(record[c])));
      column.long_text |= record[c].size() > 80;
      if (!number) continue;
      ++column.numbers;
      column.fractions |= *number != std::floor(*number);
      column.outside_unit |= !(*number >= 0 && *number <= 1);
      column.negative |= *number < 0;
    }
  }
  return profiles;
}

std::vector<std::size_t> sharing_columns(const std::vector<ColumnProfile>& profiles,
                                         const std::vector<std::size_t>& candidates) {
  std::map<std::string_view, std::size_t> columns_with;
  std::vector<std::size_t> plausible;
  for (const std::size_t c : candidates) {
    const ColumnProfile& column = profiles[c];
    const bool ids = column.is_unique() && column.cells >= 10 && column.values.size() > 20;
    if (column.cells > 0 && (column.long_text || ids)) continue;
    plausible.push_back(c);
    for (const std::string& value : column.values) ++columns_with[value];
  }
  std::vector<std::size_t> sharing;
  for (const std::size_t c : plausible) {
    const ColumnProfile& column = profiles[c];
    const auto shared = std::count_if(column.values.begin(), column.values.end(),
                                      [&](const std::string& value) { return columns_with[value] > 1; });
    // An annotator without a vote in the sample is one all the same.
    if (column.cells == 0 || 2 * static_cast<std::size_t>(shared) >= column.values.size())
      sharing.push_back(c);
  }
  return sharing;
}

}  // namespace dissent
