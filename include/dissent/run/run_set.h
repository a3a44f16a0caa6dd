// Finished runs found in folders, each with its record and its options by name: what comparisons are made
// from.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "dissent/run/run_files.h"
#include "dissent/run/run_record.h"

namespace dissent {

struct FinishedRun {
  std::filesystem::path folder;  // names the run; where it is packed, it need not exist
  RunFiles files;
  RunRecord record;
  RunSpec spec;                                // the record's
  std::map<std::string, std::string> options;  // run_options()
};

// The run of these files. A run that is not finished, or a record that is none, is an error.
FinishedRun read_run(const RunFiles& files);
FinishedRun read_run(const std::filesystem::path& folder);

// The runs in the given folders: a run's own folder, or one that holds runs at any depth, as folders or
// packed (dissent/run/run_pack.h). In the order of their paths. Unfinished runs are passed over; a folder
// without any run is an error.
std::vector<FinishedRun> find_runs(std::span<const std::filesystem::path> folders);

}  // namespace dissent
