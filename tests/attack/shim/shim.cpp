// A library for LD_PRELOAD that numbers every system call by which a program changes files, and lets it die,
// stop or fail at one of them (orders.h). It works only in the program ATTACK_IMAGE, the name of its file, so
// that the light program's calls are not counted with those of the one that takes its process over.
#include <climits>
#include <cstdlib>
#include <string_view>

#include <sys/prctl.h>
#include <unistd.h>

#include "filter.h"
#include "fork_server.h"
#include "trapped_call.h"

namespace dissent::attack {
namespace {

bool this_program_is_meant() {
  const char* image = std::getenv("ATTACK_IMAGE");
  char path[PATH_MAX] = "";
  if (image == nullptr || ::readlink("/proc/self/exe", path, sizeof path - 1) < 0) return false;
  const std::string_view program = path;
  return program.substr(program.rfind('/') + 1) == image;
}

[[gnu::constructor]] void start() {
  if (!this_program_is_meant()) {
    if (::prctl(PR_GET_SECCOMP) != 0) handle_traps();  // a child of an attacked one: its calls pass
    return;
  }
  serve_forks();
  follow(read_orders());
  handle_traps();
  if (!Filter().install()) refuse("the kernel takes no filter");
}

}  // namespace
}  // namespace dissent::attack
