#include "dissent/study/figures.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/diagnostics/measurements.h"
#include "dissent/evaluate/item_changes.h"
#include "dissent/io/csv.h"
#include "dissent/io/file.h"
#include "dissent/io/json.h"
#include "dissent/run/history.h"
#include "dissent/study/figure_items.h"
#include "dissent/study/series.h"
#include "dissent/study/study_summary.h"

namespace dissent {
namespace {

std::string cell(double value) {
  return std::isnan(value) ? "" : shortest(value);
}

std::string summary_cells(const SeedSummary& s) {
  return fmt::format("{},{},{},{},{}", s.seeds, cell(s.mean), cell(s.sd), cell(s.low), cell(s.high));
}

std::string lines_csv(const StudyFigure& figure, const StudyValues& values, bool with_axis) {
  std::string csv =
      fmt::format("series,{}metric,seeds,mean,sd,low,high\n", with_axis ? csv_field(figure.x) + "," : "");
  for (const Series& series : series_of(figure.where, values.runs(), with_axis ? figure.x : "")) {
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
  for (const Series& series : series_of(figure.where, values.runs())) {
    std::map<int, std::map<std::string, std::vector<double>>> by_epoch;
    for (const std::size_t i : series.runs) {
      const RunFiles& files = values.runs()[i].files;
      if (!files.has(RunFileNames::history)) continue;
      for (const HistoryRow& row : read_history(files)) {
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
  for (const std::size_t i : runs_matching(figure.where, values.runs())) {
    const FinishedRun& run = values.runs()[i];
    if (run.spec.cut.votes_per_item > 0 && has_predictions(run)) runs.push_back(run);
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
        csv += fmt::format("{},{},{},{},{},{},{},{}\n", csv_field(sparse.group),
                           csv_field(setting_text(sparse.setting)), sparse.seeds.size(), cell(spearman.mean),
                           b, cell(scope.bins[b].distance), cell(scope.bins[b].improvement),
                           cell(scope.bins[b].items));
      }
    }
  }
  return csv;
}

// As JSON writes it: "1.0", "null" for NaN.
std::string json_cell(double value) {
  return Json(value).dump();
}

std::string spectrum_csv(const StudyFigure& figure, const StudyValues& values) {
  std::string csv = "run,series,seed,slice,eigenvalue,weight\n";
  bool any = false;
  for (const Series& series : series_of(figure.where, values.runs())) {
    for (const std::size_t i : series.runs) {
      const FinishedRun& run = values.runs()[i];
      for (const HessianResult& hessian : GeometryMeasurements(run).hessians()) {
        if (!hessian.density) continue;
        for (std::size_t n = 0; n < hessian.density->nodes.size(); ++n) {
          csv += fmt::format("{},{},{},{},{},{}\n", run.record.id, csv_field(series.name), run.spec.seed,
                             csv_field(hessian.slice), json_cell(hessian.density->nodes[n]),
                             json_cell(hessian.density->weights[n]));
          any = true;
        }
      }
    }
  }
  if (!any) fail("no run has a spectral density; ask for `density: 80` under evaluate: geometry");
  return csv;
}

std::string variance_csv(const StudyFigure& figure, const StudyValues& values) {
  std::string csv = "series,seed,entropy,variance,items\n";
  bool any = false;
  for (const Series& series : series_of(figure.where, values.runs())) {
    for (const std::size_t i : series.runs) {
      const std::optional<VarianceResult> variance = GeometryMeasurements(values.runs()[i]).variance();
      if (!variance) continue;
      for (const VarianceBin& bin : variance->bins) {
        csv += fmt::format("{},{},{},{},{}\n", csv_field(series.name), values.runs()[i].spec.seed,
                           json_cell(bin.entropy), json_cell(bin.variance), json_cell(bin.items));
        any = true;
      }
    }
  }
  if (!any)
    fail("no run has its gradient variance by entropy; ask for the part variance under evaluate: geometry");
  return csv;
}

constexpr const char* kNothingBetween =
    "nothing was measured between runs; ask for it under evaluate: geometry";

std::string barrier_csv(const std::vector<BarrierResult>& barriers) {
  if (barriers.empty()) fail(kNothingBetween);
  std::string csv = "from,to,seed,statistics,position,loss,barrier\n";
  for (const BarrierResult& barrier : barriers) {
    const auto add = [&](const char* statistics, const LossPath& path) {
      for (std::size_t i = 0; i < path.losses.size(); ++i) {
        csv += fmt::format("{},{},{},{},{},{},{}\n", barrier.from.delivery, barrier.to.delivery,
                           barrier.from.seed, statistics,
                           cell(static_cast<double>(i) / static_cast<double>(path.losses.size() - 1)),
                           json_cell(path.losses[i]), json_cell(path.barrier));
      }
    };
    add("interpolated", barrier.interpolated);
    add("reestimated", barrier.reestimated);
  }
  return csv;
}

std::string between_seeds_row(const std::string& method, std::uint64_t seed_a, std::uint64_t seed_b,
                              const char* measure, double value) {
  return fmt::format("{},{},{},{},{}\n", csv_field(method), seed_a, seed_b, measure, json_cell(value));
}
constexpr const char* kBetweenSeedsHead = "series,seed_a,seed_b,measure,value\n";

std::string cka_csv(const std::vector<CkaResult>& methods) {
  if (methods.empty()) fail(kNothingBetween);
  std::string csv = kBetweenSeedsHead;
  for (const CkaResult& method : methods) {
    for (const CkaPair& pair : method.pairs) {
      csv += between_seeds_row(method.method, pair.seed_a, pair.seed_b, "biased", pair.alignment.biased);
      csv += between_seeds_row(method.method, pair.seed_a, pair.seed_b, "debiased", pair.alignment.debiased);
    }
  }
  return csv;
}

std::string grad_cam_csv(const std::vector<GradCamResult>& methods) {
  if (methods.empty()) fail(kNothingBetween);
  std::string csv = kBetweenSeedsHead;
  for (const GradCamResult& method : methods) {
    for (const GradCamPair& pair : method.pairs) {
      csv += between_seeds_row(method.method, pair.seed_a, pair.seed_b, "all", pair.all.mean);
      if (pair.slice)
        csv += between_seeds_row(method.method, pair.seed_a, pair.seed_b, "slice", pair.slice->mean);
    }
  }
  return csv;
}

}  // namespace

std::string figure_csv(const StudyFigure& figure, StudyValues& values, const StudyPairs& pairs) {
  if (figure.kind == "lines") return lines_csv(figure, values, true);
  if (figure.kind == "bars") return lines_csv(figure, values, false);
  if (figure.kind == "curves") return curves_csv(figure, values);
  if (figure.kind == "sparse-target") return sparse_csv(figure, values);
  if (figure.kind == "spectrum") return spectrum_csv(figure, values);
  if (figure.kind == "variance") return variance_csv(figure, values);
  if (figure.kind == "cka") return cka_csv(pairs.cka);
  if (figure.kind == "grad-cam") return grad_cam_csv(pairs.grad_cam);
  if (figure.kind == "barrier") return barrier_csv(pairs.barriers);
  const std::vector<PooledSeries> pooled = pooled_series(figure.where, values);
  if (pooled.empty()) fail("no run of it has its predictions.npz; `dissent predict RUN` makes it");
  const auto bins = static_cast<std::size_t>(figure.bins);
  if (figure.kind == "reliability") return reliability_csv(pooled_items(pooled, values), bins);
  if (figure.kind == "entropy") return entropy_csv(pooled_items(pooled, values), bins);
  if (figure.kind == "entropy-map") return entropy_map_csv(pooled_items(pooled, values), bins);
  return items_csv(pooled, values, static_cast<std::size_t>(figure.count));
}

FigureData figure_data(const StudyFigure& figure, StudyValues& values, const StudyPairs& pairs,
                       const std::filesystem::path& kept) {
  FigureData data;
  try {
    data.csv = figure_csv(figure, values, pairs);
  } catch (const Error& error) {
    data.nothing = error.what();
    if (std::filesystem::exists(kept)) {
      data.csv = read_file(kept);
      data.kept = true;
    }
  }
  return data;
}

}  // namespace dissent
