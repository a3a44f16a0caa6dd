// The values that keys of JSON records have, compared from record to record: which key tells another one.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "dissent/votes/json_profile.h"

namespace dissent {

// The scalars at `path` of a profile's records as numbers, in order of first appearance; -1 where there is
// none.
using JsonValues = std::vector<int>;
JsonValues values_at(const JsonProfile& profile, std::string_view path);

std::size_t distinct_values(const JsonValues& values);
std::size_t distinct_pairs(const JsonValues& a, const JsonValues& b);
// Pairs of values as values of their own.
JsonValues together(const JsonValues& a, const JsonValues& b);
// Whether `b` is the same wherever `a` is; records without one of the two do not count.
bool decides(const JsonValues& a, const JsonValues& b);

}  // namespace dissent
