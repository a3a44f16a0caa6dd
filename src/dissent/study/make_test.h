// A study's paired tests, from the table of runs. A study that is not complete gives what it has.
#pragma once

#include "dissent/study/test_result.h"
#include "dissent/study/values.h"

namespace dissent {

TestResult make_test(const StudyTest& test, const StudyValues& values);

}  // namespace dissent
