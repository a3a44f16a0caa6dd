// What was measured of runs' basins as a document: tables of Hessians, methods, differences, likeness of
// seeds and loss barriers.
#pragma once

#include "dissent/diagnostics/geometry_result.h"
#include "dissent/diagnostics/geometry_summary.h"
#include "dissent/present/document.h"

namespace dissent {

Report geometry_view(const GeometryResult& result, const GeometrySummary& summary);

}  // namespace dissent
