// How a comparison is shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "dissent/evaluate/compare.h"

namespace dissent::cli {

// `format`: text, markdown, csv or latex. `items`: how many items to show at either end, where there are
// some.
std::string compare_text(const ComparisonReport& report, std::string_view format, std::size_t items = 0);

}  // namespace dissent::cli
