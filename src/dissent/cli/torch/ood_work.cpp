// What `dissent ood` does: scores every image, sums up by method, shows.
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "dissent/cli/terminal.h"
#include "dissent/cli/torch/stoppable.h"
#include "dissent/cli/torch/work_monitor.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/diagnostics/ood_json.h"
#include "dissent/io/file.h"
#include "dissent/io/json_text.h"
#include "dissent/io/markup.h"
#include "dissent/ood/measure_ood.h"
#include "dissent/present/formats.h"
#include "dissent/present/views/ood_view.h"

namespace dissent::cli {
namespace {

// Shows the work and, where a file is wanted, writes run,set,item,energy,...: a row an image, written as it
// comes and named when whole.
class ScoreWriter : public WorkMonitor<OodMonitor> {
 public:
  ScoreWriter(const std::filesystem::path& path, CsvTexts texts) : WorkMonitor("ood"), texts_(texts) {
    if (!path.empty()) file_.emplace(path);
  }

  bool wants_scores() override { return file_.has_value(); }
  void scored(const FinishedRun& run, const ScoredSet& set) override {
    std::string rows;
    if (!headed_) {
      rows = "run,set,item";
      for (const auto& [name, values] : set.scores) rows += "," + name;
      rows += "\n";
      headed_ = true;
    }
    const std::string head =
        sheet_field(run.folder.string(), texts_) + "," + sheet_field(set.set, texts_) + ",";
    for (std::size_t i = 0; i < set.items.size(); ++i) {
      rows += head + sheet_field(set.items[i], texts_);
      for (const auto& [name, values] : set.scores) rows += "," + shortest(values[i]);
      rows += "\n";
    }
    file_->write(rows);
  }
  void commit() {
    if (file_) file_->commit();
  }

 private:
  std::optional<AtomicFile> file_;
  bool headed_ = false;
  CsvTexts texts_;
};

// Each under a name of its own.
std::vector<OutsideSet> load_all(const std::vector<std::string>& names) {
  std::vector<OutsideSet> sets;
  std::set<std::string> given, taken{"evaluation"};
  for (const std::string& name : names) {
    if (!given.insert(name).second) fail("--outside: {} is given twice", in_quotes(name));
    sets.push_back(load_outside(name));
    if (!taken.insert(sets.back().name).second) sets.back().name = name;
  }
  return sets;
}

}  // namespace

void run_ood(const OodArguments& arguments) {
  const std::vector<FinishedRun> runs = find_runs(arguments.runs);
  const OodRequest request{arguments.ood, arguments.fresh, arguments.execution};
  OodResult result;
  stoppable([&] {
    const std::vector<OutsideSet> outside = load_all(arguments.outside);
    ScoreWriter monitor(arguments.scores,
                        arguments.texts);  // in here, so that nothing of its file stays where it is stopped
    result = measure_ood(runs, outside, request, monitor);
    monitor.commit();
  });
  const std::vector<OodSetSummary> summary = summarise_ood(result);
  if (arguments.json || arguments.format == ResultForm::json) {
    fmt::print("{}\n", json_text(ood_json(result, summary), 2));
    return;
  }
  fmt::print("{}", written(ood_view(summary), text_form(arguments.format), terminal_style()));
}

}  // namespace dissent::cli
