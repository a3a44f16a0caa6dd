// How an evaluation is shown: on a terminal, and as the document behind its page.
#pragma once

#include "dissent/evaluate/evaluate.h"
#include "dissent/present/document.h"

namespace dissent::cli {

void print_eval(const EvaluationResult& result);

// Asks for EvaluateOptions::keep_items.
Report eval_report(const EvaluationResult& result, const Annotations& annotations);

}  // namespace dissent::cli
