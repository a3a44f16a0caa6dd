// measure_ood(): how well finished runs tell their own items from inputs from elsewhere. Component
// dissent::ood.
#pragma once

#include "dissent/catalog/detectors.h"
#include "dissent/core/monitor.h"
#include "dissent/diagnostics/ood_result.h"
#include "dissent/diagnostics/ood_summary.h"
#include "dissent/ood/measure_ood.h"
#include "dissent/run/run_set.h"
#include "dissent/store/outside.h"
