#include "dissent/io/subprocess.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dissent/core/text.h"

extern char** environ;

namespace dissent {
namespace {

constexpr std::size_t kMostText = 16384;

struct SpawnActions {
  SpawnActions() { posix_spawn_file_actions_init(&actions); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  posix_spawn_file_actions_t actions;
};

// What the child writes to one of its descriptors, read while it runs; only the end is kept.
class ChildText {
 public:
  ChildText(const std::string& program, SpawnActions& spawn, int child_fd) {
    if (::pipe2(ends_, O_CLOEXEC) != 0) fail("{}: no pipe: {}", program, std::strerror(errno));
    posix_spawn_file_actions_adddup2(&spawn.actions, ends_[1], child_fd);
  }
  ~ChildText() {
    ::close(ends_[0]);
    close_write_end();
  }
  ChildText(const ChildText&) = delete;
  ChildText& operator=(const ChildText&) = delete;

  // For once the child has its own: the pipe's end is seen only when nobody can write any more.
  void close_write_end() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }
  pollfd to_poll() const { return {open_ ? ends_[0] : -1, POLLIN, 0}; }
  void drain() {
    char buffer[4096];
    const ssize_t got = ::read(ends_[0], buffer, sizeof buffer);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    open_ = got > 0;
    if (open_) text_.append(buffer, static_cast<std::size_t>(got));
    if (text_.size() > kMostText) text_.erase(0, text_.size() - kMostText);
  }
  std::string take() { return std::move(text_); }

 private:
  int ends_[2];
  bool open_ = true;
  std::string text_;
};

// Reads what is ready within `milliseconds`; false where nothing was.
bool drain_ready(ChildText& output, ChildText& errors, int milliseconds) {
  pollfd ready[] = {output.to_poll(), errors.to_poll()};
  if (::poll(ready, 2, milliseconds) <= 0) return false;
  if (ready[0].revents != 0) output.drain();
  if (ready[1].revents != 0) errors.drain();
  return true;
}

}  // namespace

bool program_exists(const std::string& program) {
  const char* path = std::getenv("PATH");
  for (const std::string& folder : split(path != nullptr ? path : "/usr/bin:/bin", ':')) {
    const std::filesystem::path candidate = std::filesystem::path(folder.empty() ? "." : folder) / program;
    std::error_code none;
    if (std::filesystem::is_regular_file(candidate, none) && ::access(candidate.c_str(), X_OK) == 0)
      return true;
  }
  return false;
}

ProcessResult run_program(const std::vector<std::string>& arguments, std::chrono::seconds most,
                          const std::function<void()>& waiting) {
  SpawnActions spawn;
  posix_spawn_file_actions_addopen(&spawn.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ChildText output(arguments[0], spawn, STDOUT_FILENO);
  ChildText errors(arguments[0], spawn, STDERR_FILENO);
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  const int problem = posix_spawnp(&child, argv[0], &spawn.actions, nullptr, argv.data(), environ);
  if (problem != 0) source_fail("{}: cannot be started: {}", arguments[0], std::strerror(problem));
  output.close_write_end();
  errors.close_write_end();

  ProcessResult result;
  const auto deadline = std::chrono::steady_clock::now() + most;
  int status = 0;
  // The child's end is asked for as well as the pipes': a grandchild may keep a pipe open.
  while (::waitpid(child, &status, WNOHANG) == 0) {
    drain_ready(output, errors, 100);
    if (waiting) waiting();
    if (!result.late && std::chrono::steady_clock::now() > deadline) {
      result.late = true;
      ::kill(child, SIGKILL);
    }
  }
  while (drain_ready(output, errors, 0)) {
  }
  result.output = output.take();
  result.errors = errors.take();
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace dissent
