// Runs given to a Slurm cluster as one job array: every run is in the share of exactly one array task, and
// what a task does can be read in the files that were submitted.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "dissent/core/settings.h"

namespace dissent {

struct SlurmOptions {
  std::string partition;           // empty: the cluster's default
  int gpus = 1;                    // of each array task
  std::string time;                // as sbatch reads it; empty: the cluster's default
  int tasks = 0;                   // of the array
  int cpus = 0;                    // of each array task; 0: the cluster's default
  std::vector<std::string> extra;  // a word each, e.g. --account=x

  static constexpr auto fields() {
    using O = SlurmOptions;
    return std::tuple{
        Field{"slurm-partition", &O::partition, "partition to submit to; without it the cluster's default"},
        Field{"slurm-gpus", &O::gpus, from_to(0, 1024), "GPUs of each array task; 0: none"},
        Field{"slurm-time", &O::time,
              "time limit of an array task, e.g. 2:00:00; without it the cluster's default"},
        Field{"slurm-tasks", &O::tasks, from_to(0, 100'000),
              "array tasks that share the runs; 0: one a run, at most 100"},
        Field{"slurm-cpus", &O::cpus, from_to(0, 4096), "CPUs of each array task; 0: the cluster's default"},
        Field{"slurm-option", &O::extra, "a further option of sbatch, as {slurm-option}=--account=NAME"},
    };
  }
};

// Options that make no sense, or no sbatch here: an error, before anything is made.
void check_can_submit(const SlurmOptions& options);

struct SlurmJob {
  std::string id;
  std::size_t tasks = 0;
  std::filesystem::path folder;  // absolute
};

// The batch script of an array of `tasks` tasks. `command` are the words of a task's command, to which the
// script adds `--runs FOLDER/task-K.txt`; K counts from 0.
std::string slurm_script(const SlurmOptions& options, const std::filesystem::path& folder, std::size_t tasks,
                         const std::vector<std::string>& command);

// Divides `runs` (ids) into shares whose sizes differ by at most one, writes FOLDER/job.sh and
// FOLDER/task-K.txt (an id a line), and submits them; a task's log is FOLDER/task-K.log. `folder` is
// made; one that holds a job already is an error.
SlurmJob submit_slurm(const SlurmOptions& options, const std::filesystem::path& folder,
                      std::span<const std::string> runs, const std::vector<std::string>& command);

}  // namespace dissent
