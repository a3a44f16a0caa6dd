#include "dissent/run/train_result_json.h"

#include <utility>

#include "dissent/core/exception.h"
#include "dissent/run/run_record_json.h"

namespace dissent {

Json train_result_json(const TrainResult& result) {
  Json runs = Json::array();
  for (const RunResult& run : result.runs) {
    Json record = run_record_json(run.record);
    record["folder"] = run.folder.string();
    record["was_there"] = run.was_there;
    runs.push_back(std::move(record));
  }
  Json failures = Json::array();
  for (const TrainFailure& failure : result.failures) failures.push_back(Error(failure.reason).what());
  return {{"runs", std::move(runs)}, {"failures", std::move(failures)}, {"stopped", result.stopped}};
}

}  // namespace dissent
