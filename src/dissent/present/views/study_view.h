// What a study found, as a document: its tables and tests, and what could not be made.
#pragma once

#include "dissent/present/document.h"
#include "dissent/study/study_summary.h"

namespace dissent {

Report study_view(const StudySummary& summary);

}  // namespace dissent
