// A study's figure: rows of numbers, which are written as tidy CSV and drawn by a Vega-Lite specification. A
// kind of figure is one file of this folder: the type of its rows, how they are made, and how they are drawn.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/io/json.h"
#include "dissent/present/document.h"
#include "dissent/present/labels.h"
#include "dissent/study/pairs_file.h"
#include "dissent/study/values.h"

namespace dissent {

struct PooledItems;

// What figures are made from: a study, or, for figures of items alone, the items themselves.
struct FigureSource {
  StudyValues* values = nullptr;
  const StudyPairs* pairs = nullptr;                // what was measured between the study's runs
  const std::vector<PooledItems>* items = nullptr;  // instead of those of the study's runs
};

// What a figure is drawn with.
struct FigureDrawing {
  const StudyFigure& figure;  // with a title
  const Colours& colours;
  const StudyValues* values = nullptr;  // of the study, where there is one

  // The colour of a mark by its row's `method`.
  Json colour(const std::vector<std::string>& methods, bool legend = true) const;
};

class Figure {
 public:
  virtual ~Figure() = default;
  virtual std::string csv() const = 0;
  virtual Json specification(const FigureDrawing& drawing) const = 0;
};

struct FigureKind {
  // Throws where the figure cannot be made from what is there; the message says what is missing.
  std::function<std::unique_ptr<Figure>(const StudyFigure&, FigureSource&)> make;
  // From CSV as the figure wrote it: for what cannot be made any more.
  std::function<std::unique_ptr<Figure>(const StudyFigure&, std::string_view csv)> read;
};
// By the name of the kind, which a study file was checked for.
const FigureKind& figure_kind_named(std::string_view name);

// A figure, or why there is none.
struct MadeFigure {
  std::unique_ptr<Figure> figure;  // null where it can neither be made nor read
  std::string not_made = {};       // why it cannot be made now; empty where it was
  bool from_before = false;        // read from its file, since it cannot be made any more
};
// `kept`: where its CSV would have been written earlier.
MadeFigure make_figure(const StudyFigure& figure, FigureSource& source, const std::filesystem::path& kept);

// The figure as a part of a document, under its own caption.
ReportFigure drawn_figure(const StudyFigure& asked, const Figure& figure, const Colours& colours,
                          const StudyValues* values = nullptr);

}  // namespace dissent
