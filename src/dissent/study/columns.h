// The columns of a study's table of runs: one name for every number of a run, the same in CSV, SQLite,
// tables, tests and figures. `@` says on which items: soft_nll@entropy-top:0.05, energy_auroc@svhn.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/metrics/evaluation.h"
#include "dissent/study/study.h"

namespace dissent {

struct Column {
  std::string name;
  Better better = Better::neither;
};

// Those that the study's runs will have, in their order.
std::vector<Column> study_columns(const Study& study);

// An unknown one is an error with the nearest, and what to ask for in the study file.
const Column& find_column(std::span<const Column> columns, std::string_view name);

}  // namespace dissent
