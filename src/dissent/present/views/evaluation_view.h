// An evaluation as documents: the summary that a terminal shows, and the page with its pictures and items.
#pragma once

#include <string>
#include <vector>

#include "dissent/evaluate/annotations.h"
#include "dissent/evaluate/evaluation_result.h"
#include "dissent/present/document.h"

namespace dissent {

// Scores beside what humans and constant guesses score, a reliability plot, and the items on which model and
// humans differ most; of several files, only their main scores side by side, and their differences.
Report evaluation_view(const EvaluationResult& result);

// Of several files: the differences of every two, a table each, and why some are not compared.
std::vector<ReportTable> file_comparison_tables(const EvaluationResult& result);
std::vector<std::string> files_not_compared(const EvaluationResult& result);

// Scores with their intervals, pictures of calibration and of uncertainty, and the items one by one. The
// result must have FileEvaluation::items; `annotations` are those that were scored against.
Report evaluation_page(const EvaluationResult& result, const Annotations& annotations);

}  // namespace dissent
