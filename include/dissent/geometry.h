// measure_geometry(): the basins that finished runs ended in, how alike the features and maps of seeds are,
// and how high the loss rises between runs. Component dissent::geometry.
#pragma once

#include "dissent/catalog/geometry_parts.h"
#include "dissent/core/monitor.h"
#include "dissent/diagnostics/geometry_result.h"
#include "dissent/diagnostics/geometry_summary.h"
#include "dissent/geometry/measure_geometry.h"
#include "dissent/run/run_set.h"
