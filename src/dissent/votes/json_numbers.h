// What an object of numbers means: votes by class ({"yes": 3, "no": 2}), shares by class ({"yes": 0.6, "no":
// 0.4}), or the labels that annotators gave ({"ann1": 3, "ann2": 2}); and how sure that is.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dissent/io/json.h"

namespace dissent {

struct NumberMeaning {
  double counts = 0;  // 0: it cannot be that; 1: nothing else
  double shares = 0;
  double labels = 0;
  std::string why;  // what spoke for the best of the three
};

// Of objects in one place of many records, whose key is `key` (empty where they are the records themselves).
NumberMeaning meaning_of_numbers(std::string_view key, std::span<const Json* const> objects);

// How far the sum of shares may be from 1: 0.001, or what rounding all of them to as many digits as they have
// explains.
double share_tolerance(std::span<const double> shares);

}  // namespace dissent
