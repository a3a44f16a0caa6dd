// A small table of texts, the first row being its head: aligned for a terminal, or as Markdown, CSV or LaTeX.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dissent::cli {

class Table {
 public:
  enum class Align { left, right };  // of all columns but the first, which is always left-aligned
  explicit Table(Align align = Align::right) : align_(align) {}

  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.size() < 2; }

  std::string text() const;  // indented by two columns, the head dim
  std::string markdown() const;
  std::string csv() const;
  std::string latex() const;  // a booktabs tabular

  // One of the formats by name: text, markdown, csv, latex.
  std::string as(std::string_view format) const;

 private:
  std::vector<std::size_t> widths() const;
  std::string line(const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
                   std::string_view between) const;

  Align align_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace dissent::cli
