// The file in a run's folder that keeps what was measured of it, as JSON: {"run", "checkpoint", "results":
// {"NAME OPTIONS": value}}. diagnostics/measurements.h has what is kept as values.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dissent/diagnostics/geometry_options.h"
#include "dissent/diagnostics/ood_options.h"
#include "dissent/io/json_read.h"
#include "dissent/run/run_set.h"

namespace dissent {

// What decides a measurement, for finding it again.
Json hessian_question(const GeometryOptions& options);
Json variance_question(const GeometryOptions& options);
Json ood_question(const OodOptions& options);  // without detectors, where the options name none
Json ood_question(const OodOptions& options, const std::string& content);

class KeptMeasurements {
 public:
  // `file`: in the run's folder. `fresh`: what is there is not found; it stays until it is measured again.
  KeptMeasurements(const FinishedRun& run, const char* file, bool fresh = false);
  KeptMeasurements(const KeptMeasurements&) = delete;
  KeptMeasurements& operator=(const KeptMeasurements&) = delete;

  // What is found is good until the next put().
  std::optional<JsonValue> find(const std::string& name, const Json& options) const;
  // The last one of a name whose options agree with these, where it has others too.
  std::optional<JsonValue> find_like(const std::string& name, const Json& some_options) const;
  // All of one kind, the first word of their names, in the order in which they were measured first.
  std::vector<JsonValue> of_kind(const std::string& kind) const;
  // Kept at once. A folder that cannot be written is remarked once, and the run goes on.
  void put(const std::string& name, const Json& options, Json value);
  const std::string& remark() const { return remark_; }  // why nothing is kept; empty where it is

 private:
  JsonValue results() const;

  RunFiles files_;
  std::string name_;  // of the file
  JsonSource source_;
  Json all_;
  bool fresh_;
  std::set<std::string> measured_;  // now
  std::string remark_;
};

}  // namespace dissent
