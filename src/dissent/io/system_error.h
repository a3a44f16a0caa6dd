// What the machine refused: space on a disk, a permission, a file that cannot be read now. The work itself is
// not at fault, and may succeed when it is tried again.
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "dissent/core/error.h"

namespace dissent {

class SystemError : public Error {
 public:
  explicit SystemError(std::string message, int code = 0) : Error(std::move(message)), code_(code) {}
  // Whether it may go by itself, as what a file server does not answer now; a full disk does not.
  bool may_pass() const { return code_ != ENOSPC && code_ != EDQUOT && code_ != EROFS; }

 private:
  int code_;  // errno's; 0: none
};

// "PATH: WHAT: the system's reason; the cure". `error` is errno's value.
[[noreturn]] inline void system_fail(const std::filesystem::path& path, std::string_view what, int error,
                                     std::string_view cure = "") {
  if (cure.empty() && (error == ENOSPC || error == EDQUOT)) cure = "free some space and run again";
  throw SystemError(fmt::format("{}: {}: {}{}{}", path.string(), what, std::strerror(error),
                                cure.empty() ? "" : "; ", cure),
                    error);
}

}  // namespace dissent
