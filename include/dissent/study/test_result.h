// A study's paired test: its comparisons, or why there are none.
#pragma once

#include <cstddef>
#include <string>

#include "dissent/evaluate/comparison.h"
#include "dissent/study/study.h"

namespace dissent {

struct TestResult {
  StudyTest test;
  CompareResult result;
  std::size_t unpaired = 0;  // runs left out
  std::string no_result;     // why there is none; empty where there is one
};

}  // namespace dissent
