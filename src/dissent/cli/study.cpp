// `dissent study`: experiments as files. Running takes libtorch (cli/torch/study_work.cpp); the rest does
// not.
#include <memory>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/progress.h"
#include "dissent/cli/terminal.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/choices.h"
#include "dissent/core/ranges.h"
#include "dissent/io/json_text.h"
#include "dissent/present/study_outputs.h"
#include "dissent/present/views/study_status_view.h"
#include "dissent/present/views/study_view.h"
#include "dissent/present/writers/terminal_writer.h"
#include "dissent/study/study_status_json.h"
#include "dissent/study/study_summary_json.h"
#include "dissent/study/submission_json.h"

namespace dissent::cli {
namespace {

void show(const StudyArguments& arguments) {
  const StudyStatus status =
      show_study({study_choice(arguments), arguments.output, arguments.execution.device});
  fmt::print("{}", arguments.json ? json_text(study_status_json(status), 2) + "\n"
                                  : terminal_text(study_status_view(status), terminal_style()));
}

void write_tables(const StudyArguments& arguments) {
  const ChosenRuns chosen = choose_runs(study_choice(arguments), gpu_is_likely(arguments.execution.device));
  ProgressMonitor monitor;
  const StudySummary summary =
      write_study_outputs(chosen.study, chosen.wanted, ResultsFolder(arguments.output), monitor);
  fmt::print("{}", arguments.json ? json_text(study_summary_json(summary), 2) + "\n"
                                  : terminal_text(study_view(summary), terminal_style()));
}

void submit(const StudyArguments& arguments) {
  SubmitStudyOptions options;
  options.choice = study_choice(arguments);
  options.results = arguments.output;
  options.execution = arguments.execution;
  options.slurm = arguments.slurm;
  options.retry_failed = arguments.retry_failed;
  options.claim_seconds = arguments.claim_seconds;
  const StudySubmission submission = submit_study(options);
  if (submission.runs == 0) {
    fmt::print("nothing to submit: every run is done or has failed (--retry-failed)\n");
  } else if (arguments.json) {
    fmt::print("{}\n", json_text(submission_json(submission), 2));
  } else {
    fmt::print(
        "job {}: {} runs in {} tasks; logs in {}\n`dissent study run {} -o {}` afterwards measures what is "
        "left and writes the tables\n",
        submission.job.id, submission.runs, submission.job.tasks, submission.job.folder.string(),
        arguments.file.string(), arguments.output.string());
  }
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
  add_choice(app, "--device", arguments->execution.device, "where it would run: cpu, cuda or auto");
  app.footer("Example: dissent study show studies/basins-sweep.yaml -o results");
  app.callback([arguments] { show(*arguments); });
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
  app.add_option("--claim-seconds", arguments->claim_seconds,
                 "after so long without a sign, the runs of a process on another machine are taken over; the "
                 "same for all processes that share the folder (1 to 86400)")
      ->check(CLI::Range(1.0, 86400.0))
      ->capture_default_str();
  add_choice(app, "--launcher", arguments->launcher,
             "local, or slurm: submit the missing runs as a job array through sbatch");
  add_options(app, arguments->execution, "Execution (does not change what is computed)");
  add_options(app, arguments->slurm, "Slurm");
  app.get_option("--slurm-option")->delimiter('\0');  // commas are sbatch's own
  app.footer(
      "What is done is not done again: stop it at any time, give the same command again, and it goes on.\n"
      "Several processes, also on several machines, may work on one folder.\n"
      "Example: dissent study run studies/quick.yaml -o results");
  app.callback([arguments] {
    if (arguments->launcher == Launcher::slurm) return submit(*arguments);
    run_study(*arguments);
  });
}

void configure_tables(CLI::App& app) {
  auto arguments = std::make_shared<StudyArguments>();
  add_study_options(app, *arguments);
  app.add_option("-o,--output", arguments->output, "folder of results")->required();
  add_choice(app, "--device", arguments->execution.device, "where the runs were trained: cpu, cuda or auto");
  app.footer("Example: dissent study tables studies/quick.yaml -o results");
  app.callback([arguments] { write_tables(*arguments); });
}

}  // namespace

StudyChoice study_choice(const StudyArguments& arguments) {
  StudyChoice choice{arguments.file, {}, arguments.only, arguments.run_list};
  if (!arguments.seeds.empty()) choice.seeds = parse_numbers(arguments.seeds, option("seeds"));
  return choice;
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
