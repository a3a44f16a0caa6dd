#include "dissent/votes/column_names.h"

#include <algorithm>

#include "dissent/core/text.h"

namespace dissent {

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : trim(name)) {
    if (c != '_' && c != '-' && c != ' ') plain += c;
  }
  return to_lower(plain);
}

int rank_of_name(std::string_view name, std::span<const std::string_view> names) {
  const std::string wanted = plain_name(name);
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](std::string_view known) { return plain_name(known) == wanted; });
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

}  // namespace dissent
