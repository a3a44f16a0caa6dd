// What `dissent ood` does: scores every image, sums up by method, shows.
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "dissent/cli/diagnostics_view.h"
#include "dissent/cli/progress.h"
#include "dissent/cli/torch/stoppable.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/io/file.h"
#include "dissent/ood/measure_ood.h"
#include "dissent/ood/ood_summary.h"
#include "dissent/train/trainer.h"

namespace dissent::cli {
namespace {

// run,set,item,energy,...: a row an image, written as it comes and named when whole.
class ScoreFile {
 public:
  explicit ScoreFile(const std::filesystem::path& path) : file_(path) {}

  void add(const FinishedRun& run, const ScoredSet& set) {
    std::string rows;
    if (!headed_) {
      rows = "run,set,item";
      for (const auto& [name, values] : set.scores) rows += "," + name;
      rows += "\n";
      headed_ = true;
    }
    const std::string head = csv_field(run.folder.string()) + "," + csv_field(set.set) + ",";
    for (std::size_t i = 0; i < set.items.size(); ++i) {
      rows += head + csv_field(set.items[i]);
      for (const auto& [name, values] : set.scores) rows += "," + shortest(values[i]);
      rows += "\n";
    }
    file_.write(rows);
  }
  void commit() { file_.commit(); }

 private:
  AtomicFile file_;
  bool headed_ = false;
};

// Named apart from each other, and from the run's own items in the file of scores.
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
  check_choice("format", arguments.format, {"text", "markdown", "csv", "latex", "json"});
  const std::vector<FinishedRun> runs = find_runs(arguments.runs);
  prepare_torch(arguments.execution);
  const Compute compute{use_cuda(arguments.execution) ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU),
                        false};
  const std::vector<OutsideSet> outside = load_all(arguments.outside);
  OodRequest request;
  request.options = arguments.ood;
  request.fresh = arguments.fresh;
  Json report;
  stoppable([&] {
    std::optional<ScoreFile> file;  // in here, so that nothing of it stays where the work is stopped
    if (!arguments.scores.empty()) {
      file.emplace(arguments.scores);
      request.scored = [&](const FinishedRun& run, const ScoredSet& set) { file->add(run, set); };
    }
    Progress progress("ood", 0);
    request.progress = [&](const std::string& what) {
      stop_if_interrupted();
      progress.update(0, what);
    };
    request.note = [&](const std::string& text) {
      progress.finish();
      fmt::print(stderr, "dissent: {}\n", text);
    };
    report["runs"] = measure_ood(runs, outside, request, compute);
    if (file) file->commit();
  });
  report["summary"] = ood_summary(report.at("runs"));
  report["device"] = compute.device.is_cuda() ? cuda_device() : "cpu";
  const bool json = arguments.json || arguments.format == "json";
  fmt::print("{}", json ? report.dump(2) + "\n" : ood_text(report, arguments.format));
}

}  // namespace dissent::cli
