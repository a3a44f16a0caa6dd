// The figures of a study as Vega-Lite specifications, made from the same tidy CSV that `study run` writes:
// one function a kind, and one list of them.
#pragma once

#include <map>
#include <string>

#include "dissent/present/document.h"
#include "dissent/present/labels.h"
#include "dissent/study/study.h"
#include "dissent/study/values.h"

namespace dissent {

// What curves mark: a series' mean best epoch, by its name.
using BestEpochs = std::map<std::string, double>;

ReportFigure study_figure(const StudyFigure& figure, const std::string& csv, const Colours& colours,
                          const BestEpochs& best_epochs);

// Every run's value of one column, with means, intervals and published numbers: the figure of the first
// screen.
ReportFigure runs_figure(const StudyTable& table, const StudyValues& values, const Colours& colours);

}  // namespace dissent
