// `dissent study`: experiments as files. Running takes libtorch (cli/torch/study_work.cpp); the rest does
// not.
#include <algorithm>
#include <ctime>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <unistd.h>

#include "dissent/cli/command.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/study_plan.h"
#include "dissent/cli/table.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/choices.h"
#include "dissent/core/duration.h"
#include "dissent/core/error.h"
#include "dissent/core/ranges.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/run/run_methods.h"
#include "dissent/run/run_spec_json.h"
#include "dissent/study/claims.h"
#include "dissent/study/estimate.h"

namespace dissent::cli {
namespace {

namespace fs = std::filesystem;

bool gpu_is_likely(const std::string& device) {
  return device == "cuda" || (device == "auto" && fs::exists("/dev/nvidia0"));
}

std::string state_of(const StudyRun& run, const ResultsFolder* results, const std::set<std::string>& held) {
  if (results == nullptr) return "";
  if (results->done(run)) return "done";
  if (held.count(run.name) > 0) return "running";
  if (const auto reason = results->failure(run)) return "failed: " + *reason;
  fs::path partial = results->run(run);
  partial += ".partial";
  return fs::exists(partial) ? "begun" : "missing";
}

// What varies, a row a combination of everything but the seed.
void print_grid(const PlannedStudy& planned, const ResultsFolder* results,
                const std::set<std::string>& held) {
  std::vector<const Setting*> settings;
  for (const StudyRun& run : planned.runs) settings.push_back(&run.options);
  const std::set<std::string> varying = varying_options(settings, {"data_hash"});
  struct Line {
    std::vector<std::string> seeds;
    std::map<std::string, std::size_t> states;
  };
  std::vector<std::pair<std::string, std::string>> order;  // delivery and setting
  std::map<std::pair<std::string, std::string>, Line> lines;
  for (const StudyRun& run : planned.wanted) {
    const std::pair key{run.spec.delivery, setting_text(run.options, varying)};
    if (lines.count(key) == 0) order.push_back(key);
    Line& line = lines[key];
    line.seeds.push_back(std::to_string(run.spec.seed));
    std::string state = state_of(run, results, held);
    ++line.states[state.substr(0, state.find(':'))];
  }
  Table table(Table::kAll);
  std::vector<std::string> head{"delivery"};
  if (!varying.empty()) head.emplace_back("setting");
  head.emplace_back("seeds");
  if (results != nullptr) head.emplace_back("state");
  table.add(head);
  for (const auto& key : order) {
    const Line& line = lines.at(key);
    std::vector<std::string> row{key.first};
    if (!varying.empty()) row.push_back(key.second);
    row.push_back(join(std::span<const std::string>(line.seeds), " "));
    if (results != nullptr) {
      std::vector<std::string> states;
      for (const auto& [state, count] : line.states) states.push_back(fmt::format("{} {}", count, state));
      row.push_back(join(std::span<const std::string>(states), ", "));
    }
    table.add(row);
  }
  fmt::print("{}", table.text());
}

void show_study(const StudyArguments& arguments) {
  const bool cuda = gpu_is_likely(arguments.execution.device);
  PlannedStudy planned = plan_from(arguments, cuda);
  std::unique_ptr<ResultsFolder> results;
  std::set<std::string> held;
  std::vector<FinishedRun> finished;
  std::vector<StudyRun> missing = planned.wanted;
  if (!arguments.output.empty()) {
    results = std::make_unique<ResultsFolder>(arguments.output);
    results->check_same_data(planned.runs);
    for (const Claims::Held& claim : Claims(results->claims()).held()) held.insert(claim.name);
    finished = results->finished(planned.runs);
    std::erase_if(missing, [&](const StudyRun& run) { return results->done(run); });
  }
  const TimeEstimate time = estimate_time(missing, planned.data, finished, cuda);
  if (arguments.json) {
    Json runs = Json::array();
    for (const StudyRun& run : planned.wanted) {
      Json json = {{"id", run.id}, {"name", run.name}, {"spec", canonical(run.spec)}};
      if (results) json["state"] = state_of(run, results.get(), held);
      runs.push_back(std::move(json));
    }
    fmt::print("{}\n", Json{{"study", planned.study.name},
                            {"runs", std::move(runs)},
                            {"missing", missing.size()},
                            {"estimate", {{"seconds", time.seconds}, {"basis", time.basis}}}}
                           .dump(2));
    return;
  }
  fmt::print("{}\n", styled(planned.study.name, Style::bold));
  if (!planned.study.about.empty()) fmt::print("{}\n", planned.study.about);
  const TrainOptions& train = planned.wanted.front().spec.train;
  fmt::print("\n{} runs of {}, {} epochs\n\n", planned.wanted.size(), train.model, train.epochs);
  print_grid(planned, results.get(), held);
  if (results) {
    for (const StudyRun& run : planned.wanted) {
      if (const auto reason = results->failure(run)) fmt::print("\nfailed: {}: {}\n", run.name, *reason);
    }
    fmt::print("\n{} done, {} missing", planned.wanted.size() - missing.size(), missing.size());
    if (!missing.empty()) fmt::print("; about {} of training ({})", duration_text(time.seconds), time.basis);
    fmt::print("\n");
  } else {
    fmt::print("\nabout {} of training ({})\n", duration_text(time.seconds), time.basis);
  }
  const auto names = [](std::string_view what, const auto& list) {
    if (list.empty()) return;
    std::vector<std::string> all;
    for (const auto& entry : list) all.push_back(entry.name);
    fmt::print("{:<8} {}\n", what, join(std::span<const std::string>(all), ", "));
  };
  names("tables", planned.study.tables);
  names("tests", planned.study.tests);
  names("figures", planned.study.figures);
}

// The missing runs as a job array; each task runs this program on its list.
void submit_study(const StudyArguments& arguments) {
  check_can_submit(arguments.slurm);
  StudyArguments task = arguments;
  if (task.execution.threads == 0) task.execution.threads = task.slurm.cpus;
  if (task.execution.device == "auto") task.execution.device = task.slurm.gpus > 0 ? "cuda" : "cpu";
  const PlannedStudy planned = plan_from(task, task.execution.device == "cuda");
  const ResultsFolder results(task.output);
  results.check_same_data(planned.runs);
  results.make();
  std::vector<std::string> missing;
  for (const StudyRun& run : planned.wanted) {
    if (task.retry_failed) results.clear_failure(run.name);
    if (!results.done(run) && !results.failure(run)) missing.push_back(run.id);
  }
  if (missing.empty()) {
    fmt::print("nothing to submit: every run is done or has failed (--retry-failed)\n");
    return;
  }
  std::error_code error;
  const fs::path own = fs::read_symlink("/proc/self/exe", error);
  if (error) fail("/proc/self/exe: {}", error.message());
  std::vector<std::string> command{own.string(),
                                   "study",
                                   "run",
                                   fs::absolute(task.file).string(),
                                   "-o",
                                   fs::absolute(task.output).string(),
                                   "--no-wait",
                                   "--device",
                                   task.execution.device,
                                   "--threads",
                                   std::to_string(task.execution.threads),
                                   "--jobs",
                                   std::to_string(task.execution.jobs),
                                   "--checkpoint-seconds",
                                   shortest(task.execution.checkpoint_seconds)};
  if (!task.seeds.empty()) command.insert(command.end(), {"--seeds", task.seeds});
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::localtime_r(&now, &parts);
  char stamp[32] = "";
  std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &parts);
  const std::string submission = fmt::format("{}-{}", stamp, ::getpid());
  const SlurmJob job = submit_slurm(
      task.slurm, fs::absolute(task.output) / planned.study.name / "slurm" / submission, missing, command);
  if (task.json) {
    fmt::print(
        "{}\n",
        Json{{"job", job.id}, {"tasks", job.tasks}, {"runs", missing.size()}, {"folder", job.folder.string()}}
            .dump(2));
    return;
  }
  fmt::print(
      "job {}: {} runs in {} tasks; logs in {}\n`dissent study run {} -o {}` afterwards measures what is "
      "left and "
      "writes the tables\n",
      job.id, missing.size(), job.tasks, job.folder.string(), task.file.string(), task.output.string());
}

void add_study_options(CLI::App& app, StudyArguments& arguments) {
  app.add_option("FILE", arguments.file, "study file (studies/ has those of the papers; docs/studies.md)")
      ->required();
  app.add_option("--seeds", arguments.seeds, "instead of the file's seeds: 0..9, or 0,3");
  app.add_option("--only", arguments.only, "only these runs: delivery=sls,soft or 'delivery=sls;seed=0..2'")
      ->allow_extra_args(false);
  app.add_flag("--json", arguments.json, "print as JSON on standard output");
}

void configure_show(CLI::App& app) {
  auto arguments = std::make_shared<StudyArguments>();
  add_study_options(app, *arguments);
  app.add_option("-o,--output", arguments->output,
                 "folder of results: also what is done and what is missing");
  app.add_option("--device", arguments->execution.device, "where it would run: cpu, cuda or auto")
      ->capture_default_str();
  app.footer("Example: dissent study show studies/basins-sweep.yaml -o results");
  app.callback([arguments] { show_study(*arguments); });
}

void configure_run(CLI::App& app) {
  auto arguments = std::make_shared<StudyArguments>();
  add_study_options(app, *arguments);
  app.add_option("-o,--output", arguments->output, "folder of results; several studies may share one")
      ->required();
  app.add_option("--runs", arguments->run_list, "only the runs whose ids are listed in this file");
  app.add_flag("--retry-failed", arguments->retry_failed, "try runs again that failed before");
  app.add_flag("--no-wait", arguments->no_wait, "do not wait for runs that other processes have under way");
  app.add_flag("--train-only", arguments->train_only,
               "leave what is measured of trained runs to a later call");
  app.add_option("--launcher", arguments->launcher,
                 "local, or slurm: submit the missing runs as a job array through sbatch")
      ->capture_default_str();
  add_options(app, arguments->execution, "Execution (does not change what is computed)");
  add_options(app, arguments->slurm, "Slurm");
  app.get_option("--slurm-option")->delimiter('\0');  // commas are sbatch's own
  app.footer(
      "What is done is not done again: stop it at any time, give the same command again, and it goes on.\n"
      "Several processes, also on several machines, may work on one folder.\n"
      "Example: dissent study run studies/quick.yaml -o results");
  app.callback([arguments] {
    check_choice("launcher", arguments->launcher, {"local", "slurm"});
    if (arguments->launcher == "slurm") return submit_study(*arguments);
    run_study(*arguments);
  });
}

void configure_tables(CLI::App& app) {
  auto arguments = std::make_shared<StudyArguments>();
  add_study_options(app, *arguments);
  app.add_option("-o,--output", arguments->output, "folder of results")->required();
  app.add_option("--device", arguments->execution.device, "where the runs were trained: cpu, cuda or auto")
      ->capture_default_str();
  app.footer("Example: dissent study tables studies/quick.yaml -o results");
  app.callback([arguments] {
    const PlannedStudy planned = plan_from(*arguments, gpu_is_likely(arguments->execution.device));
    const ResultsFolder results(arguments->output);
    const StudyOutputs outputs = write_outputs(planned.study, planned.wanted, results);
    fmt::print("{}", arguments->json ? outputs.summary.dump(2) + "\n" : outputs.text);
  });
}

}  // namespace

PlannedStudy plan_from(const StudyArguments& arguments, bool cuda) {
  PlannedStudy planned;
  std::vector<std::uint64_t> seeds;
  if (!arguments.seeds.empty()) seeds = parse_numbers(arguments.seeds, "--seeds");
  planned.study = read_study(arguments.file, seeds);
  planned.runs = plan_study(planned.study, planned.data, cuda);
  std::vector<Filter> filters;
  for (const std::string& text : arguments.only) filters.push_back(parse_filter(text, "--only"));
  std::set<std::string> listed;
  if (!arguments.run_list.empty()) {
    for (const std::string& line : split(read_file(arguments.run_list), '\n')) {
      if (!trim(line).empty()) listed.emplace(trim(line));
    }
  }
  for (const StudyRun& run : planned.runs) {
    const bool meant = std::all_of(filters.begin(), filters.end(),
                                   [&](const Filter& filter) { return filter.matches(run.options); });
    if (meant && (arguments.run_list.empty() || listed.count(run.id) > 0)) planned.wanted.push_back(run);
  }
  if (planned.wanted.empty()) {
    fail("{}: none of its {} runs is asked for; see `dissent study show {}`", arguments.file.string(),
         planned.runs.size(), arguments.file.string());
  }
  return planned;
}

void configure_study(CLI::App& app) {
  app.require_subcommand(1);
  configure_show(
      *app.add_subcommand("show", "the runs of a study, what is done, and how long the rest takes"));
  configure_run(
      *app.add_subcommand("run", "train and measure what is missing, then write tables, tests and figures"));
  configure_tables(
      *app.add_subcommand("tables", "write tables, tests and figures from what is there, running nothing"));
  configure_study_pack(
      *app.add_subcommand("pack", "the finished runs of a folder of results as a few files"));
  CLI::App* keys =
      app.add_subcommand("keys", "the keys of a study file as Markdown: the reference of docs/studies.md");
  keys->callback([] { fmt::print("{}", study_reference()); });
}

}  // namespace dissent::cli
