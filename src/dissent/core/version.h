// Which dissent this is.
#pragma once

#include <string>
#include <string_view>

namespace dissent {

std::string_view version();  // "0.1.0"
std::string_view commit();   // what it was built from, "-dirty" where files were changed since; or "unknown"
std::string full_version();  // "0.1.0 (1a2b3c4d5e6f)"

}  // namespace dissent
