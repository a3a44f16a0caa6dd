#include "dissent/cli/audit_view.h"

#include <fmt/format.h>

#include "dissent/cli/terminal.h"

namespace dissent::cli {

std::vector<std::string> audit_lines(const Audit& audit) {
  std::vector<std::string> lines;
  for (const std::string& remark : audit.remarks) lines.push_back(remark);
  for (const Oddity& oddity : audit.oddities) {
    lines.push_back(fmt::format("{} x {}: {} (first: {})", grouped(oddity.count), oddity.kind, oddity.note,
                                oddity.first));
  }
  return lines;
}

}  // namespace dissent::cli
