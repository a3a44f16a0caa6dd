// A study's results as a report: what is there, in the order in which people ask, and what is missing.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/present/document.h"
#include "dissent/study/results.h"
#include "dissent/study/study.h"

namespace dissent {

struct StudyReportOptions {
  std::size_t items = 2000;  // of a data set in the explorer; 0: none
  // progress(done, of, what) may be empty.
  std::function<void(std::size_t, std::size_t, std::string_view)> progress;
};

// One study of a folder of results. Its data set is needed for the explorer only. A study without a finished
// run is an error.
Report study_report(const Study& study, const std::filesystem::path& results,
                    const StudyReportOptions& options);

// Several reports as one; each study's sections are named after it.
Report joined(std::vector<Report> reports);

}  // namespace dissent
