#include "dissent/present/views/training_view.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "dissent/present/digits.h"

namespace dissent {

Report training_view(const TrainResult& result) {
  ReportTable table;
  table.name = "runs";
  table.columns = {{"run", "run", false}, {"best_epoch", "best epoch"}, {"soft_nll", "soft NLL"},
                   {"kl", "KL"},          {"accuracy", "accuracy"},     {"seconds", "seconds"}};
  for (const RunResult& run : result.runs) {
    const CheckpointScores& best = run.record.best;
    const double seconds = run.record.execution ? run.record.execution->seconds : 0;
    std::vector<ReportCell> row{text_cell(run.folder.string()),
                                number_cell(best.epoch, std::to_string(best.epoch))};
    for (const double score : {best.scores.soft_nll, best.scores.kl, best.scores.accuracy}) {
      row.push_back(number_cell(score, number_text(score)));
    }
    row.push_back(run.was_there ? text_cell("was there")
                                : number_cell(seconds, fmt::format("{:.1f}", seconds)));
    table.rows.push_back(std::move(row));
  }
  Report report;
  report.kind = "Training";
  report.sections.push_back({"runs", "", {std::move(table)}});
  return report;
}

}  // namespace dissent
