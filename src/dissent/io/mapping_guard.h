// What happens when a mapped file becomes shorter while it is read: the system ends a process that touches
// what is gone. A program that calls guard_mappings() reads zeros there instead, and hears of it.
#pragma once

#include <string>
#include <string_view>

#include "dissent/core/exception.h"

struct stat;

namespace dissent {

// Once, by a program; a library leaves the signals of its process alone.
void guard_mappings();

// A mapping that the guard knows of.
class GuardedMapping {
 public:
  GuardedMapping() = default;
  GuardedMapping(std::string_view bytes, std::string name, const struct stat& file);
  ~GuardedMapping();
  GuardedMapping(GuardedMapping&& other) noexcept;
  GuardedMapping& operator=(GuardedMapping&& other) = delete;

 private:
  int slot_ = -1;
};

// Throws a SystemError that names a file that was cut while it was mapped, now or before: what was made of it
// is not to be used. Asked wherever a whole file was read, and before anything is put in place.
void fail_if_cut();

// What `read()` makes of a file; where that file was cut meanwhile, the error says so, whatever else was
// seen.
template <class Read>
auto read_uncut(const Read& read) {
  try {
    auto result = read();
    fail_if_cut();
    return result;
  } catch (const Error&) {
    fail_if_cut();
    throw;
  }
}

}  // namespace dissent
