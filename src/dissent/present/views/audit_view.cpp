#include "dissent/present/views/audit_view.h"

#include <fmt/format.h>

#include "dissent/present/digits.h"

namespace dissent {

std::vector<std::string> audit_lines(const Audit& audit) {
  std::vector<std::string> lines = audit.remarks;
  for (const Oddity& oddity : audit.oddities) {
    lines.push_back(fmt::format("{} x {}: {} (first: {})", grouped(oddity.count), oddity.kind, oddity.note,
                                oddity.first));
  }
  return lines;
}

}  // namespace dissent
