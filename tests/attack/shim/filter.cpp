#include "filter.h"

#include <cerrno>

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

#include "changing_calls.h"

namespace dissent::attack {
namespace {

constexpr int kWritingFlags = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#endif

constexpr std::size_t argument(int index) {  // its low half comes first
  return offsetof(seccomp_data, args) + static_cast<std::size_t>(index) * sizeof(std::uint64_t);
}

}  // namespace

Filter::Filter() {
  load(offsetof(seccomp_data, arch));
  lines_[size_++] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
  decide(SECCOMP_RET_ALLOW);  // of another architecture: not ours to judge
  load(argument(5));
  when(BPF_JEQ, kOurs, SECCOMP_RET_ALLOW);
  load(offsetof(seccomp_data, nr));
  for (const long missing : kMissing) when(BPF_JEQ, missing, SECCOMP_RET_ERRNO | ENOSYS);
  for (const Call& call : kCalls) {
    if (call.flags == kNone) {
      when(BPF_JEQ, call.number, SECCOMP_RET_TRAP);
      continue;
    }
    lines_[size_++] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call.number), 0, 4);
    load(argument(call.flags));
    when(BPF_JSET, kWritingFlags, SECCOMP_RET_TRAP);
    decide(SECCOMP_RET_ALLOW);
  }
  decide(SECCOMP_RET_ALLOW);
}

bool Filter::install() {
  sock_fprog program{static_cast<unsigned short>(size_), lines_};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

void Filter::load(std::size_t offset) {
  lines_[size_++] = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

void Filter::decide(std::uint32_t decision) {
  lines_[size_++] = BPF_STMT(BPF_RET | BPF_K, decision);
}

// The decision is skipped where the test fails.
void Filter::when(int test, long value, std::uint32_t decision) {
  lines_[size_++] =
      BPF_JUMP(static_cast<std::uint16_t>(BPF_JMP | test | BPF_K), static_cast<std::uint32_t>(value), 0, 1);
  decide(decision);
}

}  // namespace dissent::attack
