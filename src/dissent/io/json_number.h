// Numbers as JSON has them: null where one is not finite.
#pragma once

#include <cmath>

#include "dissent/io/json.h"

namespace dissent {

inline Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

}  // namespace dissent
