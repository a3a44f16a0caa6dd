// The record of a finished run, run.json as a value: what the run was, what it scored, and how it was carried
// out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dissent/metrics/evaluation.h"
#include "dissent/run/normalisation.h"
#include "dissent/run/run_spec.h"

namespace dissent {

// Of the weights of one epoch, on all evaluation items.
struct CheckpointScores {
  int epoch = 0;       // from 1; 0: the record does not say
  ScoreValues scores;  // NaN: not defined, or not known when the record was written
};

struct RunExecution {
  std::string device;     // "cpu", or the name of the GPU
  std::string precision;  // that it was trained in
  std::string scored_in;  // precision of the recorded scores
  int threads = 0;        // of the CPU
  std::string dissent;    // version of the program; empty in the records of older versions
  std::string libtorch;   // version
  double seconds = 0;     // of the process that finished the run
  int epochs_timed = 0;   // that these seconds are of
  double images_per_second = 0;
};

struct RunRecord {
  std::string id;
  RunSpec spec;
  std::size_t train_items = 0, evaluation_items = 0;
  std::vector<std::string> classes;  // names
  std::vector<std::int64_t> input;   // shape of what the network sees of one item
  Normalisation normalisation;
  std::int64_t parameters = 0;  // of the network
  std::string accuracy_target;  // "gold" or "majority": what accuracy compares with
  CheckpointScores best;        // of the lowest soft NLL; of a run without an evaluation the last
  CheckpointScores last;        // at the end
  std::optional<RunExecution> execution;
  std::map<std::string, std::string> checksums;  // SHA-256 by file: predictions, checkpoints

  // The SHA-256 of a file; empty where the record, perhaps of an older version, does not state it.
  std::string checksum(const std::string& file) const {
    const auto found = checksums.find(file);
    return found == checksums.end() ? std::string() : found->second;
  }
};

}  // namespace dissent
