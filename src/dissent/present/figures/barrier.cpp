// The loss on the straight line between two solutions: a line a seed.
#include "dissent/core/error.h"
#include "dissent/present/figures/figure_rows.h"

namespace dissent {
namespace {

struct BarrierRow {
  std::string from, to;  // deliveries
  std::uint64_t seed = 0;
  std::string statistics;  // of batch normalisation: interpolated or reestimated
  double position = 0;     // 0 at `from`, 1 at `to`
  double loss = 0, barrier = 0;
  std::string path = {}, panel = {};

  static auto columns(const StudyFigure&) {
    using R = BarrierRow;
    return std::tuple{RowColumn{"from", &R::from},         RowColumn{"to", &R::to},
                      RowColumn{"seed", &R::seed},         RowColumn{"statistics", &R::statistics},
                      RowColumn{"position", &R::position}, RowColumn{"loss", &R::loss},
                      RowColumn{"barrier", &R::barrier}};
  }
  static auto drawn() {
    return std::tuple{RowColumn{"path", &BarrierRow::path}, RowColumn{"panel", &BarrierRow::panel}};
  }
};

std::vector<BarrierRow> barrier_rows(const StudyFigure&, FigureSource& source) {
  if (source.pairs == nullptr || source.pairs->barriers.empty())
    fail("nothing was measured between runs; ask for it under evaluate: geometry");
  std::vector<BarrierRow> rows;
  for (const BarrierResult& barrier : source.pairs->barriers) {
    const auto add = [&](const char* statistics, const LossPath& path) {
      for (std::size_t i = 0; i < path.losses.size(); ++i) {
        rows.push_back({barrier.from.delivery, barrier.to.delivery, barrier.from.seed, statistics,
                        static_cast<double>(i) / static_cast<double>(path.losses.size() - 1), path.losses[i],
                        path.barrier});
      }
    };
    add("interpolated", barrier.interpolated);
    add("reestimated", barrier.reestimated);
  }
  return rows;
}

Json draw_barrier(std::vector<BarrierRow> rows, const FigureDrawing& drawing) {
  using namespace vega;
  for (BarrierRow& row : rows) {
    row.panel = fmt::format("{} statistics of batch normalisation",
                            row.statistics == "interpolated" ? "interpolated" : "re-estimated");
    row.path = fmt::format("{}–{}, seed {}", row.from, row.to, row.seed);
  }
  const std::string x =
      rows.empty() ? "" : fmt::format("from {} (0) to {} (1)", rows.back().from, rows.back().to);
  Json line = layer(
      {{"type", "line"}, {"strokeWidth", 1.6}, {"style", "ink"}, {"opacity", 0.6}},
      {{"x", quantitative("position", x)},
       {"y", quantitative("loss", "soft NLL")},
       {"detail", {{"field", "path"}}},
       {"tooltip",
        tooltip({{"path", "path"}, {"position", "position#"}, {"loss", "loss#"}, {"barrier", "barrier#"}})}});
  return figure(vega_rows(rows, drawing.figure), {std::move(line)}, drawing.figure.title, 300);
}

}  // namespace

FigureKind barrier_figure() {
  return figure_kind<BarrierRow>(barrier_rows, draw_barrier);
}

}  // namespace dissent
