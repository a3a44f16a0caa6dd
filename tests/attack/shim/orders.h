// What the shim is told to do, by environment variables; calls that change files are numbered from 1.
#pragma once

#include <cerrno>

namespace dissent::attack {

struct Orders {
  const char* under = "";  // ATTACK_UNDER: only calls on paths that begin so count
  bool log = false;     // ATTACK_LOG=FILE: a line for each: number, name, path, and the new path of a rename
  long kill = 0;        // ATTACK_KILL=N: SIGKILL before call N
  long tear = 0;        // ATTACK_TEAR=N: SIGKILL within call N, with half of what a write holds written
  long stop = 0;        // ATTACK_STOP=N: SIGSTOP before call N
  long fail = 0;        // ATTACK_FAIL=N: from call N on, what a full disk refuses fails
  long error = ENOSPC;  // ATTACK_ERRNO: with this
  bool own_locks =
      false;  // ATTACK_OWN_LOCKS: flock() always succeeds, as between machines that do not share locks
  long bytes_left = -1;  // ATTACK_BYTES=B: a disk with room for so many more; -1: enough
};

Orders read_orders();

// For what cannot work here: a line, and an exit status that no program of ours has.
[[noreturn]] void refuse(const char* reason);
inline constexpr int kRefused = 97;

}  // namespace dissent::attack
