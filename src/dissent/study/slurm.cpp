#include "dissent/study/slurm.h"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"
#include "dissent/io/subprocess.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostTasksUnasked = 100;
constexpr std::chrono::seconds kMostSubmission{300};  // a busy controller lets sbatch wait and try again

void check_slurm(bool good, std::string_view key, const auto& value, std::string_view allowed) {
  if (!good) fail("{} {}: {}", option(key), value, allowed);
}

// A line of #SBATCH cannot hold a line break, whatever quotes are around it.
void check_slurm_text(std::string_view key, const std::string& value) {
  check_slurm(value.find_first_of("\r\n") == std::string::npos, key, in_quotes(value), "must be one line");
}

void check_slurm_options(const SlurmOptions& o) {
  check_slurm_text("slurm-partition", o.partition);
  check_slurm_text("slurm-time", o.time);
  check_limits(o);
  for (const std::string& word : o.extra) {
    check_slurm_text("slurm-option", word);
    check_slurm(
        word.starts_with('-'), "slurm-option", in_quotes(word),
        fmt::format("an option of sbatch with its dashes, as {}=--account=NAME", option("slurm-option")));
  }
}

// For sh: between single quotes nothing has a meaning but the single quote.
std::string shell_word(std::string_view word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// For sbatch, which reads #SBATCH lines with rules of its own: between double quotes a blank is part of a
// word, and a backslash takes the meaning from what follows.
std::string sbatch_word(std::string_view word) {
  if (word.find_first_of(" \t#'\"\\") == std::string_view::npos) return std::string(word);
  std::string quoted = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

// sbatch replaces %a by the number of a task, and so on, in the name of a log; a backslash turns that off.
std::string log_pattern(const fs::path& folder) {
  std::string pattern;
  for (const char c : folder.string()) {
    if (c == '\\' || c == '\n' || c == '\r') {
      fail(
          "{}: Slurm cannot write logs to a folder with a backslash or a line break in its name; "
          "choose another folder",
          in_quotes(folder.string(), 200));
    }
    pattern += c == '%' ? std::string("%%") : std::string(1, c);
  }
  return pattern + "/task-%a.log";
}

std::vector<std::string> sbatch_options(const SlurmOptions& o, const fs::path& folder, std::size_t tasks) {
  std::vector<std::string> words = {"--job-name=dissent", fmt::format("--array=0-{}", tasks - 1), "--nodes=1",
                                    "--ntasks=1", "--output=" + log_pattern(folder)};
  if (!o.partition.empty()) words.push_back("--partition=" + o.partition);
  if (o.gpus > 0) words.push_back(fmt::format("--gres=gpu:{}", o.gpus));
  if (!o.time.empty()) words.push_back("--time=" + o.time);
  if (o.cpus > 0) words.push_back(fmt::format("--cpus-per-task={}", o.cpus));
  words.insert(words.end(), o.extra.begin(), o.extra.end());
  return words;
}

fs::path absolute_folder(const fs::path& folder) {
  fs::path whole = whole_path(folder).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

// The last line in which sbatch says what is wrong; after it may come advice to read its help.
std::string sbatch_problem(const ProcessResult& result) {
  std::string last;
  std::string last_own;
  for (const std::string& line : split(result.errors, '\n')) {
    std::string_view said = trim(line);
    if (said.empty()) continue;
    last = said;
    if (!said.starts_with("sbatch: ")) continue;
    said.remove_prefix(8);
    for (const std::string_view level : {"error: ", "fatal: "}) {
      if (said.starts_with(level)) said.remove_prefix(level.size());
    }
    last_own = said;
  }
  if (!last_own.empty()) return last_own;
  return last.empty() ? fmt::format("it ended with status {} and said nothing", result.status) : last;
}

// `--parsable` prints "ID" or "ID;CLUSTER"; a site's own wrapper may print a greeting before it.
std::string job_id(const std::string& output) {
  const std::string_view whole = trim(output);
  const std::string_view last = whole.substr(whole.find_last_of('\n') + 1);
  const std::string_view id = last.substr(0, last.find(';'));
  if (!parse_int(id)) fail("sbatch: printed {} where the id of the job was expected", in_quotes(whole));
  return std::string(id);
}

std::string submitted(const fs::path& script, const std::vector<std::string>& options) {
  // On the command line once more: variables such as SBATCH_PARTITION win over a script's #SBATCH lines.
  std::vector<std::string> words = {"sbatch", "--parsable"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(script.string());
  const ProcessResult result = run_program(words, kMostSubmission);
  if (result.late) {
    fail(
        "sbatch: no answer within {} s; `sinfo` tells whether the controller is up, `squeue` whether the job "
        "was taken all the same",
        kMostSubmission.count());
  }
  if (result.status != 0) fail("sbatch refused {}: {}", script.string(), sbatch_problem(result));
  return job_id(result.output);
}

}  // namespace

void check_can_submit(const SlurmOptions& options) {
  check_slurm_options(options);
  if (!program_exists("sbatch")) {
    fail(
        "{} slurm: there is no sbatch on PATH; submit from a login node of the cluster, or leave {} out to "
        "train here",
        option("launcher"), option("launcher"));
  }
}

std::string slurm_script(const SlurmOptions& options, const fs::path& folder, std::size_t tasks,
                         const std::vector<std::string>& command) {
  check_slurm_options(options);
  const fs::path whole = absolute_folder(folder);
  std::string script = "#!/bin/sh\n";
  for (const std::string& word : sbatch_options(options, whole, tasks)) {
    script += "#SBATCH " + sbatch_word(word) + "\n";
  }
  // exec: a signal that Slurm sends to the batch shell (time limit, preemption) reaches the program itself.
  script += "exec";
  for (const std::string& word : command) script += " " + shell_word(word);
  return script + " --runs " + shell_word((whole / "task-").string()) + "\"${SLURM_ARRAY_TASK_ID:?}\".txt\n";
}

SlurmJob submit_slurm(const SlurmOptions& options, const fs::path& folder, std::span<const std::string> runs,
                      const std::vector<std::string>& command) {
  check_can_submit(options);
  if (runs.empty()) fail("{}: there are no runs to submit", folder.string());
  SlurmJob job;
  job.folder = absolute_folder(folder);
  job.tasks =
      std::min(runs.size(), options.tasks > 0 ? static_cast<std::size_t>(options.tasks) : kMostTasksUnasked);
  const std::string text = slurm_script(options, job.folder, job.tasks, command);
  const fs::path script = job.folder / "job.sh";
  // Its tasks may not have begun, and would read these shares instead of theirs.
  if (is_there(script)) fail("{}: another job was made here; choose another folder", job.folder.string());
  std::error_code problem;
  fs::create_directories(job.folder, problem);
  if (problem) fail("{}: cannot be made: {}", job.folder.string(), problem.message());
  for (std::size_t task = 0; task < job.tasks; ++task) {
    std::string share;
    for (std::size_t run = task; run < runs.size(); run += job.tasks) share += runs[run] + "\n";
    write_file(job.folder / fmt::format("task-{}.txt", task), share);
  }
  write_file(script, text);
  job.id = submitted(script, sbatch_options(options, job.folder, job.tasks));
  return job;
}

}  // namespace dissent
