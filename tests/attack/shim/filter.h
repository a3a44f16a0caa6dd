// The kernel's filter of system calls (seccomp) that hands those of changing_calls.h over as a signal, so
// that none is missed, whoever makes it: glibc's own fclose() and std::filesystem make calls that a wrapped
// function of the same name would never see. Needs no rights and no debugger.
#pragma once

#include <cstddef>
#include <cstdint>

#include <linux/filter.h>

namespace dissent::attack {

// In the sixth argument, which none of the calls has: the shim's own calls, which the filter lets through.
inline constexpr std::uint32_t kOurs = 0x0d155e47;

class Filter {
 public:
  Filter();
  bool install();  // for this thread and all that it starts, programs too; there is no way back

 private:
  void load(std::size_t offset);
  void decide(std::uint32_t decision);
  void when(int test, long value, std::uint32_t decision);

  sock_filter lines_[160];
  std::size_t size_ = 0;
};

}  // namespace dissent::attack
