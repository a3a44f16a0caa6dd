#include "dissent/present/study_report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/metrics/scores.h"
#include "dissent/present/findings.h"
#include "dissent/present/item_explorer.h"
#include "dissent/present/study_facts.h"
#include "dissent/present/study_figures.h"
#include "dissent/present/study_tables.h"
#include "dissent/study/figures.h"
#include "dissent/study/pairs_file.h"
#include "dissent/study/series.h"

namespace dissent {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPanels = 9;  // of a figure that the study did not ask for

// A setting without the data set, which its items stand under.
std::string without_data(std::string_view setting) {
  std::vector<std::string> parts;
  for (const std::string& part : split(setting, ',')) {
    if (!trim(part).starts_with("data=")) parts.emplace_back(trim(part));
  }
  return join(parts, ", ");
}

// The themes of a report, in their order.
enum class Theme { first, comparisons, scores, uncertainty, training, geometry, outside };
constexpr struct {
  Theme theme;
  const char *id, *title;
} kThemes[] = {
    {Theme::first, "summary", ""},
    {Theme::comparisons, "comparisons", "Comparisons"},
    {Theme::scores, "scores", "Scores"},
    {Theme::uncertainty, "uncertainty", "Calibration and uncertainty"},
    {Theme::training, "training", "Training"},
    {Theme::geometry, "geometry", "Basins and representations"},
    {Theme::outside, "outside", "Out of distribution"},
};

Theme theme_of(const StudyFigure& figure) {
  static const std::set<std::string> uncertainty{"reliability", "entropy", "entropy-map", "items"};
  static const std::set<std::string> geometry{"spectrum", "variance", "barrier", "cka", "grad-cam"};
  if (uncertainty.count(figure.kind) > 0) return Theme::uncertainty;
  if (geometry.count(figure.kind) > 0) return Theme::geometry;
  return figure.kind == "curves" ? Theme::training : Theme::scores;
}

Theme theme_of(const std::vector<std::string>& metrics) {
  const std::string& metric = metrics.front();
  const auto begins = [&](std::string_view with) { return metric.starts_with(with); };
  if (metric.find("_auroc@") != std::string::npos || metric.find("_fpr95@") != std::string::npos ||
      metric.find("_aupr@") != std::string::npos) {
    return Theme::outside;
  }
  if (begins("lambda_max") || begins("trace") || begins("variance_spearman")) return Theme::geometry;
  if (begins("best_epoch") || begins("near_best_epoch")) return Theme::training;
  if (begins("ece") || begins("smooth_ece") || begins("brier_")) return Theme::uncertainty;
  return Theme::scores;
}

class StudyReporter {
 public:
  StudyReporter(const Study& study, const ResultsFolder& results, std::vector<StudyRun> planned,
                std::vector<FinishedRun> finished, const StudyReportOptions& options)
      : study_(study),
        options_(options),
        results_(results),
        folder_(results_.path() / study.name),
        planned_(std::move(planned)),
        finished_(std::move(finished)),
        values_(study, finished_, {}, folder_ / "runs.csv"),
        colours_(method_names()) {}

  Report report() {
    step("tables");
    for (const auto& theme : kThemes) report_.sections.push_back({theme.id, theme.title, {}});
    report_.kind =
        fmt::format("Study of {} run{}", values_.runs().size(), values_.runs().size() == 1 ? "" : "s");
    report_.title = study_.name;
    report_.about = study_.about;
    const std::vector<std::string> missing = missing_runs(planned_, results_);
    if (!missing.empty()) section(Theme::first).blocks.emplace_back(Prose{missing, true});
    add_tables();
    add_tests();
    add_figures();
    add_items();
    std::erase_if(report_.sections, [](const ReportSection& one) { return one.blocks.empty(); });
    std::vector<std::string> remarks = values_.remarks();
    remarks.insert(remarks.end(), nothing_.begin(), nothing_.end());
    report_.sections.push_back({"provenance", "Provenance", study_facts(study_, planned_, values_, remarks)});
    return std::move(report_);
  }

 private:
  std::vector<std::string> method_names() const {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    for (const FinishedRun& run : finished_) add(run.spec.delivery);
    for (const StudyTable& table : study_.tables) {  // values of another option that stand on an axis
      const std::string& last = table.rows.back();
      for (const FinishedRun& run : finished_) {
        if (const auto found = run.options.find(last); found != run.options.end())
          add(option_label(last, found->second));
      }
    }
    return names;
  }
  ReportSection& section(Theme theme) { return report_.sections[static_cast<std::size_t>(theme)]; }
  void step(std::string_view what) {
    if (options_.progress) options_.progress(done_++, study_.figures.size() + 8, what);
  }

  void add_tables() {
    for (const StudyTable& table : study_.tables) {
      TableResult result = make_table(table, values_);
      if (result.rows.empty()) {
        nothing_.push_back(fmt::format("The table {} is empty: no run of it is finished.", table.name));
        continue;
      }
      const bool main = tables_.empty();
      Theme theme = main ? Theme::first : theme_of(table.metrics);
      section(theme).blocks.emplace_back(study_table(result, values_, colours_));
      if (main) section(theme).blocks.emplace_back(runs_figure(table, values_, colours_));
      tables_.push_back(std::move(result));
    }
  }

  void add_tests() {
    std::vector<const TestResult*> told;
    tests_.reserve(study_.tests.size());
    for (const StudyTest& test : study_.tests) {
      tests_.push_back(make_test(test, values_));
      const TestResult& result = tests_.back();
      if (!result.nothing.empty()) {
        nothing_.push_back(fmt::format("The test {} has no result: {}", test.name, result.nothing));
        continue;
      }
      told.push_back(&result);
      for (ReportTable& table : test_tables(result, colours_))
        section(Theme::comparisons).blocks.emplace_back(std::move(table));
      if (!result.result.warnings.empty())
        section(Theme::comparisons).blocks.emplace_back(Prose{result.result.warnings, true});
    }
    report_.findings = study_findings(told, tables_.empty() ? nullptr : &tables_.front(), values_);
  }

  // The study's own, and what a reader would miss.
  std::vector<StudyFigure> figures() const {
    std::vector<StudyFigure> all = study_.figures;
    const auto add = [&](const char* kind, const char* title) {
      const bool there =
          std::any_of(all.begin(), all.end(), [&](const StudyFigure& one) { return one.kind == kind; });
      if (there || series_of({}, finished_).size() > kMostPanels) return;
      StudyFigure figure;
      figure.name = figure.kind = kind;
      figure.title = title;
      if (figure.kind == "entropy" || figure.kind == "entropy-map") figure.bins = 20;
      const bool taken = std::any_of(all.begin(), all.end(),
                                     [&](const StudyFigure& one) { return one.name == figure.name; });
      if (taken) figure.name += "-added";
      all.push_back(std::move(figure));
    };
    add("curves", "Evaluation soft NLL by epoch");
    add("reliability", "Reliability");
    add("entropy", "Entropy of the model and of its annotators");
    add("entropy-map", "Entropy of the model against entropy of the annotators");
    return all;
  }

  void add_figures() {
    const StudyPairs pairs = read_pairs_file(results_, study_);
    for (const StudyFigure& figure : figures()) {
      step(figure.name);
      const FigureData data =
          figure_data(figure, values_, pairs, folder_ / "figures" / (figure.name + ".csv"));
      const bool asked = std::any_of(study_.figures.begin(), study_.figures.end(),
                                     [&](const StudyFigure& one) { return one.name == figure.name; });
      if (data.csv.empty()) {
        if (asked) nothing_.push_back(fmt::format("The figure {} is missing: {}", figure.name, data.nothing));
        continue;
      }
      ReportFigure drawn = study_figure(figure, data.csv, colours_, best_of(figure));
      if (data.kept)
        drawn.caption +=
            fmt::format(" Drawn from figures/{}.csv as it was written, since {}.", figure.name, data.nothing);
      section(theme_of(figure)).blocks.emplace_back(std::move(drawn));
    }
  }

  // Series are named by what varies among the figure's own runs.
  BestEpochs best_of(const StudyFigure& figure) const {
    if (figure.kind != "curves") return {};
    BestEpochs best;
    try {
      for (const Series& series : series_of(figure.where, finished_)) {
        std::vector<double> epochs;
        for (const std::size_t run : series.runs) epochs.push_back(values_.value(run, "best_epoch"));
        best[series.name] = summarise_seeds(epochs).mean;
      }
    } catch (const Error&) {  // no run of it is finished: nothing to mark
    }
    return best;
  }

  void add_items() {
    if (options_.items == 0) return;
    step("items");
    std::vector<PooledSeries> pooled;
    try {
      pooled = pooled_series({}, values_);
    } catch (const Error& error) {
      nothing_.push_back(fmt::format("Items cannot be shown: {}", error.what()));
      return;
    }
    if (pooled.empty()) {
      nothing_.emplace_back(
          "Items cannot be shown: no run has its predictions.npz, which `dissent predict RUN` makes.");
      return;
    }
    std::vector<std::vector<const PooledSeries*>> by_data;
    for (const PooledSeries& series : pooled) {
      const auto data_of = [](const PooledSeries& one) { return one.runs.front()->spec.data; };
      const auto same = std::find_if(by_data.begin(), by_data.end(), [&](const auto& others) {
        return data_of(*others.front()) == data_of(series);
      });
      (same == by_data.end() ? by_data.emplace_back() : *same).push_back(&series);
    }
    ReportSection items{"items", "Items", {}};
    items.blocks.emplace_back(Prose{
        {"Each item with the annotators' distribution and what each method predicts, the mean over those "
         "seeds that did not train on it."},
        false});
    for (const std::vector<const PooledSeries*>& series : by_data) {
      const bool only = by_data.size() == 1;
      const std::string& data = values_.dataset(*series.front()->runs.front()).name;
      items.blocks.emplace_back(
          report_items(only ? study_.name : fmt::format("{}-{}", study_.name, items.blocks.size()),
                       only ? "" : data, items_of(series), options_.items));
    }
    report_.sections.push_back(std::move(items));
  }

  // All of one data set.
  ItemSource items_of(const std::vector<const PooledSeries*>& pooled) {
    const Dataset& dataset = values_.dataset(*pooled.front()->runs.front());
    ItemSource source{dataset.votes, &dataset.inputs, dataset.gold, {}, {}, 0};
    std::vector<char> seen(dataset.items());
    const std::string leading = split_series(pooled.front()->name).setting;
    for (const PooledSeries* series : pooled) {
      const SeriesName name = split_series(series->name);
      ItemSeries& one = source.series.emplace_back();
      one.method = name.method;
      one.setting = setting_label(without_data(name.setting));
      one.colour = colours_.of(name.method);
      one.q = mean_predictions(*series, dataset, seen);
      if (source.shown + 1 == source.series.size() && name.setting == leading && source.shown < 6)
        ++source.shown;
    }
    for (std::uint32_t item = 0; item < seen.size(); ++item) {
      if (seen[item] != 0) source.items.push_back(item);
    }
    return source;
  }

  // Of items in the evaluation split of a run, the mean over such runs.
  std::vector<float> mean_predictions(const PooledSeries& series, const Dataset& dataset,
                                      std::vector<char>& seen) {
    const std::size_t classes = dataset.classes();
    std::vector<float> mean(dataset.items() * classes, std::numeric_limits<float>::quiet_NaN());
    std::vector<int> runs(dataset.items());
    std::vector<double> log_q(classes);
    for (const FinishedRun* run : series.runs) {
      if (run->spec.data_hash != dataset.hash) continue;
      const EvaluatedRun& evaluated = values_.evaluated().of(*run);
      for (std::size_t i = 0; i < evaluated.items.size(); ++i) {
        const std::uint32_t item = evaluated.items[i];
        log_softmax(std::span(evaluated.logits).subspan(i * classes, classes), log_q);
        const auto count = static_cast<double>(++runs[item]);
        for (std::size_t k = 0; k < classes; ++k) {
          float& here = mean[item * classes + k];
          const double before = count > 1 ? static_cast<double>(here) : 0;
          here = static_cast<float>(before + (std::exp(log_q[k]) - before) / count);
        }
        seen[item] = 1;
      }
    }
    return mean;
  }

  const Study& study_;
  const StudyReportOptions& options_;
  const ResultsFolder& results_;
  fs::path folder_;
  std::vector<StudyRun> planned_;
  std::vector<FinishedRun> finished_;
  StudyValues values_;
  Colours colours_;
  std::vector<TableResult> tables_;
  std::vector<TestResult> tests_;
  std::vector<std::string> nothing_;  // what could not be made, and why
  Report report_;
  std::size_t done_ = 0;
};

// Of a study of which no run is finished.
Report report_of_nothing(const Study& study, const ResultsFolder& results) {
  std::vector<std::string> lines{fmt::format(
      "None of the {} runs of this study is finished; `dissent study run` trains them.", study.runs.size())};
  for (const auto& [name, reason] : results.failures())
    lines.push_back(fmt::format("Failed: {}: {}", name, reason));
  Report report{"Study", study.name, study.about, {}, {}};
  report.sections.push_back({"summary", "", {Prose{std::move(lines), true}}});
  report.sections.push_back({"provenance", "Provenance", {study_file(study)}});
  return report;
}

}  // namespace

Report study_report(const Study& study, const fs::path& folder, const StudyReportOptions& options) {
  const ResultsFolder results(folder);
  std::vector<StudyRun> planned = plan_from_records(study, results.all_finished());
  std::vector<FinishedRun> finished = results.finished(planned);
  if (finished.empty()) return report_of_nothing(study, results);
  return StudyReporter(study, results, std::move(planned), std::move(finished), options).report();
}

Report joined(std::vector<Report> reports) {
  if (reports.size() == 1) return std::move(reports.front());
  Report all;
  all.kind = fmt::format("{} studies", reports.size());
  std::vector<std::string> titles;
  for (Report& report : reports) {
    // The same study of two folders: names and places on the page must differ.
    const auto same = std::count(titles.begin(), titles.end(), report.title);
    titles.push_back(report.title);
    if (same > 0) report.title += fmt::format("-{}", same + 1);
    ReportSection head{report.title, report.title, {}};
    std::vector<std::string> paragraphs{report.about};
    paragraphs.insert(paragraphs.end(), report.findings.begin(), report.findings.end());
    std::erase(paragraphs, "");
    head.blocks.emplace_back(Prose{std::move(paragraphs), false});
    all.sections.push_back(std::move(head));
    for (ReportSection& section : report.sections) {
      section.id = fmt::format("{}-{}", report.title, section.id);
      section.listed = false;  // the list would be too long
      if (!section.title.empty()) section.title = fmt::format("{}: {}", report.title, section.title);
      for (ReportBlock& block : section.blocks) {
        if (auto* table = block.as<ReportTable>())
          table->name = fmt::format("{}-{}", report.title, table->name);
        if (auto* figure = block.as<ReportFigure>())
          figure->name = fmt::format("{}-{}", report.title, figure->name);
      }
      all.sections.push_back(std::move(section));
    }
  }
  all.title = join(std::span<const std::string>(titles), ", ");
  return all;
}

}  // namespace dissent
