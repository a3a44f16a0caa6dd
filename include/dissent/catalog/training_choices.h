// Closed choices of a training run of which a model has a default: how weights move, and how fast over time.
#pragma once

#include "dissent/core/choice.h"

namespace dissent {

enum class OptimizerKind { automatic, sgd, adamw };
template <>
struct Choices<OptimizerKind> {
  static constexpr Choice<OptimizerKind> list[] = {
      {OptimizerKind::automatic, "auto"}, {OptimizerKind::sgd, "sgd"}, {OptimizerKind::adamw, "adamw"}};
};

enum class Schedule { automatic, cosine, constant, linear };
template <>
struct Choices<Schedule> {
  static constexpr Choice<Schedule> list[] = {{Schedule::automatic, "auto"},
                                              {Schedule::cosine, "cosine"},
                                              {Schedule::constant, "constant"},
                                              {Schedule::linear, "linear"}};
};

}  // namespace dissent
