#include "dissent/cli/standard_output.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace dissent::cli {
namespace {

constexpr const char* kLost = "standard output cannot be written";

int lost_by = 0;  // errno of a write that failed before the end; 0: none did, or its reason is not known

void heed_closed_pipes() {
  std::signal(SIGPIPE, SIG_DFL);
  sigset_t pipe;
  ::sigemptyset(&pipe);
  ::sigaddset(&pipe, SIGPIPE);
  ::sigprocmask(SIG_UNBLOCK, &pipe, nullptr);
}

}  // namespace

void prepare_standard_streams() {
  heed_closed_pipes();
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest number that is free, which is this one: those before it are open by now. In the direction
    // that nobody uses, so that every use of it fails.
    if (::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream) return;
  }
}

void flush_standard_output() {
  if (std::fflush(stdout) != 0) lost_by = errno;
}

std::string finish_standard_output(const std::string& complaint) {
  const bool lost = std::ferror(stdout) != 0;  // by an earlier write
  flush_standard_output();
  if (lost_by == EPIPE) ::raise(SIGPIPE);
  if (lost_by != 0) return fmt::format("{}: {}", kLost, std::strerror(lost_by));
  if (!lost || complaint.starts_with(kLost)) return complaint;
  return fmt::format("{}{}{}", kLost, complaint.empty() ? "" : ": ", complaint);
}

}  // namespace dissent::cli
