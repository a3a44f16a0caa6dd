// The lines of a figure: runs that differ in nothing but the seed and what the figure has on its axis.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dissent/study/values.h"

namespace dissent {

struct Series {
  std::string name;  // "sls", or "sls (cut=nested)" where more varies
  std::vector<std::size_t> runs;
};

// An error where no run matches.
std::vector<std::size_t> runs_matching(const Filter& where, std::span<const FinishedRun> runs);
std::vector<Series> series_of(const Filter& where, std::span<const FinishedRun> runs,
                              const std::string& axis = "");

// The runs of one line whose items are taken together; each has its predictions, which are read by now.
struct PooledSeries {
  std::string name;
  std::vector<const FinishedRun*> runs;  // never empty
};
std::vector<PooledSeries> pooled_series(const Filter& where, StudyValues& values);

}  // namespace dissent
