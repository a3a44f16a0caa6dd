// The numbers behind a study's figures, as tidy CSV: one row a point, with what it belongs to.
#pragma once

#include <filesystem>
#include <string>

#include "dissent/study/pairs_file.h"
#include "dissent/study/values.h"

namespace dissent {

// `pairs`: what was measured between runs. A figure that cannot be made from what is there is an error that
// says what is missing.
std::string figure_csv(const StudyFigure& figure, StudyValues& values, const StudyPairs& pairs);

// The same without errors. What cannot be made any more is as it was `kept` (a file of it, or none).
struct FigureData {
  std::string csv;
  std::string nothing;  // why there is none, or none of now
  bool kept = false;
};
FigureData figure_data(const StudyFigure& figure, StudyValues& values, const StudyPairs& pairs,
                       const std::filesystem::path& kept);

}  // namespace dissent
