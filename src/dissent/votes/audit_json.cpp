#include "dissent/votes/audit_json.h"

namespace dissent {

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

}  // namespace dissent
