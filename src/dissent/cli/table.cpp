#include "dissent/cli/table.h"

#include "dissent/cli/terminal.h"

namespace dissent::cli {

std::string Table::text() const {
  std::string out;
  bool head = true;
  for (const std::string& line : lines()) {
    const std::string here = line.empty() ? "" : "  " + line;
    out += (head ? styled(here, Style::dim) : here) + "\n";
    head = false;
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
