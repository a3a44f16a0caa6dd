// Which column of a file of predictions stands for which class of the votes, and the class of each label:
// joined by name, or in the votes' order where there are no names, and that is said.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dissent/predictions/class_order.h"
#include "dissent/predictions/predictions.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

struct ClassColumns {
  std::vector<std::size_t> column_of_class;  // [classes of the votes]
  ClassSource source = ClassSource::assumed;

  bool as_they_are(std::size_t columns) const;  // all of them, in their order
};
// Throws where a class has no column, where two columns are one class, and where a column is a class that the
// votes do not have.
ClassColumns class_columns(const PredictionFile& file, const ClassSpace& classes,
                           std::vector<std::string>& remarks);

struct LabelClasses {
  std::vector<std::size_t> of;  // [rows] class of the votes
  ClassSource source = ClassSource::named;
};
// Of PredictionFile::labels. Throws for a label that is no class, with its place.
LabelClasses label_classes(const PredictionFile& file, const ClassSpace& classes,
                           std::vector<std::string>& remarks);

}  // namespace dissent
