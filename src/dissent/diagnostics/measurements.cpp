#include "dissent/diagnostics/measurements.h"

#include <algorithm>

#include "dissent/core/text.h"
#include "dissent/diagnostics/hessian_json.h"
#include "dissent/diagnostics/measurements_json.h"
#include "dissent/diagnostics/ood_json.h"
#include "dissent/diagnostics/variance_json.h"

namespace dissent {
namespace {

constexpr const char* kGeometryFile = "geometry.json";  // in a run's folder
constexpr const char* kOodFile = "ood.json";
constexpr const char* kHessian = "hessian";
constexpr const char* kVariance = "variance";

std::string hessian_name(const std::string& slice) {
  return std::string(kHessian) + " " + slice;
}
std::string ood_name(const std::string& set) {
  return "ood " + set;
}

template <class Result>
std::optional<Result> read_found(const std::optional<JsonValue>& found, Result (*read)(const JsonValue&)) {
  if (!found) return std::nullopt;
  return read(*found);
}

}  // namespace

GeometryMeasurements::GeometryMeasurements(const FinishedRun& run, bool fresh)
    : kept_(std::make_unique<KeptMeasurements>(run, kGeometryFile, fresh)) {}
GeometryMeasurements::~GeometryMeasurements() = default;

std::optional<HessianResult> GeometryMeasurements::hessian(const std::string& slice,
                                                           const GeometryOptions& options) const {
  return read_found(kept_->find(hessian_name(slice), hessian_question(options)), read_hessian);
}

std::optional<VarianceResult> GeometryMeasurements::variance(const GeometryOptions& options) const {
  return read_found(kept_->find(kVariance, variance_question(options)), read_variance);
}

void GeometryMeasurements::put(const HessianResult& result, const GeometryOptions& options) {
  kept_->put(hessian_name(result.slice), hessian_question(options), hessian_json(result));
}

void GeometryMeasurements::put(const VarianceResult& result, const GeometryOptions& options) {
  kept_->put(kVariance, variance_question(options), variance_json(result));
}

std::vector<HessianResult> GeometryMeasurements::hessians() const {
  std::vector<HessianResult> found;
  for (const JsonValue& one : kept_->of_kind(kHessian)) {
    HessianResult result = read_hessian(one);
    const auto known = std::find_if(found.begin(), found.end(),
                                    [&](const HessianResult& other) { return other.slice == result.slice; });
    if (known != found.end()) {
      *known = std::move(result);
    } else {
      found.push_back(std::move(result));
    }
  }
  std::stable_partition(found.begin(), found.end(),
                        [](const HessianResult& one) { return one.slice == "all"; });
  return found;
}

std::optional<VarianceResult> GeometryMeasurements::variance() const {
  return read_found(kept_->find_like(kVariance, Json::object()), read_variance);
}

const std::string& GeometryMeasurements::remark() const {
  return kept_->remark();
}

OodMeasurements::OodMeasurements(const FinishedRun& run, bool fresh)
    : kept_(std::make_unique<KeptMeasurements>(run, kOodFile, fresh)) {}
OodMeasurements::~OodMeasurements() = default;

std::optional<OodSet> OodMeasurements::find(const std::string& set, const std::string& content,
                                            const OodOptions& options) const {
  const auto found = kept_->find(ood_name(set), ood_question(options, content));
  if (!found) return std::nullopt;
  OodSet result = read_ood_set(*found);
  std::vector<std::string> detectors;
  for (const DetectorResult& one : result.detectors) detectors.push_back(one.detector);
  if (detectors != options.scores) {
    found->refuse("has the scores {}, where {} were measured", join(detectors, ", "),
                  join(options.scores, ", "));
  }
  return result;
}

void OodMeasurements::put(const OodSet& result, const std::string& content, const OodOptions& options) {
  kept_->put(ood_name(result.set), ood_question(options, content), ood_set_json(result));
}

std::optional<OodSet> OodMeasurements::find_like(const std::string& set, const OodOptions& options) const {
  return read_found(kept_->find_like(ood_name(set), ood_question(options)), read_ood_set);
}

const std::string& OodMeasurements::remark() const {
  return kept_->remark();
}

}  // namespace dissent
