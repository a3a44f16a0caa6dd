#include "dissent/core/version.h"

#include <fmt/format.h>
#include <generated/commit.h>  // made by cmake/commit.cmake in the build folder

namespace dissent {

std::string_view version() {
  return DISSENT_VERSION;
}

std::string_view commit() {
  return DISSENT_COMMIT;
}

std::string full_version() {
  return commit() == "unknown" ? std::string(version()) : fmt::format("{} ({})", version(), commit());
}

}  // namespace dissent
