// A study's results as a document: what is there, in the order in which people ask, and what is missing.
#pragma once

#include <cstddef>
#include <filesystem>

#include "dissent/core/monitor.h"
#include "dissent/present/document.h"
#include "dissent/study/study.h"

namespace dissent {

// One study of a folder of results. Its data sets are needed for items and for some figures only; what cannot
// be made is said in the document. Of a study without a finished run, the document says that. `items`: how
// many of a data set are shown one by one; 0: none. Throws where `monitor` asks to stop.
Report study_report(const Study& study, const std::filesystem::path& results, std::size_t items,
                    Monitor& monitor = Monitor::quiet());

}  // namespace dissent
