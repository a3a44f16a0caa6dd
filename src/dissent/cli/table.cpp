#include "dissent/cli/table.h"

#include "dissent/cli/terminal.h"

namespace dissent::cli {

std::string Table::text() const {
  std::string out;
  const std::vector<std::size_t> wide = widths();
  for (std::size_t r = 0; r < rows().size(); ++r) {
    std::string here = "  " + line(rows()[r], wide, "  ");
    while (here.back() == ' ') here.pop_back();
    out += (r == 0 ? styled(here, Style::dim) : here) + "\n";
  }
  return out;
}

std::string Table::as(std::string_view format) const {
  if (format == "markdown") return markdown();
  if (format == "csv") return csv();
  if (format == "latex") return latex();
  return text();
}

}  // namespace dissent::cli
