// What `dissent study run` does: trains, measures, writes the tables, and shows how far it is.
#include <cstdlib>

#include <fmt/format.h>

#include "dissent/cli/live_view.h"
#include "dissent/cli/study_plan.h"
#include "dissent/cli/terminal.h"
#include "dissent/cli/torch/interrupt.h"
#include "dissent/cli/torch/stoppable.h"
#include "dissent/core/error.h"
#include "dissent/runner/conduct.h"

namespace dissent::cli {
namespace {

std::string status_text(int epoch, int epochs, double soft_nll) {
  return fmt::format("epoch {}/{}{}", epoch, epochs,
                     soft_nll > 0 ? fmt::format("  soft NLL {:.4f}", soft_nll) : "");
}

std::vector<std::string> view_lines(const Study& study, const StudyProgress& now) {
  if (!now.measuring.empty()) return {fmt::format("{}  measuring: {}", study.name, now.measuring)};
  const double share = now.runs == 0 ? 0 : static_cast<double>(now.done) / static_cast<double>(now.runs);
  std::string head = fmt::format("{}  {}  {}/{} runs done, {} running", study.name, bar(share, 24), now.done,
                                 now.runs, now.running.size() + now.elsewhere.size());
  if (now.failed > 0) head += fmt::format(", {} failed", now.failed);
  if (now.seconds_left > 0) head += fmt::format("  {} left", clock_text(now.seconds_left));
  std::vector<std::string> lines{std::move(head)};
  for (const auto& [name, run] : now.running) {
    lines.push_back(fmt::format("  {}  {}", name, status_text(run.epoch, run.epochs, run.soft_nll)));
  }
  for (const Claims::Held& held : now.elsewhere) {
    lines.push_back(
        fmt::format("  {}  {}  (another process)", held.name,
                    held.status.contains("epoch")
                        ? status_text(held.status.value("epoch", 0), held.status.value("epochs", 0),
                                      held.status.value("soft_nll", 0.0))
                        : "starting"));
  }
  return lines;
}

void print_speed(const Conducted& done, std::FILE* to) {
  if (done.steps == 0) return;
  fmt::print(to,
             "{} model-steps in {:.1f} s: {:.1f} a second, {:.3f} ms a step, start-up, evaluation and files "
             "included\n",
             grouped(static_cast<std::uint64_t>(done.steps)), done.seconds,
             static_cast<double>(done.steps) / done.seconds,
             1e3 * done.seconds / static_cast<double>(done.steps));
}

void print_end(const Study& study, const Conducted& done, const ResultsFolder& results) {
  fmt::print("\n{} trained, {} failed; tables, tests and figures in {}\n", done.trained, done.failures.size(),
             (results.path() / study.name).string());
  print_speed(done, stdout);
  if (!done.elsewhere.empty()) {
    fmt::print("{} runs are under way in other processes; give the command again for the whole\n",
               done.elsewhere.size());
  }
}

Json conducted_json(const Conducted& done) {
  Json failures = Json::array();
  for (const auto& [run, reason] : done.failures) failures.push_back({{"run", run}, {"reason", reason}});
  return {{"trained", done.trained},     {"failures", failures},    {"remarks", done.remarks},
          {"elsewhere", done.elsewhere}, {"stopped", done.stopped}, {"steps", done.steps},
          {"seconds", done.seconds}};
}

}  // namespace

void run_study(const StudyArguments& arguments) {
  prepare_torch(arguments.execution);
  PlannedStudy planned = plan_from(arguments, use_cuda(arguments.execution));
  const ResultsFolder results(arguments.output);
  results.check_same_data(planned.runs);
  const ConductOptions options{arguments.execution, arguments.retry_failed, !arguments.no_wait,
                               !arguments.train_only};
  Conducted done;
  stoppable([&] {
    LiveView view;
    ConductHooks hooks;
    hooks.stop = interrupted;
    hooks.pulse = stop_if_interrupted;
    hooks.progress = [&](const StudyProgress& now) {
      view.update([&] { return view_lines(planned.study, now); });
    };
    hooks.note = [&](const std::string& text) {
      view.finish();
      fmt::print(stderr, "dissent: {}\n", text);
    };
    done = conduct_study(planned.study, planned.wanted, results, planned.data, options, hooks);
  });
  if (done.stopped) {
    print_speed(done, stderr);
    fmt::print(stderr, "dissent: stopped; the state is saved, and the same command goes on from there\n");
    std::exit(kInterrupted);
  }
  const StudyOutputs outputs = write_outputs(planned.study, planned.runs, results);
  if (arguments.json) {
    Json json = outputs.summary;
    json["conducted"] = conducted_json(done);
    fmt::print("{}\n", json.dump(2));
  } else {
    fmt::print("{}", outputs.text);
    print_end(planned.study, done, results);
  }
  for (const std::string& remark : done.remarks) fmt::print(stderr, "dissent: {}\n", remark);
  if (!done.failures.empty()) {
    fail("{} of {} runs failed; the first: {}: {} (--retry-failed tries them again)", done.failures.size(),
         planned.wanted.size(), done.failures.front().first, done.failures.front().second);
  }
}

}  // namespace dissent::cli
