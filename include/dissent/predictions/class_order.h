// Which class each column of predictions stands for, where the file does not say: taken in the votes' order,
// and doubted where another order fits the votes far better.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "dissent/metrics/prediction_rows.h"
#include "dissent/stats/bootstrap.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

// Who says which class a column is: the file by its names, a person, or nobody (the votes' order is taken).
enum class ClassSource { named, given, assumed };

// Soft NLLs here are of q >= 1e-12, so that they are finite.
struct BetterOrder {
  std::vector<std::size_t> class_of_column;  // [columns] the class that fits best
  double assumed_nll = 0, best_nll = 0;      // of the columns as they are taken, and in that order
  Interval gain;                             // 95 %, of the mean gain on items that did not choose the order
};

// [columns] the classes by name, in the better order.
std::vector<std::string> classes_of_columns(const BetterOrder& order, const ClassSpace& classes);

// More classes than these are not looked at.
inline constexpr std::size_t kMostOrderedClasses = 256;

// The order of the classes that fits the votes best, where it is far better than the one taken: each half of
// the items (every other one) is scored by the best order of the other half, and the soft NLL so gained is
// more than a tenth of it, with a 95 % bootstrap interval above 0 and p <= 0.005 by sign flips. The columns
// must also rise and fall more with the shares of the classes in that order than in the one taken, so that a
// model that prefers a class on every item is not taken for one with another order. All orders
// are compared: the best one is an assignment of classes to columns, by the sums of -p log q of every class
// and column.
std::optional<BetterOrder> better_class_order(const PredictionRows& q, const TargetRows& p);

}  // namespace dissent
