// What `dissent train` does: the runs of every delivery and seed that were asked for, and their scores.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/cli/progress.h"
#include "dissent/cli/terminal.h"
#include "dissent/cli/torch/encoding.h"
#include "dissent/cli/torch/interrupt.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/error.h"
#include "dissent/core/ranges.h"
#include "dissent/run/run_record_json.h"
#include "dissent/store/loaders.h"
#include "dissent/train/trainer.h"

namespace dissent::cli {
namespace {

std::vector<RunRequest> requests_of(const TrainArguments& arguments, const Dataset& dataset, bool cuda) {
  const std::vector<std::uint64_t> seeds = parse_numbers(arguments.seeds, "--seed");
  std::vector<RunRequest> requests;
  const bool several = seeds.size() * arguments.deliveries.size() > 1;
  for (const std::uint64_t seed : seeds) {
    for (const std::string& delivery : arguments.deliveries) {
      RunSpec spec;
      spec.data = arguments.data;
      spec.split = arguments.split;
      spec.cut = arguments.cut;
      spec.delivery = delivery;
      spec.delivery_options = arguments.delivery;
      spec.train = arguments.train;
      spec.encoder = arguments.encoder;
      spec.seed = seed;
      std::filesystem::path folder = arguments.output;
      if (several) folder /= fmt::format("{}-seed{}", delivery, seed);
      requests.push_back({resolved(std::move(spec), dataset, cuda), std::move(folder)});
    }
  }
  return requests;
}

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

void print_runs(const std::vector<RunResult>& runs) {
  std::size_t width = 3;
  for (const RunResult& run : runs) width = std::max(width, run.folder.string().size());
  fmt::print("{}\n", styled(fmt::format("{:<{}}  {:>10}  {:>10}  {:>8}  {:>8}  {:>10}", "run", width,
                                        "best epoch", "soft NLL", "KL", "accuracy", "seconds"),
                            Style::bold));
  for (const RunResult& run : runs) {
    const ScoreValues& best = run.record.best.scores;
    fmt::print("{:<{}}  {:>10}  {:>10.4f}  {:>8.4f}  {:>8.4f}  {:>10}\n", run.folder.string(), width,
               run.record.best.epoch, best.soft_nll, best.kl, best.accuracy,
               run.was_there ? "was there" : fmt::format("{:.1f}", run.record.execution->seconds));
  }
}

}  // namespace

void run_train(const TrainArguments& arguments) {
  prepare_torch(arguments.execution);
  const bool cuda = use_cuda(arguments.execution);
  const Dataset dataset = load_dataset_named(arguments.data);
  const std::vector<RunRequest> requests = requests_of(arguments, dataset, cuda);
  remember_interrupts();
  inputs_with_progress(dataset, requests.front().spec, cuda);
  Progress progress("training", 0);
  TrainHooks hooks;
  hooks.stop = interrupted;
  hooks.progress = [&](const RunProgress& now, std::size_t done) {
    progress.update(0, progress_text(now, done, requests.size()));
  };
  const TrainResult result = train_runs(dataset, requests, arguments.execution, hooks);
  progress.finish();
  if (arguments.json) {
    Json runs = Json::array();
    for (const RunResult& run : result.runs) {
      Json record = run_record_json(run.record);
      record["folder"] = run.folder.string();
      record["was_there"] = run.was_there;
      runs.push_back(std::move(record));
    }
    Json failures = Json::array();
    for (const TrainFailure& failure : result.failures) failures.push_back(failure.reason);
    fmt::print("{}\n", Json{{"runs", runs}, {"failures", failures}, {"stopped", result.stopped}}.dump(2));
  } else if (!result.runs.empty()) {
    print_runs(result.runs);
  }
  if (result.stopped) {
    fmt::print(stderr, "dissent: stopped; the state is saved, and the same command goes on from there\n");
    std::exit(kInterrupted);
  }
  if (result.failures.size() == 1) fail("{}", result.failures.front().reason);
  if (!result.failures.empty()) {
    fail("{} of {} runs failed; the first: {}", result.failures.size(), requests.size(),
         result.failures.front().reason);
  }
}

}  // namespace dissent::cli
