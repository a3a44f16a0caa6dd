// What a study found: its tables, tests and figures, as summary.json keeps them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dissent/study/table_result.h"
#include "dissent/study/test_result.h"

namespace dissent {

struct FigureOutcome {
  std::string name, title, kind;
  std::string data = {};      // the file of its rows, in the study's folder; empty where there is none
  std::string not_made = {};  // why it could not be made now; empty where it was
  bool from_before = false;   // the file was written earlier, when it could be made
};

struct StudySummary {
  std::string study, about;
  std::size_t runs = 0, finished = 0;
  std::vector<TableResult> tables;
  std::vector<TestResult> tests;
  std::vector<FigureOutcome> figures;
  std::vector<std::string> remarks;  // why numbers are missing
};

}  // namespace dissent
