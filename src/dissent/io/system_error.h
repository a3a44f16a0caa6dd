// What the machine refused: space on a disk, a permission, a file that cannot be read now. The work itself is
// not at fault, and may succeed when it is tried again.
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "dissent/core/error.h"

namespace dissent {

class SystemError : public Error {
 public:
  using Error::Error;
};

// "PATH: WHAT: the system's reason; the cure". `error` is errno's value.
[[noreturn]] inline void system_fail(const std::filesystem::path& path, std::string_view what, int error,
                                     std::string_view cure = "") {
  if (cure.empty() && (error == ENOSPC || error == EDQUOT)) cure = "free some space and run again";
  throw SystemError(fmt::format("{}: {}: {}{}{}", path.string(), what, std::strerror(error),
                                cure.empty() ? "" : "; ", cure));
}

}  // namespace dissent
