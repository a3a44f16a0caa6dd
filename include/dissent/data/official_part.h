// The part of a data set's official split that an item belongs to, and the words that files have for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "dissent/core/choice.h"

namespace dissent {

enum class OfficialPart : std::uint8_t { train, dev, test };
template <>
struct Choices<OfficialPart> {
  static constexpr std::string_view what = "part of a split";
  static constexpr Choice<OfficialPart> list[] = {
      {OfficialPart::train, "train"}, {OfficialPart::dev, "dev"}, {OfficialPart::test, "test"}};
};

// The part that a word of a file means, whatever its case: train (training), dev (development, validation,
// valid, val) or test (testing); none where it means no part.
std::optional<OfficialPart> official_part(std::string_view word);

}  // namespace dissent
