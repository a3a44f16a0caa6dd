#include "dissent/votes/audit.h"

#include <algorithm>

namespace dissent {

void Audit::add(std::string_view kind, std::string_view place, std::string_view note, std::uint64_t count) {
  if (count == 0) return;
  const auto known =
      std::find_if(oddities.begin(), oddities.end(), [&](const Oddity& o) { return o.kind == kind; });
  if (known != oddities.end()) {
    known->count += count;
  } else {
    oddities.push_back({std::string(kind), count, std::string(place), std::string(note)});
  }
}

const Oddity* Audit::find(std::string_view kind) const {
  for (const Oddity& oddity : oddities) {
    if (oddity.kind == kind) return &oddity;
  }
  return nullptr;
}

}  // namespace dissent
