// What `dissent geometry` and `dissent ood` found, for people and papers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dissent/evaluate/comparison.h"
#include "dissent/io/json.h"

namespace dissent::cli {

// `report` as `--json` prints it; `format` text, markdown, csv or latex.
std::string geometry_text(const Json& report, const std::vector<Comparison>& differences,
                          std::string_view format);
std::string ood_text(const Json& report, std::string_view format);

}  // namespace dissent::cli
