#include "dissent/catalog/figures.h"
#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"
#include "dissent/present/figures/figure.h"
#include "dissent/present/vega.h"

namespace dissent {

// Each kind's own file has this function.
#define DISSENT_FIGURE(identifier, ...) FigureKind identifier##_figure();
#include "dissent/catalog/figures.def"

Json FigureDrawing::colour(const std::vector<std::string>& methods, bool legend) const {
  Json channel = vega::method_colour(methods, colours);
  if (!legend) channel["legend"] = nullptr;
  return channel;
}

const FigureKind& figure_kind_named(std::string_view name) {
  static const FigureKind kinds[] = {
#define DISSENT_FIGURE(identifier, ...) identifier##_figure(),
#include "dissent/catalog/figures.def"
  };
  return kinds[entry_index(figures(), find_figure(name))];
}

MadeFigure make_figure(const StudyFigure& figure, FigureSource& source, const std::filesystem::path& kept) {
  const FigureKind& kind = figure_kind_named(figure.kind);
  MadeFigure made;
  try {
    made.figure = kind.make(figure, source);
  } catch (const Error& error) {
    made.not_made = error.what();
    if (is_there(kept)) {
      made.figure = kind.read(figure, read_file(kept));
      made.from_before = true;
    }
  }
  return made;
}

ReportFigure drawn_figure(const StudyFigure& asked, const Figure& figure, const Colours& colours,
                          const StudyValues* values) {
  StudyFigure titled = asked;
  if (titled.title.empty()) titled.title = titled.name;
  return {asked.name, titled.title, std::string(find_figure(asked.kind).caption),
          vega::as_text(figure.specification({titled, colours, values}))};
}

}  // namespace dissent
