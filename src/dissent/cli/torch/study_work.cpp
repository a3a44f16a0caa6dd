// What `dissent study run` does: the operation run_study(), shown while it goes on.
#include <cstdlib>

#include <fmt/format.h>

#include "dissent/cli/live_view.h"
#include "dissent/cli/progress.h"
#include "dissent/cli/terminal.h"
#include "dissent/cli/torch/interrupt.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/json_text.h"
#include "dissent/present/views/study_view.h"
#include "dissent/present/writers/terminal_writer.h"
#include "dissent/runner/study_result_json.h"

namespace dissent::cli {
namespace {

class StudyScreen : public StudyMonitor {
 public:
  void study_moved(const StudyProgress& now) override {
    view_.update([&] { return lines(now); });
  }
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) override {
    view_.finish();
    line_.progress(what, done, total);
  }
  void note(const std::string& sentence) override {
    view_.finish();
    print_note(sentence);
  }
  bool stopping() override { return interrupted(); }

 private:
  static std::vector<std::string> lines(const StudyProgress& now) {
    if (!now.measuring.empty()) return {fmt::format("{}  measuring: {}", now.study, now.measuring)};
    const double share = now.runs == 0 ? 0 : static_cast<double>(now.done) / static_cast<double>(now.runs);
    std::string head = fmt::format("{}  {}  {}/{} runs done, {} running", now.study, bar(share, 24), now.done,
                                   now.runs, now.running.size());
    if (now.failed > 0) head += fmt::format(", {} failed", now.failed);
    if (now.seconds_left > 0) head += fmt::format("  {} left", clock_text(now.seconds_left));
    std::vector<std::string> all{std::move(head)};
    for (const RunUnderWay& run : now.running) {
      const std::string loss = run.soft_nll > 0 ? fmt::format("  soft NLL {:.4f}", run.soft_nll) : "";
      all.push_back(
          fmt::format("  {}  {}{}", run.name,
                      run.epoch > 0 ? fmt::format("epoch {}/{}{}", run.epoch, run.epochs, loss) : "starting",
                      run.elsewhere ? "  (another process)" : ""));
    }
    return all;
  }

  LiveView view_;
  ProgressMonitor line_;
};

void print_speed(const StudyExecution& done, std::FILE* to) {
  if (done.steps == 0) return;
  fmt::print(to,
             "{} model-steps in {:.1f} s: {:.1f} a second, {:.3f} ms a step, start-up, evaluation and files "
             "included\n",
             grouped(static_cast<std::uint64_t>(done.steps)), done.seconds,
             static_cast<double>(done.steps) / done.seconds,
             1e3 * done.seconds / static_cast<double>(done.steps));
}

[[noreturn]] void end_stopped(std::string_view kept) {
  fmt::print(stderr, "dissent: stopped; {}, and the same command goes on from there\n", kept);
  std::exit(kInterrupted);
}

void print_result(const StudyResult& result) {
  const StudyExecution& done = result.execution;
  fmt::print("{}", terminal_text(study_view(result.summary), terminal_style()));
  fmt::print("\n{} trained, {} failed; tables, tests and figures in {}\n", done.trained, done.failures.size(),
             result.folder.string());
  print_speed(done, stdout);
  if (!done.elsewhere.empty()) {
    fmt::print("{} runs are under way in other processes; give the command again for the whole\n",
               done.elsewhere.size());
  }
}

}  // namespace

void run_study(const StudyArguments& arguments) {
  const RunStudyOptions options{study_choice(arguments),
                                arguments.output,
                                {arguments.execution, arguments.retry_failed, !arguments.no_wait,
                                 !arguments.train_only, arguments.claim_seconds}};
  remember_interrupts();
  StudyResult result;
  try {
    StudyScreen screen;
    result = dissent::run_study(options, screen);
  } catch (const Stopped&) {
    end_stopped("what was measured is kept");
  }
  const StudyExecution& done = result.execution;
  if (done.stopped) {
    print_speed(done, stderr);
    end_stopped("the state is saved");
  }
  if (arguments.json) {
    fmt::print("{}\n", json_text(study_result_json(result), 2));
  } else {
    print_result(result);
  }
  for (const std::string& remark : done.remarks) fmt::print(stderr, "dissent: {}\n", printable(remark));
  if (!done.failures.empty()) {
    const RunFailure& first = done.failures.front();
    fail("{} of {} runs failed; the first: {}: {} ({} again)", done.failures.size(), result.wanted, first.run,
         first.reason,
         first.by_machine ? "the same command tries it" : option("retry-failed") + " tries them");
  }
}

}  // namespace dissent::cli
