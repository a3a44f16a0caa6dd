#include "fork_server.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "orders.h"

namespace dissent::attack {
namespace {

// One line; false at the end. A byte at a time: requests are rare and short.
bool read_line(int fd, std::string& line) {
  line.clear();
  char byte = 0;
  for (;;) {
    const ssize_t got = ::read(fd, &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    if (byte == '\n') return true;
    line += byte;
  }
}

void answer(int fd, int number) {
  char text[32];
  const int length = std::snprintf(text, sizeof text, "%d\n", number);
  if (::write(fd, text, static_cast<std::size_t>(length)) != length) ::_exit(0);
}

// When it has ended. It keeps its number until the next start, so that whoever sends it a signal too late
// reaches nobody else.
int status_of(pid_t child) {
  siginfo_t end{};
  while (::waitid(P_PID, static_cast<id_t>(child), &end, WEXITED | WNOWAIT) != 0) {
    if (errno != EINTR) refuse("a child cannot be waited for");
  }
  return end.si_code == CLD_EXITED ? end.si_status << 8 : end.si_status;
}

void put_words_into(const char* variable, int fd) {
  const char* path = std::getenv(variable);
  if (path == nullptr) return;
  const int file = ::open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0 || ::dup2(file, fd) < 0) refuse("the output cannot be opened");
  ::close(file);
}

void become_program(const std::string& settings) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::unsetenv("ATTACK_SERVE");
  for (std::size_t at = 0; at < settings.size();) {
    const std::size_t end = std::min(settings.find('\t', at), settings.size());
    const std::string setting = settings.substr(at, end - at);
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) refuse("a setting without a value");
    ::setenv(setting.substr(0, equals).c_str(), setting.c_str() + equals + 1, 1);
    at = end + 1;
  }
  if (const char* folder = std::getenv("CWD"); folder != nullptr && ::chdir(folder) != 0)
    refuse("the working folder is not there");
  put_words_into("STDOUT", STDOUT_FILENO);
  put_words_into("STDERR", STDERR_FILENO);
}

}  // namespace

void serve_forks() {
  const char* descriptors = std::getenv("ATTACK_SERVE");
  if (descriptors == nullptr) return;
  int in = -1, out = -1;
  if (std::sscanf(descriptors, "%d,%d", &in, &out) != 2) refuse("ATTACK_SERVE names two descriptors: IN,OUT");
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  pid_t child = 0;
  for (std::string settings; read_line(in, settings);) {
    if (child != 0) ::waitpid(child, nullptr, 0);
    child = ::fork();
    if (child < 0) refuse("no fork");
    if (child == 0) {
      ::close(in);
      ::close(out);
      return become_program(settings);
    }
    answer(out, child);
    answer(out, status_of(child));
  }
  ::_exit(0);
}

}  // namespace dissent::attack
