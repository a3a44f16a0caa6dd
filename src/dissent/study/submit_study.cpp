#include "dissent/study/submit_study.h"

#include <ctime>

#include <unistd.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/folder.h"
#include "dissent/study/results.h"

namespace dissent {
namespace {

namespace fs = std::filesystem;

fs::path own_program() {
  std::error_code error;
  fs::path own = fs::read_symlink("/proc/self/exe", error);
  if (error) fail("/proc/self/exe: {}", error.message());
  return own;
}

// What a task calls, without its share of the runs.
std::vector<std::string> task_command(const SubmitStudyOptions& options) {
  const ExecutionOptions& execution = options.execution;
  std::vector<std::string> words{(options.program.empty() ? own_program() : options.program).string(),
                                 "study",
                                 "run",
                                 whole_path(options.choice.file).string(),
                                 "-o",
                                 whole_path(options.results).string(),
                                 "--no-wait",
                                 "--device",
                                 std::string(name_of(execution.device)),
                                 "--threads",
                                 std::to_string(execution.threads),
                                 "--jobs",
                                 std::to_string(execution.jobs),
                                 "--checkpoint-seconds",
                                 shortest(execution.checkpoint_seconds),
                                 "--claim-seconds",
                                 shortest(options.claim_seconds)};
  std::vector<std::string> seeds;
  for (const std::uint64_t seed : options.choice.seeds) seeds.push_back(std::to_string(seed));
  if (!seeds.empty()) words.insert(words.end(), {"--seeds", join(std::span<const std::string>(seeds), ",")});
  return words;
}

// A name that no other submission has: the time, and this process.
std::string submission_name() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::localtime_r(&now, &parts);
  char stamp[32] = "";
  std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &parts);
  return fmt::format("{}-{}", stamp, ::getpid());
}

}  // namespace

StudySubmission submit_study(const SubmitStudyOptions& asked) {
  check_can_submit(asked.slurm);
  SubmitStudyOptions options = asked;
  if (options.execution.threads == 0) options.execution.threads = options.slurm.cpus;
  if (options.execution.device == DeviceKind::automatic) {
    options.execution.device = options.slurm.gpus > 0 ? DeviceKind::cuda : DeviceKind::cpu;
  }
  const ChosenRuns chosen = choose_runs(options.choice, options.execution.device == DeviceKind::cuda);
  const ResultsFolder results(options.results);
  results.check_same_data(chosen.runs);
  results.make();
  std::vector<std::string> missing;
  for (const StudyRun& run : chosen.wanted) {
    if (options.retry_failed) results.clear_failure(run.name);
    if (!results.done(run) && !results.failure(run)) missing.push_back(run.id);
  }
  if (missing.empty()) return {};
  const fs::path folder = whole_path(options.results) / chosen.study.name / "slurm" / submission_name();
  return {missing.size(), submit_slurm(options.slurm, folder, missing, task_command(options))};
}

}  // namespace dissent
