#include "io/subprocess.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/text.h"

extern char** environ;

namespace dissent {
namespace {

constexpr std::size_t kMostErrors = 16384;

struct SpawnActions {
  SpawnActions() { posix_spawn_file_actions_init(&actions); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  posix_spawn_file_actions_t actions;
};

// Appends what is ready on `fd`; false at its end.
bool drain(int fd, std::string& text) {
  char buffer[4096];
  const ssize_t got = ::read(fd, buffer, sizeof buffer);
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  text.append(buffer, static_cast<std::size_t>(got));
  if (text.size() > kMostErrors) text.erase(0, text.size() - kMostErrors);
  return got > 0;
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
  int errors[2];
  if (::pipe2(errors, O_CLOEXEC) != 0) fail("{}: no pipe: {}", arguments[0], std::strerror(errno));
  SpawnActions spawn;
  posix_spawn_file_actions_addopen(&spawn.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&spawn.actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&spawn.actions, errors[1], STDERR_FILENO);
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  const int problem = posix_spawnp(&child, argv[0], &spawn.actions, nullptr, argv.data(), environ);
  ::close(errors[1]);
  if (problem != 0) {
    ::close(errors[0]);
    source_fail("{}: cannot be started: {}", arguments[0], std::strerror(problem));
  }

  ProcessResult result;
  const auto deadline = std::chrono::steady_clock::now() + most;
  int status = 0;
  bool open = true;
  // The child's end is asked for as well as the pipe's: a grandchild may keep the pipe open.
  while (::waitpid(child, &status, WNOHANG) == 0) {
    pollfd ready{errors[0], POLLIN, 0};
    if (!open) ready.fd = -1;
    if (::poll(&ready, 1, 100) > 0) open = drain(errors[0], result.errors);
    if (waiting) waiting();
    if (!result.late && std::chrono::steady_clock::now() > deadline) {
      result.late = true;
      ::kill(child, SIGKILL);
    }
  }
  pollfd ready{errors[0], POLLIN, 0};
  while (open && ::poll(&ready, 1, 0) > 0) open = drain(errors[0], result.errors);
  ::close(errors[0]);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace dissent
