// How far a study is, as a document: its runs by delivery and setting, what is missing, and how long it
// takes.
#pragma once

#include "dissent/present/document.h"
#include "dissent/study/study_status.h"

namespace dissent {

Report study_status_view(const StudyStatus& status);

}  // namespace dissent
