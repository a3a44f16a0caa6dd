// A study's tables, from the table of runs. A study that is not complete gives what it has.
#pragma once

#include "dissent/study/table_result.h"
#include "dissent/study/values.h"

namespace dissent {

TableResult make_table(const StudyTable& table, const StudyValues& values);

}  // namespace dissent
