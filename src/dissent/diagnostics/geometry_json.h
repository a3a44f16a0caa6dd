// What was measured of runs' basins as JSON: what `dissent geometry --json` prints.
#pragma once

#include "dissent/diagnostics/geometry_result.h"
#include "dissent/diagnostics/geometry_summary.h"
#include "dissent/io/json_read.h"

namespace dissent {

// Parts that were not measured are left out.
Json geometry_json(const GeometryResult& result);
GeometryResult read_geometry(const JsonValue& json);
// The result, and after it what it comes to: {..., "methods", "baseline", "differences"}.
Json geometry_json(const GeometryResult& result, const GeometrySummary& summary);

}  // namespace dissent
