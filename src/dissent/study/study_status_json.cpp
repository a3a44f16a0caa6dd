#include "dissent/study/study_status_json.h"

#include "dissent/run/run_spec_json.h"

namespace dissent {

Json study_status_json(const StudyStatus& status) {
  Json runs = Json::array();
  for (const RunStatus& one : status.runs) {
    Json json = {{"id", one.run.id}, {"name", one.run.name}, {"spec", canonical(one.run.spec)}};
    if (one.state == RunState::failed) {
      json["state"] = "failed: " + one.failure;
    } else if (one.state) {
      json["state"] = name_of(*one.state);
    }
    runs.push_back(std::move(json));
  }
  return {{"study", status.study},
          {"runs", std::move(runs)},
          {"missing", status.missing},
          {"estimate", {{"seconds", status.time.seconds}, {"basis", status.time.basis}}}};
}

}  // namespace dissent
