// A folder of results: every run once, whichever studies ask for it, and a folder of tables for each study.
//
//   DIR/runs/NAME/      a run, complete (run/run_folder.h)
//   DIR/runs/part-*.zip more of them, packed (run/run_pack.h)
//   DIR/claims/         who works on what now (study/claims.h)
//   DIR/failed/NAME     why a run failed, in a line
//   DIR/STUDY/          the study file, the table of runs, tables, tests and the data of figures
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "dissent/run/run_pack.h"
#include "dissent/run/run_set.h"
#include "dissent/study/plan.h"

namespace dissent {

inline constexpr int kResultsFormat = 1;
inline constexpr const char* kResultsMarker = "dissent-results.json";  // a folder of results has it
inline constexpr const char* kStudyFile = "study.yaml";

class ResultsFolder {
 public:
  // A folder that is there must be one of results, of this format. Nothing is made.
  explicit ResultsFolder(std::filesystem::path path);
  void make() const;
  void keep_study(const Study& study) const;  // DIR/STUDY/study.yaml: what a report is made from

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path runs() const { return path_ / "runs"; }
  std::filesystem::path claims() const { return path_ / "claims"; }
  std::filesystem::path run(const StudyRun& run) const { return runs() / run.name; }
  RunFiles files(const std::string& name) const;  // of a run, in its folder or packed
  bool done(const StudyRun& run) const;
  std::vector<FinishedRun> finished(std::span<const StudyRun> runs) const;  // those that are, in their order
  std::vector<FinishedRun> all_finished() const;                            // of any study, by name

  std::optional<std::string> failure(const StudyRun& run) const;  // the reason, where it failed
  std::map<std::string, std::string> failures() const;            // reasons by name, of any study
  void put_failure(const std::string& name, const std::string& reason) const;
  void clear_failure(const std::string& name) const;

  // What killed processes left beside the files of results, runs and failures.
  void clear_temporaries() const;

  // An error where runs of the same data by name, but of other content, are there.
  void check_same_data(std::span<const StudyRun> runs) const;
  // An error where less space is free than `bytes`.
  void check_space(double bytes) const;

 private:
  std::set<std::string> run_names() const;  // of everything in runs(), finished or not

  std::filesystem::path path_;
  std::shared_ptr<const RunPack> pack_;  // as it was when this was made
};

}  // namespace dissent
