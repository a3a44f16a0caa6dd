// The columns of a study's table of runs: what its file asks for, in the order of CSV and SQLite.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "dissent/study/column.h"
#include "dissent/study/study.h"

namespace dissent {

// Those that the study's runs will have, in their order.
std::vector<Column> study_columns(const Study& study);

// An unknown one is an error with the nearest, and what to ask for in the study file.
const Column& find_column(std::span<const Column> columns, std::string_view name);

}  // namespace dissent
