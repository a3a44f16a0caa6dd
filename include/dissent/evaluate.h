// evaluate(): any model's predictions scored against the annotators, with intervals, on all items and on
// slices of them. check_against_gold(): aggregated labels against gold labels. Component dissent::evaluate.
#pragma once

#include "dissent/core/monitor.h"
#include "dissent/evaluate/annotations.h"
#include "dissent/evaluate/evaluate.h"
#include "dissent/evaluate/evaluation_result.h"
#include "dissent/evaluate/file_comparison.h"
#include "dissent/evaluate/gold_check.h"
#include "dissent/predictions/predictions.h"
#include "dissent/votes.h"
