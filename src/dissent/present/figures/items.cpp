// The evaluation items of the first run's split that annotators disagree on most: their distribution, and
// what each series' run of that split says.
#include "dissent/metrics/scores.h"
#include "dissent/metrics/slices.h"
#include "dissent/present/figures/figure_rows.h"
#include "dissent/present/figures/pooled_items.h"
#include "dissent/votes/entropy.h"

namespace dissent {
namespace {

struct ItemsRow {
  std::string item;
  double entropy = 0;  // of the annotators, in nats
  MethodKey series;    // or "annotators"
  std::string class_name;
  double probability = 0;
  std::string panel = {};

  static auto columns(const StudyFigure&) {
    using R = ItemsRow;
    return std::tuple{RowColumn{"item", &R::item}, RowColumn{"entropy", &R::entropy},
                      RowColumn{"series", &R::series}, RowColumn{"class", &R::class_name},
                      RowColumn{"probability", &R::probability}};
  }
  static auto drawn() { return std::tuple{RowColumn{"panel", &ItemsRow::panel}}; }
};

std::vector<ItemsRow> items_rows(const StudyFigure& figure, FigureSource& source) {
  const std::vector<PooledSeries> all = predicted_series(figure, source);
  StudyValues& values = *source.values;
  const FinishedRun& first = *all.front().runs.front();
  const Dataset& dataset = values.dataset(first);
  const std::vector<std::uint32_t>& evaluation = values.views().of(first).evaluated().items;
  const std::vector<double> entropies = item_entropies(dataset.votes, evaluation);
  const double share =
      std::min(1.0, static_cast<double>(figure.count) / static_cast<double>(evaluation.size()));
  const std::vector<std::string>& names = dataset.votes.class_space().names;
  const std::vector<std::uint32_t> chosen = highest_entropy(entropies, share);
  std::vector<ItemsRow> rows;
  const auto add = [&](std::uint32_t position, const MethodKey& who, const std::vector<double>& shares) {
    const std::string item(dataset.votes.item_name(evaluation[position]));
    for (std::size_t k = 0; k < shares.size(); ++k)
      rows.push_back({item, entropies[position], who, names[k], shares[k]});
  };
  std::vector<double> shares(dataset.classes());
  for (const std::uint32_t position : chosen) {
    dataset.votes.fractions_of(evaluation[position], shares);
    add(position, {"annotators"}, shares);
  }
  for (const PooledSeries& series : all) {
    const auto same_split = std::find_if(series.runs.begin(), series.runs.end(), [&](const FinishedRun* run) {
      return run->spec.seed == first.spec.seed && run->spec.data_hash == first.spec.data_hash;
    });
    if (same_split == series.runs.end()) continue;
    const EvaluatedRun& evaluated = values.views().of(**same_split).evaluated();
    for (const std::uint32_t position : chosen) {
      log_softmax(std::span(evaluated.logits).subspan(position * shares.size(), shares.size()), shares);
      for (double& value : shares) value = std::exp(value);
      add(position, series.key, shares);
    }
  }
  return rows;
}

Json draw_items(std::vector<ItemsRow> rows, const FigureDrawing& drawing) {
  using namespace vega;
  for (ItemsRow& row : rows) row.panel = fmt::format("{} (H = {:.2f})", row.item, row.entropy);
  const std::vector<std::string> methods = methods_in(rows);
  Json x = ordinal("class", "", texts_of(rows, [](const ItemsRow& row) { return row.class_name; }));
  x["axis"]["labelAngle"] = -45;
  const bool several = texts_of(rows, [](const ItemsRow& row) { return row.panel; }).size() > 1;
  Json bars =
      layer({{"type", "bar"}},
            {{"x", hidden_title(x)},
             {"y", unit_interval("probability", "probability")},
             {"color", drawing.colour(methods)},
             {"xOffset", {{"field", "method"}, {"sort", methods}}},
             {"tooltip", tooltip({{"method", "who"}, {"class", "class"}, {"probability", "probability#"}})}});
  return figure(vega_rows(rows, drawing.figure), {std::move(bars)}, drawing.figure.title,
                several ? 200 : 260);
}

}  // namespace

FigureKind items_figure() {
  return figure_kind<ItemsRow>(items_rows, draw_items);
}

}  // namespace dissent
