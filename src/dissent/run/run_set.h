// Finished runs found in folders, each with its record and its options by name: what comparisons are made
// from.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/run/run_folder.h"

namespace dissent {

struct FinishedRun {
  std::filesystem::path folder;  // names the run; where it is packed, it need not exist
  RunFiles files;
  Json record;
  RunSpec spec;
  std::map<std::string, std::string> options;  // run_options()
};

// Every option that decides the result, by its name on the command line, as text: "delivery" -> "soft",
// "votes-per-item" -> "5", "seed" -> "0", "lr" -> "0.1".
std::map<std::string, std::string> run_options(const RunSpec& spec);
std::string option_text(const Json& value);  // of one of them

// The run of these files. A run that is not finished, or a record that is none, is an error.
FinishedRun read_run(const RunFiles& files);
FinishedRun read_run(const std::filesystem::path& folder);

// The runs in the given folders: a run's own folder, or one that holds runs at any depth, as folders or
// packed (dissent/run/run_pack.h). In the order of their paths. Unfinished runs are passed over; a folder
// without any run is an error.
std::vector<FinishedRun> find_runs(std::span<const std::filesystem::path> folders);

}  // namespace dissent
