// The light program's side of cli/torch_commands.h: `dissent-torch` takes the process over.
#include <cerrno>
#include <cstring>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "dissent/cli/option_flags.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/error.h"

namespace dissent::cli {
namespace {

char** command_line = nullptr;

// More threads than cores wait for each other instead of working.
void warn_of_threads(const ExecutionOptions& execution) {
  const unsigned cores = std::thread::hardware_concurrency();
  if (cores == 0 || execution.threads <= static_cast<int>(cores)) return;
  fmt::print(stderr, "dissent: {} {}: this machine has {} cores, and more threads than those are slower\n",
             as_flag("threads"), execution.threads, cores);
}

[[noreturn]] void hand_over(const ExecutionOptions& execution) {
  warn_of_threads(execution);
  std::error_code error;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path heavy = own.parent_path() / "dissent-torch";
  if (error || !std::filesystem::exists(heavy)) {
    fail("this build cannot train: {} is missing; build with libtorch (DISSENT_TORCH=ON)", heavy.string());
  }
  ::execv(heavy.c_str(), command_line);
  fail("{}: cannot be started: {}", heavy.string(), std::strerror(errno));
}

}  // namespace

void keep_command_line(char** words) {
  command_line = words;
}

void run_train(const TrainArguments& arguments) {
  hand_over(arguments.job.execution);
}
void run_encode(const EncodeArguments& arguments) {
  hand_over(arguments.job.execution);
}
void run_predict(const PredictArguments& arguments) {
  hand_over(arguments.job.execution);
}
void run_geometry(const GeometryArguments& arguments) {
  hand_over(arguments.execution);
}
void run_ood(const OodArguments& arguments) {
  hand_over(arguments.execution);
}
void run_study(const StudyArguments& arguments) {
  hand_over(arguments.execution);
}
void run_selftest(const SelftestArguments& arguments) {
  hand_over(arguments.execution);
}

}  // namespace dissent::cli
