#include "study/figures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/error.h"
#include "core/text.h"
#include "io/csv.h"
#include "io/file.h"
#include "run/history.h"
#include "run/item_changes.h"
#include "run/measurements.h"
#include "run/methods.h"
#include "run/run_slice.h"
#include "study/figure_items.h"
#include "study/run_options.h"
#include "study/summary.h"

namespace dissent {
namespace {

// A figure's lines: runs that differ in nothing but the seed and what the figure has on its axis.
struct Series {
  std::string name;  // "sls", or "sls (cut=nested)" where more varies
  std::vector<std::size_t> runs;
};

std::vector<std::size_t> runs_of(const StudyFigure& figure, const StudyValues& values) {
  std::vector<std::size_t> runs;
  for (std::size_t i = 0; i < values.runs().size(); ++i) {
    if (figure.where.matches(study_options(values.runs()[i].spec))) runs.push_back(i);
  }
  if (runs.empty()) fail("no run of it is finished");
  return runs;
}

std::vector<Series> series_of(const StudyFigure& figure, const StudyValues& values, const std::string& axis) {
  const std::vector<std::size_t> runs = runs_of(figure, values);
  std::vector<const Setting*> settings;
  for (const std::size_t i : runs) settings.push_back(&values.runs()[i].options);
  const std::set<std::string> varying = varying_options(settings, {axis});
  std::vector<Series> series;
  for (const std::size_t i : runs) {
    const FinishedRun& run = values.runs()[i];
    const std::string name = method_name(run.spec.delivery, setting_text(run.options, varying));
    const auto known =
        std::find_if(series.begin(), series.end(), [&](const Series& one) { return one.name == name; });
    if (known == series.end()) {
      series.push_back({name, {i}});
    } else {
      known->runs.push_back(i);
    }
  }
  return series;
}

std::string cell(double value) {
  return std::isnan(value) ? "" : shortest(value);
}

std::string summary_cells(const SeedSummary& s) {
  return fmt::format("{},{},{},{},{}", s.seeds, cell(s.mean), cell(s.sd), cell(s.low), cell(s.high));
}

std::string lines_csv(const StudyFigure& figure, const StudyValues& values, bool with_axis) {
  std::string csv =
      fmt::format("series,{}metric,seeds,mean,sd,low,high\n", with_axis ? csv_field(figure.x) + "," : "");
  for (const Series& series : series_of(figure, values, with_axis ? figure.x : "")) {
    std::vector<std::string> at;  // the axis' values, in the order of the runs
    for (const std::size_t i : series.runs) {
      const auto& options = values.runs()[i].options;
      const auto found = options.find(figure.x);
      const std::string value = with_axis && found != options.end() ? found->second : "";
      if (std::find(at.begin(), at.end(), value) == at.end()) at.push_back(value);
    }
    for (const std::string& x : at) {
      for (const std::string& metric : figure.metrics) {
        std::vector<double> numbers;
        for (const std::size_t i : series.runs) {
          const auto& options = values.runs()[i].options;
          const auto found = options.find(figure.x);
          if (!with_axis || (found == options.end() ? std::string() : found->second) == x) {
            numbers.push_back(values.value(i, metric));
          }
        }
        csv += csv_field(series.name) + "," + (with_axis ? csv_field(x) + "," : "") + csv_field(metric) +
               "," + summary_cells(summarise_seeds(numbers)) + "\n";
      }
    }
  }
  return csv;
}

double history_value(const HistoryRow& row, const std::string& name) {
  if (name == "learning_rate") return row.learning_rate;
  if (name == "train_loss") return row.train_loss;
  if (name == "own_loss") return row.own_loss;
  if (name == "accuracy") return row.accuracy;
  return row.soft_nll;
}

std::string curves_csv(const StudyFigure& figure, const StudyValues& values) {
  std::string csv = "series,epoch,metric,seeds,mean,sd,low,high\n";
  for (const Series& series : series_of(figure, values, "")) {
    std::map<int, std::map<std::string, std::vector<double>>> by_epoch;
    for (const std::size_t i : series.runs) {
      const std::filesystem::path file = values.runs()[i].folder / RunFiles::history;
      if (!std::filesystem::exists(file)) continue;
      for (const HistoryRow& row : parse_history(read_file(file), file.string())) {
        for (const std::string& metric : figure.metrics) {
          by_epoch[row.epoch][metric].push_back(history_value(row, metric));
        }
      }
    }
    for (const auto& [epoch, metrics] : by_epoch) {
      for (const auto& [metric, numbers] : metrics) {
        csv += fmt::format("{},{},{},{}\n", csv_field(series.name), epoch, metric,
                           summary_cells(summarise_seeds(numbers)));
      }
    }
  }
  return csv;
}

std::string sparse_csv(const StudyFigure& figure, StudyValues& values) {
  std::vector<FinishedRun> runs;
  for (const std::size_t i : runs_of(figure, values)) {
    const FinishedRun& run = values.runs()[i];
    const bool usable =
        run.spec.cut.votes_per_item > 0 && std::filesystem::exists(run.folder / RunFiles::predictions);
    if (usable) runs.push_back(run);
  }
  if (runs.empty()) fail("no run that was trained on cut votes has its predictions");
  PairOptions options;
  options.baseline = figure.baseline;
  options.drop_unpaired = true;
  const Pairing pairing = pair_runs(runs, options);
  RunScores scores("", values.datasets());
  std::string csv = "series,setting,seeds,spearman,bin,distance,improvement,items\n";
  for (const PairedRuns& paired : pairing.groups) {
    const SparseTarget sparse = sparse_target(paired, scores, static_cast<std::size_t>(figure.bins));
    for (const SparseScope& scope : sparse.scopes) {
      if (scope.items != figure.items || scope.slice != figure.slice || scope.distance != figure.distance)
        continue;
      const SeedSummary spearman = summarise_seeds(scope.spearman);
      for (std::size_t b = 0; b < scope.bins.size(); ++b) {
        csv += fmt::format("{},{},{},{},{},{},{},{}\n", csv_field(sparse.group), csv_field(sparse.setting),
                           sparse.seeds.size(), cell(spearman.mean), b, cell(scope.bins[b].distance),
                           cell(scope.bins[b].improvement), cell(scope.bins[b].items));
      }
    }
  }
  return csv;
}

std::string spectrum_csv(const StudyFigure& figure, const StudyValues& values) {
  std::string csv = "run,series,seed,slice,eigenvalue,weight\n";
  bool any = false;
  for (const Series& series : series_of(figure, values, "")) {
    for (const std::size_t i : series.runs) {
      const FinishedRun& run = values.runs()[i];
      const Measurements kept(run, kGeometryFile);
      for (const char* slice : {"all", "entropy-top:0.05"}) {
        const Json* hessian = kept.find_like(std::string("hessian ") + slice, Json::object());
        if (hessian == nullptr || !hessian->contains("density")) continue;
        const Json& density = hessian->at("density");
        for (std::size_t n = 0; n < density.at("nodes").size(); ++n) {
          csv += fmt::format("{},{},{},{},{},{}\n", run.record.value("id", ""), csv_field(series.name),
                             run.spec.seed, slice, density.at("nodes")[n].dump(),
                             density.at("weights")[n].dump());
          any = true;
        }
      }
    }
  }
  if (!any) fail("no run has a spectral density; ask for `density: 80` under evaluate: geometry");
  return csv;
}

// What was measured between runs.
std::string pairs_csv(const StudyFigure& figure, const Json& pairs) {
  const std::string key = figure.kind == "cka" ? "cka" : figure.kind == "barrier" ? "barriers" : "grad_cam";
  if (!pairs.is_object() || !pairs.contains(key)) {
    fail("nothing was measured between runs; ask for it under evaluate: geometry");
  }
  std::string csv;
  if (figure.kind == "barrier") {
    csv = "from,to,seed,statistics,position,loss,barrier\n";
    for (const Json& path : pairs.at(key)) {
      for (const char* statistics : {"interpolated", "reestimated"}) {
        const Json& losses = path.at(statistics).at("losses");
        for (std::size_t i = 0; i < losses.size(); ++i) {
          csv +=
              fmt::format("{},{},{},{},{},{},{}\n", path.at("deliveries")[0].get<std::string>(),
                          path.at("deliveries")[1].get<std::string>(), path.at("seeds")[0].dump(), statistics,
                          cell(static_cast<double>(i) / static_cast<double>(losses.size() - 1)),
                          losses[i].dump(), path.at(statistics).at("barrier").dump());
        }
      }
    }
    return csv;
  }
  csv = "series,seed_a,seed_b,measure,value\n";
  for (const Json& method : pairs.at(key)) {
    for (const Json& pair : method.at("pairs")) {
      for (const char* measure : {"biased", "debiased", "all", "slice"}) {
        if (!pair.contains(measure)) continue;
        csv += fmt::format("{},{},{},{},{}\n", csv_field(method.at("method").get<std::string>()),
                           pair.at("seeds")[0].dump(), pair.at("seeds")[1].dump(), measure,
                           pair.at(measure).dump());
      }
    }
  }
  return csv;
}

}  // namespace

std::string figure_csv(const StudyFigure& figure, StudyValues& values, const Json& pairs) {
  if (figure.kind == "lines") return lines_csv(figure, values, true);
  if (figure.kind == "bars") return lines_csv(figure, values, false);
  if (figure.kind == "curves") return curves_csv(figure, values);
  if (figure.kind == "sparse-target") return sparse_csv(figure, values);
  if (figure.kind == "spectrum") return spectrum_csv(figure, values);
  if (figure.kind == "cka" || figure.kind == "barrier" || figure.kind == "grad-cam")
    return pairs_csv(figure, pairs);
  std::vector<PooledSeries> pooled;
  for (const Series& series : series_of(figure, values, "")) {
    PooledSeries one{series.name, {}};
    for (const std::size_t i : series.runs) {
      if (std::filesystem::exists(values.runs()[i].folder / RunFiles::predictions)) {
        one.runs.push_back(&values.runs()[i]);
      }
    }
    if (!one.runs.empty()) pooled.push_back(std::move(one));
  }
  if (pooled.empty()) fail("no run of it has its predictions.npz; `dissent predict RUN` makes it");
  if (figure.kind == "reliability")
    return reliability_csv(pooled, values, static_cast<std::size_t>(figure.bins));
  if (figure.kind == "entropy") return entropy_csv(pooled, values, static_cast<std::size_t>(figure.bins));
  return items_csv(pooled, values, static_cast<std::size_t>(figure.count));
}

}  // namespace dissent
