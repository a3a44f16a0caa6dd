// A small table of texts, the first row being its head, as aligned lines, Markdown, CSV or LaTeX. Whatever
// the texts hold, a cell stays a cell.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dissent {

class TextTable {
 public:
  // The first `texts` columns are texts, aligned on the left; the others are numbers, aligned on the right.
  explicit TextTable(std::size_t texts = 1) : texts_(texts) {}
  static constexpr std::size_t kAll = static_cast<std::size_t>(-1);

  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.size() < 2; }

  // A line a row, two blanks between columns and none at the end of a line.
  std::vector<std::string> lines() const;
  std::string markdown() const;
  std::string csv() const;
  std::string latex() const;  // a booktabs tabular

 private:
  std::string line(const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
                   std::string_view between) const;

  std::size_t texts_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace dissent
