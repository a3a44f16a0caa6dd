// `dissent train` in `dissent-torch`: trains, draws how far it is, and prints the runs or their records.
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "dissent/cli/progress.h"
#include "dissent/cli/terminal.h"
#include "dissent/cli/torch/interrupt.h"
#include "dissent/cli/torch/stoppable.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/error.h"
#include "dissent/core/ranges.h"
#include "dissent/io/json_text.h"
#include "dissent/present/formats.h"
#include "dissent/present/views/training_view.h"
#include "dissent/run/train_result_json.h"
#include "dissent/train/train.h"

namespace dissent::cli {
namespace {

// The most telling first: a narrow terminal cuts the end.
std::string progress_text(const RunProgress& now, std::size_t done, std::size_t total) {
  std::string text = fmt::format("{} left  ", clock_text(now.seconds_left));
  if (total > 1) text += fmt::format("{}/{} runs  {}  ", done, total, now.run);
  text += fmt::format("epoch {}/{}", now.epoch, now.epochs);
  if (now.soft_nll > 0) text += fmt::format("  soft NLL {:.4f}  loss {:.4f}", now.soft_nll, now.train_loss);
  text += fmt::format("  {:.0f} items/s", now.images_per_second);
  if (now.step > 0) text += fmt::format("  step {}/{}", now.step, now.steps);
  return text;
}

class TrainingLine final : public TrainMonitor {
 public:
  explicit TrainingLine(std::size_t runs) : runs_(runs) {}
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) override {
    encoding_.progress(what, done, total);
  }
  void run_moved(const RunProgress& run, std::size_t done) override {
    training_.update(0, progress_text(run, done, runs_));
  }
  void note(const std::string& sentence) override {
    training_.finish();
    print_note(sentence);
  }
  bool stopping() override { return interrupted(); }

 private:
  std::size_t runs_;
  ProgressMonitor encoding_;
  Progress training_{"training", 0};
};

}  // namespace

void run_train(const TrainArguments& arguments) {
  TrainJob job = arguments.job;
  job.seeds = parse_numbers(arguments.seeds, option("seed"));
  const std::size_t runs = job.seeds.size() * job.deliveries.size();
  TrainResult result;
  stoppable(
      [&] {
        TrainingLine line(runs);
        result = train(job, line);
      },
      "features are kept once all texts are encoded; nothing was written");
  if (arguments.json) {
    fmt::print("{}\n", json_text(train_result_json(result), 2));
  } else if (!result.runs.empty()) {
    fmt::print("{}", written(training_view(result), TextForm::text, terminal_style()));
  }
  if (result.stopped) {
    fmt::print(stderr, "dissent: stopped; the state is saved, and the same command goes on from there\n");
    std::exit(kInterrupted);
  }
  if (result.failures.size() == 1) fail("{}", result.failures.front().reason);
  if (!result.failures.empty()) {
    fail("{} of {} runs failed; the first: {}", result.failures.size(), runs, result.failures.front().reason);
  }
}

}  // namespace dissent::cli
