// Every run's value of one column, with means, intervals and published numbers: the figure of a study's first
// screen, which no study file asks for.
#pragma once

#include "dissent/present/document.h"
#include "dissent/present/labels.h"
#include "dissent/study/values.h"

namespace dissent {

// Of the table's first column, in the order of its rows.
ReportFigure every_run_figure(const StudyTable& table, const StudyValues& values, const Colours& colours);

}  // namespace dissent
