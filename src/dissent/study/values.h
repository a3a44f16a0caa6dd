// The numbers of a study's runs, by column: the one source of its tables, tests and figures.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/core/monitor.h"
#include "dissent/run/data_cache.h"
#include "dissent/run/run_set.h"
#include "dissent/run/run_view.h"
#include "dissent/study/columns.h"
#include "dissent/study/study.h"

namespace dissent {

class StudyValues {
 public:
  // The runs must stay. What a run lacks (no predictions, not measured yet) is NaN, and remarked, unless
  // `kept` (a table of runs as runs_csv() wrote it, or no file) knows it from when it was there. Progress
  // counts the runs that were read. Throws where `monitor` asks to stop.
  StudyValues(const Study& study, const std::vector<FinishedRun>& runs,
              const std::filesystem::path& kept = {}, Monitor& monitor = Monitor::quiet());
  StudyValues(const StudyValues&) = delete;
  StudyValues& operator=(const StudyValues&) = delete;

  const Study& study() const { return study_; }
  const std::vector<Column>& columns() const { return columns_; }
  const std::vector<FinishedRun>& runs() const { return runs_; }
  double value(std::size_t run, const Column& column) const;  // NaN: it has none
  double value(std::size_t run, std::string_view column) const;
  const Column& column(std::string_view name) const { return find_column(columns_, name); }
  const Dataset& dataset(const FinishedRun& run) { return datasets_.of(run); }
  DataCache& datasets() { return datasets_; }
  RunViews& views() { return views_; }

  // Why columns are empty, a line each: "soft_nll@entropy-top:0.05: 10 runs have no predictions.npz".
  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  using Values = std::map<Column, double>;
  void add_record(const FinishedRun& run, Values& values) const;
  void add_slices(const FinishedRun& run, Values& values);
  void add_geometry(const FinishedRun& run, Values& values);
  void add_ood(const FinishedRun& run, Values& values);
  std::size_t add_kept(const std::filesystem::path& file);
  void add_relative(const std::string& baseline);
  void missing(const std::string& what) { ++missing_[what]; }

  const Study& study_;
  const std::vector<FinishedRun>& runs_;
  std::vector<Column> columns_;
  std::vector<Values> values_;  // by run
  DataCache datasets_;
  RunViews views_{datasets_};
  std::map<std::string, std::size_t> missing_;
  std::vector<std::string> remarks_;
};

// The table of runs: a row a run, its options and all of its columns.
std::string runs_csv(const StudyValues& values);
// The same as a SQLite file with the tables `runs` and `history` (a row an epoch); false in a build without
// SQLite.
bool write_sqlite(const StudyValues& values, const std::filesystem::path& file);

}  // namespace dissent
