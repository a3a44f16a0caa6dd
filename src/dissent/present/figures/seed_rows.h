// What rows of figures share that show means over seeds.
#pragma once

#include "dissent/present/figures/figure_rows.h"
#include "dissent/study/seed_summary.h"

namespace dissent {

struct SeedRow {
  MethodKey series;
  std::string metric;
  std::uint64_t seeds = 0;
  double mean = 0, sd = 0, low = 0, high = 0;
  std::string panel = {};

  void set(const SeedSummary& summary) {
    seeds = summary.seeds;
    mean = summary.mean;
    sd = summary.sd;
    low = summary.low;
    high = summary.high;
  }
  static auto numbers() {
    return std::tuple{RowColumn{"metric", &SeedRow::metric}, RowColumn{"seeds", &SeedRow::seeds},
                      RowColumn{"mean", &SeedRow::mean},     RowColumn{"sd", &SeedRow::sd},
                      RowColumn{"low", &SeedRow::low},       RowColumn{"high", &SeedRow::high}};
  }
};

}  // namespace dissent
