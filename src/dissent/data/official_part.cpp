#include "dissent/data/official_part.h"

#include <string>

#include "dissent/core/text.h"

namespace dissent {

std::optional<OfficialPart> official_part(std::string_view word) {
  const std::string lower = to_lower(trim(word));
  if (lower == "train" || lower == "training") return OfficialPart::train;
  if (lower == "test" || lower == "testing") return OfficialPart::test;
  for (const std::string_view name : {"dev", "development", "validation", "valid", "val"}) {
    if (lower == name) return OfficialPart::dev;
  }
  return std::nullopt;
}

}  // namespace dissent
