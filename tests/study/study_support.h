// What the tests of this room share: a small data set by a manifest, study files about it, and the text of an
// error.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/study/study.h"
#include "run/run_support.h"

namespace dissent::test {

// The message that `action` fails with, which must be one line; "" where it does not fail.
template <class Action>
std::string failure_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.what();
  }
  return "";
}

inline Study study_of(std::string_view yaml) {
  return parse_study(yaml, "s.yaml");
}
inline std::string study_error(std::string_view yaml) {
  return failure_of([&] { study_of(yaml); });
}

inline constexpr std::string_view kSmallStudy =
    "name: small\ndata: d\noptions: {model: linear, epochs: 2}\ngrid: {delivery: [soft, sls], seed: 0..1}\n";

}  // namespace dissent::test
