// Linear CKA of two seeds' features.
#include "dissent/core/error.h"
#include "dissent/present/figures/between_seeds.h"

namespace dissent {
namespace {

std::vector<BetweenSeedsRow> cka_rows(const StudyFigure&, FigureSource& source) {
  if (source.pairs == nullptr || source.pairs->cka.empty())
    fail("nothing was measured between runs; ask for it under evaluate: geometry");
  std::vector<BetweenSeedsRow> rows;
  for (const CkaResult& method : source.pairs->cka) {
    MethodKey series;
    read_field(method.method, series);  // as pairs.json names it
    for (const CkaPair& pair : method.pairs) {
      rows.push_back({series, pair.seed_a, pair.seed_b, "biased", pair.alignment.biased});
      rows.push_back({series, pair.seed_a, pair.seed_b, "debiased", pair.alignment.debiased});
    }
  }
  return rows;
}

Json draw_cka(std::vector<BetweenSeedsRow> rows, const FigureDrawing& drawing) {
  return draw_between_seeds(std::move(rows), drawing, {{"biased", "CKA"}, {"debiased", "CKA, debiased"}},
                            "linear CKA between two seeds");
}

}  // namespace

FigureKind cka_figure() {
  return figure_kind<BetweenSeedsRow>(cka_rows, draw_cka);
}

}  // namespace dissent
