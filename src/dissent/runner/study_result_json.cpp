#include "dissent/runner/study_result_json.h"

#include "dissent/study/study_summary_json.h"

namespace dissent {

Json study_result_json(const StudyResult& result) {
  const StudyExecution& done = result.execution;
  Json failures = Json::array();
  for (const RunFailure& failure : done.failures)
    failures.push_back({{"run", failure.run}, {"reason", failure.reason}});
  Json json = study_summary_json(result.summary);
  json["conducted"] = {{"trained", done.trained}, {"failures", std::move(failures)},
                       {"remarks", done.remarks}, {"elsewhere", done.elsewhere},
                       {"stopped", done.stopped}, {"steps", done.steps},
                       {"seconds", done.seconds}};
  return json;
}

}  // namespace dissent
