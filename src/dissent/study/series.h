// The lines of a figure: runs that differ in nothing but the seed and what the figure has on its axis.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dissent/run/run_methods.h"
#include "dissent/study/values.h"

namespace dissent {

struct Series {
  MethodKey key;
  std::vector<std::size_t> runs;  // places among the finished runs; never empty
};

// The places of the runs that match. An error where none does.
std::vector<std::size_t> runs_matching(const Filter& where, std::span<const FinishedRun> runs);
// In the order of their first runs. `axis` is an option that does not set series apart. An error where no run
// matches.
std::vector<Series> series_of(const Filter& where, std::span<const FinishedRun> runs,
                              const std::string& axis = "");

// The runs of one line whose items are taken together; each has its predictions, which are read by now.
struct PooledSeries {
  MethodKey key;
  std::vector<const FinishedRun*> runs;  // never empty
};
std::vector<PooledSeries> pooled_series(const Filter& where, StudyValues& values);

}  // namespace dissent
