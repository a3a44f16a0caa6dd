#include "dissent/stats/assignment.h"

#include <limits>

namespace dissent {

// Rows are added one by one; each time the shortest path of changes is found through the reduced costs
// cost - row potential - column potential, which stay at least 0. Row and column 0 stand for none.
std::vector<std::size_t> cheapest_assignment(std::span<const double> costs, std::size_t n) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  std::vector<double> row_potential(n + 1), column_potential(n + 1);
  std::vector<std::size_t> row_of(n + 1), before(n + 1);  // by column
  for (std::size_t row = 1; row <= n; ++row) {
    row_of[0] = row;
    std::size_t column = 0;
    std::vector<double> least(n + 1, kFar);
    std::vector<bool> reached(n + 1);
    do {
      reached[column] = true;
      const std::size_t from = row_of[column];
      double step = kFar;
      std::size_t next = 0;
      for (std::size_t c = 1; c <= n; ++c) {
        if (reached[c]) continue;
        const double reduced = costs[(from - 1) * n + c - 1] - row_potential[from] - column_potential[c];
        if (reduced < least[c]) {
          least[c] = reduced;
          before[c] = column;
        }
        if (least[c] < step) {
          step = least[c];
          next = c;
        }
      }
      for (std::size_t c = 0; c <= n; ++c) {
        if (reached[c]) {
          row_potential[row_of[c]] += step;
          column_potential[c] -= step;
        } else {
          least[c] -= step;
        }
      }
      column = next;
    } while (row_of[column] != 0);
    for (; column != 0; column = before[column]) row_of[column] = row_of[before[column]];
  }
  std::vector<std::size_t> column_of(n);
  for (std::size_t c = 1; c <= n; ++c) column_of[row_of[c] - 1] = c - 1;
  return column_of;
}

}  // namespace dissent
