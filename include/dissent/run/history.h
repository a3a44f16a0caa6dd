// What a run writes down after each epoch, as CSV.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dissent/run/run_files.h"

namespace dissent {

struct HistoryRow {
  int epoch = 0;             // from 1
  double learning_rate = 0;  // of the epoch
  double train_loss = 0;     // mean over the epoch's items, as they were trained on
  double soft_nll = 0;       // of the evaluation items, against the annotators
  double own_loss = 0;       // of the evaluation items, against the run's own kind of target
  double accuracy = 0;       // of the evaluation items
};

std::string history_csv(const std::vector<HistoryRow>& rows);
// Epochs are 1, 2, 3, ... in their order. `place` opens the messages.
std::vector<HistoryRow> parse_history(std::string_view csv, const std::string& place);
// Of a finished run; a history that is not there is an error that says how to get it.
std::vector<HistoryRow> read_history(const RunFiles& files);

}  // namespace dissent
