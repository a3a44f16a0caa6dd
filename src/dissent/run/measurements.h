// What was measured of a run, kept in its folder, so that nothing is measured twice and nothing is lost when
// a long measurement is stopped. A measurement is known by its name and options, and is good for one
// checkpoint.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "dissent/io/json.h"
#include "dissent/run/diagnostics.h"
#include "dissent/run/run_set.h"

namespace dissent {

inline constexpr const char* kGeometryFile = "geometry.json";  // in a run's folder
inline constexpr const char* kOodFile = "ood.json";

// What decides a Hessian measurement, for finding it again.
Json hessian_question(const GeometryOptions& options);

class Measurements {
 public:
  // `file`: in the run's folder. `fresh`: what is there is not found; it stays until it is measured again.
  Measurements(const FinishedRun& run, const char* file, bool fresh = false);

  const Json* find(const std::string& name, const Json& options) const;  // null where there is none
  // The last one of a name whose options agree with these, where it has others too; null where there is none.
  const Json* find_like(const std::string& name, const Json& some_options) const;
  // Kept at once. A folder that cannot be written is remarked once, and the run goes on.
  void put(const std::string& name, const Json& options, Json value);
  const std::string& remark() const { return remark_; }  // why nothing is kept; empty where it is

 private:
  RunFiles files_;
  std::string name_;  // of the file
  Json all_;
  bool fresh_;
  std::set<std::string> measured_;  // now
  std::string remark_;
};

}  // namespace dissent
