#include "dissent/core/duration.h"

#include <fmt/format.h>

namespace dissent {

std::string duration_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return seconds < 172800 ? fmt::format("{:.1f} h", seconds / 3600)
                          : fmt::format("{:.0f} days", seconds / 86400);
}

}  // namespace dissent
