// evaluate(): any model's predictions scored against the annotators, with intervals, on all items and on
// slices of them. Component dissent::evaluate.
#pragma once

#include "dissent/core/monitor.h"
#include "dissent/evaluate/annotations.h"
#include "dissent/evaluate/evaluate.h"
#include "dissent/evaluate/evaluation_result.h"
#include "dissent/predictions/predictions.h"
#include "dissent/votes.h"
