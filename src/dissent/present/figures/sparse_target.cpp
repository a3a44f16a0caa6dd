// What a method improves over a baseline, by how far the votes trained on miss all votes.
#include "dissent/core/error.h"
#include "dissent/evaluate/item_changes.h"
#include "dissent/present/figures/figure_rows.h"
#include "dissent/study/seed_summary.h"
#include "dissent/study/series.h"

namespace dissent {
namespace {

struct SparseTargetRow {
  MethodKey series;  // the method alone
  Setting setting;
  std::uint64_t seeds = 0;
  double spearman = 0;  // of improvement and distance over all items, mean over seeds
  std::uint64_t bin = 0;
  double distance = 0, improvement = 0, items = 0;
  std::string panel = {};

  static auto columns(const StudyFigure&) {
    using R = SparseTargetRow;
    return std::tuple{RowColumn{"series", &R::series},
                      RowColumn{"setting", &R::setting},
                      RowColumn{"seeds", &R::seeds},
                      RowColumn{"spearman", &R::spearman},
                      RowColumn{"bin", &R::bin},
                      RowColumn{"distance", &R::distance},
                      RowColumn{"improvement", &R::improvement},
                      RowColumn{"items", &R::items}};
  }
  static auto drawn() { return std::tuple{RowColumn{"panel", &SparseTargetRow::panel}}; }
};

std::vector<SparseTargetRow> sparse_target_rows(const StudyFigure& figure, FigureSource& source) {
  StudyValues& values = *source.values;
  std::vector<FinishedRun> runs;
  for (const std::size_t i : runs_matching(figure.where, values.runs())) {
    const FinishedRun& run = values.runs()[i];
    if (run.spec.cut.votes_per_item > 0 && has_predictions(run)) runs.push_back(run);
  }
  if (runs.empty()) fail("no run that was trained on cut votes has its predictions");
  PairOptions options;
  options.baseline = figure.baseline;
  options.drop_unpaired = true;
  const Pairing pairing = pair_runs(runs, options);
  std::vector<SparseTargetRow> rows;
  for (const PairedRuns& paired : pairing.groups) {
    const SparseTarget sparse =
        sparse_target(paired, values.datasets(), {{figure.slice}, static_cast<std::size_t>(figure.bins)});
    for (const SparseScope& scope : sparse.scopes) {
      if (scope.items != name_of(figure.items) || scope.distance != name_of(figure.distance)) continue;
      const double spearman = summarise_seeds(scope.spearman).mean;
      for (std::size_t b = 0; b < scope.bins.size(); ++b) {
        const SparseBin& bin = scope.bins[b];
        rows.push_back({{sparse.group},
                        sparse.setting,
                        sparse.seeds.size(),
                        spearman,
                        b,
                        bin.distance,
                        bin.improvement,
                        static_cast<double>(bin.items)});
      }
    }
  }
  return rows;
}

Json draw_sparse_target(std::vector<SparseTargetRow> rows, const FigureDrawing& drawing) {
  using namespace vega;
  set_panels(rows, [](const SparseTargetRow& row) { return setting_label(row.setting); });
  const std::string x = drawing.figure.distance == VoteDistance::l1
                            ? "L1 distance of the cut votes from all"
                            : "Jensen–Shannon distance of the cut votes from all";
  const std::string y = fmt::format("improvement over {} (soft NLL)", drawing.figure.baseline);
  Json line = layer({{"type", "line"}, {"strokeWidth", 2}, {"point", {{"size", 40}}}},
                    {{"x", quantitative("distance", x)},
                     {"y", quantitative("improvement", y)},
                     {"color", drawing.colour(methods_in(rows))},
                     {"opacity", opacity(1)},
                     {"tooltip", tooltip({{"method", "method"},
                                          {"distance", "distance#"},
                                          {"improvement", "improvement#"},
                                          {"items", "items a seed#"},
                                          {"spearman", "Spearman, all items#"}})}});
  line["params"] = legend_choice();
  return figure(
      vega_rows(rows, drawing.figure),
      {layer({{"type", "rule"}, {"style", "faint"}, {"strokeDash", {2, 2}}}, {{"y", {{"datum", 0}}}}),
       std::move(line)},
      drawing.figure.title, 300);
}

}  // namespace

FigureKind sparse_target_figure() {
  return figure_kind<SparseTargetRow>(sparse_target_rows, draw_sparse_target);
}

}  // namespace dissent
