// Which tests a correction for several of them takes together.
#pragma once

#include "dissent/core/choice.h"

namespace dissent {

// Which tests Holm's correction takes together.
enum class TestFamily { metric, all };
template <>
struct Choices<TestFamily> {
  static constexpr Choice<TestFamily> list[] = {{TestFamily::metric, "metric"}, {TestFamily::all, "all"}};
};

}  // namespace dissent
