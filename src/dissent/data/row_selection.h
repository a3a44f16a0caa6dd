// Rows of a dense array, chosen by index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dissent {

// The rows named, in that order, of an array of `each` cells a row.
template <class T>
std::vector<T> choose_rows(const std::vector<T>& cells, std::size_t each,
                           const std::vector<std::uint32_t>& rows) {
  std::vector<T> chosen;
  chosen.reserve(rows.size() * each);
  for (const std::uint32_t row : rows) {
    const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(row * each);
    chosen.insert(chosen.end(), begin, begin + static_cast<std::ptrdiff_t>(each));
  }
  return chosen;
}

}  // namespace dissent
