// The light program's side of cli/torch_commands.h: `dissent-torch` takes the process over.
#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "dissent/cli/torch_commands.h"
#include "dissent/core/error.h"

namespace dissent::cli {
namespace {

char** command_line = nullptr;

[[noreturn]] void hand_over() {
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

void run_train(const TrainArguments&) {
  hand_over();
}
void run_encode(const EncodeArguments&) {
  hand_over();
}
void run_predict(const PredictArguments&) {
  hand_over();
}
void run_geometry(const GeometryArguments&) {
  hand_over();
}
void run_ood(const OodArguments&) {
  hand_over();
}
void run_study(const StudyArguments&) {
  hand_over();
}
void run_selftest(const SelftestArguments&) {
  hand_over();
}

}  // namespace dissent::cli
