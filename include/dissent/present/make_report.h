// What studies found, as one document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "dissent/core/monitor.h"
#include "dissent/present/document.h"

namespace dissent {

struct ReportOptions {
  // Folders of results, all studies of each, or one study's own folder in such a folder.
  std::vector<std::filesystem::path> folders;
  std::vector<std::filesystem::path> studies = {};  // study files instead of those kept with the results
  std::vector<std::uint64_t> seeds = {};            // instead of the studies'; empty: theirs
  std::size_t items = 0;  // how many of a data set are shown one by one, on the page; 0: none
};

// Trains and writes nothing. A study that is not finished is shown as far as it is. Throws where a folder is
// none of results, where a study file is wrong, and where `monitor` asks to stop.
Report make_report(const ReportOptions& options, Monitor& monitor = Monitor::quiet());

// Several reports as one; each one's sections, tables and figures are named after it.
Report joined(std::vector<Report> reports);

}  // namespace dissent
