// A system call that the filter handed over: carried out, noted, shortened, failed, or the end of the
// process.
#pragma once

#include <climits>

#include <ucontext.h>

#include "changing_calls.h"
#include "orders.h"

namespace dissent::attack {

// From now on calls are counted and the orders followed; before, every call just passes.
void follow(const Orders& orders);
// Answers the filter's signal. A child of an attacked program lives under its filter, and needs this, too.
void handle_traps();

// Where a call leads: an absolute path, "" where it cannot be told. Made inside a signal: no heap.
struct CallPath {
  char text[2 * PATH_MAX] = "";

  void of_descriptor(int fd);
  void of_name(int folder, const char* name);
};

class TrappedCall {
 public:
  TrappedCall(const Call& call, const ucontext_t& context);
  long carry_out();  // what the kernel would give: a result, or the negative number of an error

 private:
  const char* name_at(int index) const;
  long pass() const;
  bool counts();
  bool fails_with_disk() const;
  long size() const;
  long write_at_most(long most) const;
  long write_within_quota() const;
  void note(long number) const;

  const Call& call_;
  long arguments_[5];
  CallPath path_, to_;
};

}  // namespace dissent::attack
