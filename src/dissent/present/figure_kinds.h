// The kinds of a study's figures: one function each, from rows of its tidy CSV to a specification.
#pragma once

#include <string>
#include <vector>

#include "dissent/io/json.h"
#include "dissent/present/study_figures.h"

namespace dissent {

struct FigureInput {
  const StudyFigure& figure;
  Json rows;
  const Colours& colours;
  const BestEpochs& best_epochs;
  std::vector<std::string> methods;  // of the rows, in their order

  Json colour(bool legend = true) const;
  std::string only_metric() const;  // its label, where the figure has one; else empty
};

// Gives rows their `panel`: what of these fields differs among rows, labelled.
void set_panels(Json& rows, const std::vector<std::string>& fields);
// A panel a method and setting.
void panel_by_series(Json& rows);

Json lines_spec(FigureInput in);
Json bars_spec(FigureInput in);
Json curves_spec(FigureInput in);
Json sparse_spec(FigureInput in);
// item_figures.cpp
Json reliability_spec(FigureInput in);
Json entropy_spec(FigureInput in);
Json entropy_map_spec(FigureInput in);
Json items_spec(FigureInput in);
// geometry_figures.cpp
Json spectrum_spec(FigureInput in);
Json variance_spec(FigureInput in);
Json barrier_spec(FigureInput in);
Json between_seeds_spec(FigureInput in);

}  // namespace dissent
