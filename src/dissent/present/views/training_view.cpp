#include "dissent/present/views/training_view.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "dissent/present/digits.h"

namespace dissent {
namespace {

// What the scores are of, where the split is not the usual one; the runs of a result share it.
std::string split_note(const TrainResult& result) {
  if (result.runs.empty()) return "";
  const RunRecord& record = result.runs.front().record;
  const SplitOptions& split = record.spec.split;
  std::string note;
  if (split.split == SplitKind::official) {
    note = fmt::format("Official split: trained on the {} items of {}", record.train_items,
                       name_of(split.train_on));
    if (split.evaluates()) {
      note += fmt::format(", evaluated on the {} items of {}", record.evaluation_items,
                          name_of(split.evaluate_on));
    }
    note += ".";
  }
  if (!split.evaluates()) {
    note += fmt::format(
        "{}No item was kept for evaluation: the weights of the last epoch are kept as the best, and there "
        "are no "
        "scores.",
        note.empty() ? "" : " ");
  }
  return note;
}

}  // namespace

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
  const std::string note = split_note(result);
  if (!note.empty()) report.sections.push_back({"split", "", {Prose{{note}}}});
  return report;
}

}  // namespace dissent
