// What was measured of a run, kept in its folder, so that nothing is measured twice and nothing is lost when
// a long measurement is stopped. A measurement is known by its name and options, and is good for one
// checkpoint.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dissent/diagnostics/geometry_options.h"
#include "dissent/diagnostics/hessian_result.h"
#include "dissent/diagnostics/ood_options.h"
#include "dissent/diagnostics/ood_result.h"
#include "dissent/diagnostics/variance_result.h"
#include "dissent/run/run_set.h"

namespace dissent {

class KeptMeasurements;

// geometry.json. What is put is kept at once; a folder that cannot be written is remarked once, and the work
// goes on.
class GeometryMeasurements {
 public:
  // `fresh`: what is there is not found; it stays until it is measured again.
  explicit GeometryMeasurements(const FinishedRun& run, bool fresh = false);
  ~GeometryMeasurements();
  GeometryMeasurements(const GeometryMeasurements&) = delete;
  GeometryMeasurements& operator=(const GeometryMeasurements&) = delete;

  // As the options ask for it; none where it is not known.
  std::optional<HessianResult> hessian(const std::string& slice, const GeometryOptions& options) const;
  std::optional<VarianceResult> variance(const GeometryOptions& options) const;
  void put(const HessianResult& result, const GeometryOptions& options);
  void put(const VarianceResult& result, const GeometryOptions& options);

  // Whatever the options were: the last one of every slice, all items first; the last variance.
  std::vector<HessianResult> hessians() const;
  std::optional<VarianceResult> variance() const;

  const std::string& remark() const;  // why nothing is kept; empty where it is

 private:
  std::unique_ptr<KeptMeasurements> kept_;
};

// ood.json, in the same way.
class OodMeasurements {
 public:
  explicit OodMeasurements(const FinishedRun& run, bool fresh = false);
  ~OodMeasurements();
  OodMeasurements(const OodMeasurements&) = delete;
  OodMeasurements& operator=(const OodMeasurements&) = delete;

  // `options` name their detectors; `content` is the hash of the outside set's inputs.
  std::optional<OodSet> find(const std::string& set, const std::string& content,
                             const OodOptions& options) const;
  void put(const OodSet& result, const std::string& content, const OodOptions& options);

  // Of a set of that name, whatever it held; options without detectors agree with any.
  std::optional<OodSet> find_like(const std::string& set, const OodOptions& options) const;

  const std::string& remark() const;

 private:
  std::unique_ptr<KeptMeasurements> kept_;
};

}  // namespace dissent
