// How alike two seeds' Grad-CAM maps are.
#include "dissent/core/error.h"
#include "dissent/present/figures/between_seeds.h"

namespace dissent {
namespace {

std::vector<BetweenSeedsRow> grad_cam_rows(const StudyFigure&, FigureSource& source) {
  if (source.pairs == nullptr || source.pairs->grad_cam.empty())
    fail("nothing was measured between runs; ask for it under evaluate: geometry");
  std::vector<BetweenSeedsRow> rows;
  for (const GradCamResult& method : source.pairs->grad_cam) {
    MethodKey series;
    read_field(method.method, series);  // as pairs.json names it
    for (const GradCamPair& pair : method.pairs) {
      rows.push_back({series, pair.seed_a, pair.seed_b, "all", pair.all.mean});
      if (pair.slice) rows.push_back({series, pair.seed_a, pair.seed_b, "slice", pair.slice->mean});
    }
  }
  return rows;
}

Json draw_grad_cam(std::vector<BetweenSeedsRow> rows, const FigureDrawing& drawing) {
  return draw_between_seeds(std::move(rows), drawing,
                            {{"all", "all items"}, {"slice", "items with most disagreement"}},
                            "correlation of Grad-CAM maps between two seeds");
}

}  // namespace

FigureKind grad_cam_figure() {
  return figure_kind<BetweenSeedsRow>(grad_cam_rows, draw_grad_cam);
}

}  // namespace dissent
