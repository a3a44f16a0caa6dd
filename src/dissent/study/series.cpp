#include "dissent/study/series.h"

#include <algorithm>
#include <set>

#include "dissent/core/error.h"
#include "dissent/run/run_options.h"

namespace dissent {

std::vector<std::size_t> runs_matching(const Filter& where, std::span<const FinishedRun> runs) {
  std::vector<std::size_t> matching;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (where.matches(study_options(runs[i].spec))) matching.push_back(i);
  }
  if (matching.empty()) fail("no run of it is finished");
  return matching;
}

std::vector<Series> series_of(const Filter& where, std::span<const FinishedRun> runs,
                              const std::string& axis) {
  const std::vector<std::size_t> matching = runs_matching(where, runs);
  std::vector<const Setting*> settings;
  for (const std::size_t i : matching) settings.push_back(&runs[i].options);
  const std::set<std::string> varying = varying_options(settings, {axis});
  const DataNames names = data_names(runs);
  std::vector<Series> series;
  for (const std::size_t i : matching) {
    const MethodKey key = method_key(runs[i], varying, names);
    const auto known =
        std::find_if(series.begin(), series.end(), [&](const Series& one) { return one.key == key; });
    if (known == series.end()) {
      series.push_back({key, {i}});
    } else {
      known->runs.push_back(i);
    }
  }
  return series;
}

std::vector<PooledSeries> pooled_series(const Filter& where, StudyValues& values) {
  std::vector<PooledSeries> pooled;
  std::vector<const FinishedRun*> all;
  for (const Series& series : series_of(where, values.runs())) {
    PooledSeries one{series.key, {}};
    for (const std::size_t i : series.runs) {
      if (has_predictions(values.runs()[i])) one.runs.push_back(&values.runs()[i]);
    }
    all.insert(all.end(), one.runs.begin(), one.runs.end());
    if (!one.runs.empty()) pooled.push_back(std::move(one));
  }
  values.views().read(all);
  return pooled;
}

}  // namespace dissent
