// compare(): finished runs beside a baseline, paired by split and seed, with exact tests, intervals and
// effect sizes. Component dissent::compare.
//
//   const std::filesystem::path folders[] = {"runs"};
//   const dissent::ComparisonReport found = dissent::compare(folders, {.pairs = {.baseline = "soft"}});
#pragma once

#include "dissent/core/exception.h"
#include "dissent/core/monitor.h"
#include "dissent/evaluate/compare.h"
#include "dissent/run/run_set.h"
