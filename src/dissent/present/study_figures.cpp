#include "dissent/present/study_figures.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/present/figure_kinds.h"
#include "dissent/present/figure_rows.h"
#include "dissent/present/vega.h"

namespace dissent {
namespace {

struct Kind {
  std::string_view name;
  Json (*spec)(FigureInput);
  std::vector<std::string> texts;
  std::string_view caption;
};
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> list{
      {"lines",
       lines_spec,
       {"metric"},
       "Means over seeds with Student's 95 % intervals. Click a method in the legend to see it alone."},
      {"bars", bars_spec, {"metric"}, "Means over seeds with Student's 95 % intervals."},
      {"curves",
       curves_spec,
       {"metric"},
       "Means over seeds with 95 % bands; dashed: the mean epoch of the best evaluation soft NLL. What lies "
       "far outside the bulk is cut at the edge."},
      {"sparse-target",
       sparse_spec,
       {"setting"},
       "Items in equal-mass bins by how far the votes trained on miss all votes. Above zero: better than the "
       "baseline."},
      {"reliability",
       reliability_spec,
       {"curve"},
       "Points: equal-mass bins, with counts under the mouse. Line: smooth, at the width of the smooth ECE. "
       "Shaded: where confidences lie."},
      {"entropy",
       entropy_spec,
       {"of"},
       "Filled: the model's predictions. Outlined: the annotators. Entropy over log K, so that data sets "
       "compare."},
      {"entropy-map",
       entropy_map_spec,
       {"what"},
       "Shade: items (log scale). Orange: the model's mean in bins of the annotators' entropy. On the dashed "
       "line both agree."},
      {"items",
       items_spec,
       {"item", "class"},
       "The items on which annotators disagree most, of the first seed's evaluation split."},
      {"spectrum",
       spectrum_spec,
       {"run", "slice"},
       "Spectral density of the Hessian by Lanczos quadrature; both axes are logarithmic."},
      {"variance", variance_spec, {}, "Items in bins of annotator entropy; a line a seed."},
      {"barrier",
       barrier_spec,
       {"from", "to", "statistics"},
       "Loss on the straight line between two solutions; a line a seed."},
      {"cka", between_seeds_spec, {"measure"}, "A tick a pair of seeds; the point is their mean."},
      {"grad-cam", between_seeds_spec, {"measure"}, "A tick a pair of seeds; the point is their mean."},
  };
  return list;
}

}  // namespace

Json FigureInput::colour(bool legend) const {
  Json channel = vega::method_colour(methods, colours);
  if (!legend) channel["legend"] = nullptr;
  return channel;
}

std::string FigureInput::only_metric() const {
  const std::vector<std::string> metrics = values_of(rows, "metric");
  return metrics.size() == 1 ? metric_label(metrics.front()) : "";
}

void set_panels(Json& rows, const std::vector<std::string>& fields) {
  std::vector<std::string> varying;
  for (const std::string& field : fields) {
    if (values_of(rows, field).size() > 1) varying.push_back(field);
  }
  for (Json& row : rows) {
    std::vector<std::string> parts;
    for (const std::string& field : varying) {
      const std::string value = row.value(field, "");
      if (!value.empty()) parts.push_back(field == "metric" ? metric_label(value) : value);
    }
    row["panel"] = join(std::span<const std::string>(parts), "; ");
  }
}

void panel_by_series(Json& rows) {
  for (Json& row : rows) {
    const std::string setting = row.value("setting", "");
    row["panel"] =
        setting.empty() ? row.value("method", "") : fmt::format("{}; {}", row.value("method", ""), setting);
  }
}

ReportFigure study_figure(const StudyFigure& figure, const std::string& csv, const Colours& colours,
                          const BestEpochs& best_epochs) {
  const auto kind =
      std::find_if(kinds().begin(), kinds().end(), [&](const Kind& one) { return one.name == figure.kind; });
  if (kind == kinds().end()) fail("{}: the report cannot draw figures of kind {}", figure.name, figure.kind);
  StudyFigure titled = figure;
  if (titled.title.empty()) titled.title = titled.name;
  FigureInput input{titled, figure_rows(csv, kind->texts), colours, best_epochs, {}};
  input.methods = values_of(input.rows, "method");
  if (input.methods == std::vector<std::string>{""}) input.methods.clear();
  return {figure.name, titled.title, std::string(kind->caption), kind->spec(std::move(input))};
}

}  // namespace dissent
