// The failure of one source of a file (a URL, an archive, a package): another source may still deliver it,
// whereas a plain Error (a full disk, an unwritable folder) ends the work.
#pragma once

#include <utility>

#include "dissent/core/error.h"

namespace dissent {

class SourceError : public Error {
 public:
  using Error::Error;
};

template <class... Args>
[[noreturn]] void source_fail(fmt::format_string<Args...> message, Args&&... args) {
  throw SourceError(fmt::format(message, std::forward<Args>(args)...));
}

}  // namespace dissent
