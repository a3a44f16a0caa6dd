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

Json audit_json(const Audit& audit) {
  Json json = {{"file", audit.file},   {"format", audit.format},   {"rows", audit.rows},
               {"votes", audit.votes}, {"dropped", audit.dropped}, {"remarks", audit.remarks}};
  json["oddities"] = Json::array();
  for (const Oddity& oddity : audit.oddities) {
    json["oddities"].push_back(
        {{"kind", oddity.kind}, {"count", oddity.count}, {"first", oddity.first}, {"note", oddity.note}});
  }
  return json;
}

}  // namespace dissent::cli
