#include "trapped_call.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "filter.h"

namespace dissent::attack {
namespace {

constexpr int kLogDescriptor = 900;  // out of the way of the program's own

#if defined(__x86_64__)
long argument(const ucontext_t& context, int index) {
  constexpr int registers[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8};
  return static_cast<long>(context.uc_mcontext.gregs[registers[index]]);
}
void give(ucontext_t& context, long result) {
  context.uc_mcontext.gregs[REG_RAX] = result;
}
#elif defined(__aarch64__)
long argument(const ucontext_t& context, int index) {
  return static_cast<long>(context.uc_mcontext.regs[index]);
}
void give(ucontext_t& context, long result) {
  context.uc_mcontext.regs[0] = static_cast<std::uint64_t>(result);
}
#endif

// There before any constructor runs: the one that starts the shim may be the first.
constinit bool active = false;
constinit Orders orders;
constinit std::atomic<long> calls = 0;
constinit std::atomic<long> bytes_left = 0;

// The result, or the negative number of an error, as the kernel gives it.
long ask_kernel(long number, long a, long b, long c, long d = 0, long e = 0) {
  const long result = ::syscall(number, a, b, c, d, e, kOurs);
  return result < 0 ? -errno : result;
}

[[noreturn]] void die() {
  ::kill(::getpid(), SIGKILL);
  for (;;) ::pause();
}

void on_trap(int, siginfo_t* info, void* machine) {
  const int kept = errno;
  auto& context = *static_cast<ucontext_t*>(machine);
  const Call* call = std::find_if(std::begin(kCalls), std::end(kCalls),
                                  [&](const Call& each) { return each.number == info->si_syscall; });
  give(context, call == std::end(kCalls) ? -ENOSYS : TrappedCall(*call, context).carry_out());
  errno = kept;
}

}  // namespace

void follow(const Orders& given) {
  orders = given;
  bytes_left = given.bytes_left;
  if (orders.log) {
    const int fd = ::open(std::getenv("ATTACK_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0 || ::dup3(fd, kLogDescriptor, O_CLOEXEC) < 0) refuse("the log cannot be opened");
    ::close(fd);
  }
  active = true;
}

void handle_traps() {
  struct sigaction action {};
  action.sa_sigaction = on_trap;
  // A stop is a place where other signals come in, whose handlers make calls of their own.
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  ::sigaction(SIGSYS, &action, nullptr);
}

void CallPath::of_descriptor(int fd) {
  char link[64];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = ::readlink(link, text, sizeof text - 1);
  text[std::max<ssize_t>(length, 0)] = '\0';
}

void CallPath::of_name(int folder, const char* name) {
  text[0] = '\0';
  if (name == nullptr) return of_descriptor(folder);
  if (name[0] != '/') {
    if (folder != AT_FDCWD) {
      of_descriptor(folder);
    } else if (::getcwd(text, sizeof text) == nullptr) {
      text[0] = '\0';
    }
    std::strncat(text, "/", sizeof text - std::strlen(text) - 1);
  }
  std::strncat(text, name, sizeof text - std::strlen(text) - 1);
}

TrappedCall::TrappedCall(const Call& call, const ucontext_t& context) : call_(call) {
  for (int i = 0; i < 5; ++i) arguments_[i] = argument(context, i);
}

long TrappedCall::carry_out() {
  if (!counts()) return pass();
  if (call_.kind == Kind::lock) return orders.own_locks ? 0 : pass();
  if (call_.kind == Kind::sync) {
    note(0);
    const bool fails = orders.fail > 0 && calls >= orders.fail && orders.error != ENOSPC;
    return fails ? -orders.error : pass();
  }
  const long number = ++calls;
  note(number);
  if (number == orders.kill) die();
  if (number == orders.tear) {
    if (call_.kind == Kind::write) write_at_most(size() / 2);
    die();
  }
  if (number == orders.stop) ::kill(::getpid(), SIGSTOP);
  if (orders.fail > 0 && number >= orders.fail && fails_with_disk()) return -orders.error;
  if (orders.bytes_left >= 0 && call_.kind == Kind::write) return write_within_quota();
  return pass();
}

const char* TrappedCall::name_at(int index) const {
  return reinterpret_cast<const char*>(arguments_[index]);
}

long TrappedCall::pass() const {
  return ask_kernel(call_.number, arguments_[0], arguments_[1], arguments_[2], arguments_[3], arguments_[4]);
}

// Regular files under the folder, whether they are there yet or not. Not: pipes, terminals, devices.
bool TrappedCall::counts() {
  if (!active) return false;
  // Descriptors are ints: what the upper half of a register holds is no part of them.
  const auto descriptor = [&](int index) { return static_cast<int>(arguments_[index]); };
  const auto folder = [&](int index) { return index == kNone ? AT_FDCWD : descriptor(index); };
  const auto under = [](const CallPath& path) {
    return std::string_view(path.text).starts_with(orders.under);
  };
  if (call_.fd != kNone) {
    struct stat status {};
    if (::fstat(descriptor(call_.fd), &status) != 0) return false;
    const bool folder_too = call_.kind == Kind::sync || call_.kind == Kind::lock;
    if (!S_ISREG(status.st_mode) && !(folder_too && S_ISDIR(status.st_mode))) return false;
    path_.of_descriptor(descriptor(call_.fd));
  } else {
    path_.of_name(folder(call_.folder), name_at(call_.path));
  }
  if (call_.to_path != kNone) to_.of_name(folder(call_.to_folder), name_at(call_.to_path));
  if (!under(path_) && !(call_.to_path != kNone && under(to_))) return false;
  if (call_.flags == kNone) return true;
  // To open what is there, without emptying it, changes nothing.
  const long flags = arguments_[call_.flags];
  struct stat status {};
  const bool there = ::lstat(path_.text, &status) == 0;
  const bool unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  return unnamed || (flags & O_TRUNC) != 0 || ((flags & O_CREAT) != 0 && !there);
}

// A disk that is full lets names be moved and removed; one that is broken, only removed.
bool TrappedCall::fails_with_disk() const {
  if (orders.error != ENOSPC) return call_.kind != Kind::remove;
  return call_.kind == Kind::write || call_.kind == Kind::make || call_.kind == Kind::open ||
         call_.kind == Kind::resize;
}

long TrappedCall::size() const {
  if (call_.size != kNone) return arguments_[call_.size];
  const auto* pieces = reinterpret_cast<const iovec*>(arguments_[1]);
  long total = 0;
  for (long i = 0; i < arguments_[2]; ++i) total += static_cast<long>(pieces[i].iov_len);
  return total;
}

// A write may always be shorter than what was asked for; of a vector only the first piece is written then.
long TrappedCall::write_at_most(long most) const {
  if (most >= size()) return pass();
  long shorter[5];
  std::copy(std::begin(arguments_), std::end(arguments_), shorter);
  iovec first{};
  if (call_.size != kNone) {
    shorter[call_.size] = most;
  } else {
    first = *reinterpret_cast<const iovec*>(arguments_[1]);
    first.iov_len = std::min(first.iov_len, static_cast<std::size_t>(most));
    shorter[1] = reinterpret_cast<long>(&first);
    shorter[2] = 1;
  }
  return ask_kernel(call_.number, shorter[0], shorter[1], shorter[2], shorter[3], shorter[4]);
}

long TrappedCall::write_within_quota() const {
  long left = bytes_left.load();
  const long wanted = size();
  while (!bytes_left.compare_exchange_weak(left, left - std::min(left, wanted))) {
  }
  const long allowed = std::min(left, wanted);
  if (allowed == 0 && wanted > 0) return -ENOSPC;
  const long written = write_at_most(allowed);
  bytes_left += allowed - std::max(written, 0L);
  return written;
}

void TrappedCall::note(long number) const {
  if (!orders.log) return;
  char line[sizeof path_.text + sizeof to_.text + 64];
  const int length =
      std::snprintf(line, sizeof line, "%ld\t%s\t%s\t%s\n", number, call_.name, path_.text, to_.text);
  ask_kernel(SYS_write, kLogDescriptor, reinterpret_cast<long>(line), length);
}

}  // namespace dissent::attack
