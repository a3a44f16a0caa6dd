#include "dissent/present/study_report.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "dissent/catalog/figures.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/metrics/scores.h"
#include "dissent/present/figures/every_run.h"
#include "dissent/present/figures/figure.h"
#include "dissent/present/findings.h"
#include "dissent/present/item_explorer.h"
#include "dissent/present/study_facts.h"
#include "dissent/present/study_tables.h"
#include "dissent/study/make_table.h"
#include "dissent/study/make_test.h"
#include "dissent/study/pairs_file.h"
#include "dissent/study/series.h"

namespace dissent {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPanels = 9;  // of a figure that the study did not ask for

// The parts of a report, in their order: what comes first, comparisons, and a part a theme.
constexpr struct { const char *id, *title; } kParts[] = {{"summary", ""}, {"comparisons", "Comparisons"}};
constexpr struct {
  Theme theme;
  const char *id, *title;
} kThemes[] = {
    {Theme::scores, "scores", "Scores"},
    {Theme::uncertainty, "uncertainty", "Calibration and uncertainty"},
    {Theme::training, "training", "Training"},
    {Theme::geometry, "geometry", "Basins and representations"},
    {Theme::outside, "outside", "Out of distribution"},
};

class StudyReporter {
 public:
  StudyReporter(const Study& study, const ResultsFolder& results, std::vector<StudyRun> planned,
                std::vector<FinishedRun> finished, std::size_t most_items, Monitor& monitor)
      : study_(study),
        most_items_(most_items),
        monitor_(monitor),
        results_(results),
        folder_(results_.path() / study.name),
        planned_(std::move(planned)),
        finished_(std::move(finished)),
        values_(study, finished_, folder_ / "runs.csv", monitor),
        colours_(method_names()) {}

  Report report() {
    step();
    for (const auto& part : kParts) report_.sections.push_back({part.id, part.title, {}});
    for (const auto& theme : kThemes) report_.sections.push_back({theme.id, theme.title, {}});
    report_.kind =
        fmt::format("Study of {} run{}", values_.runs().size(), values_.runs().size() == 1 ? "" : "s");
    report_.title = study_.name;
    report_.about = study_.about;
    const std::vector<std::string> missing = missing_runs(planned_, results_);
    if (!missing.empty()) first().blocks.emplace_back(Prose{missing, true});
    add_tables();
    add_tests();
    add_figures();
    add_items();
    std::erase_if(report_.sections, [](const ReportSection& one) { return one.blocks.empty(); });
    std::vector<std::string> remarks = values_.remarks();
    remarks.insert(remarks.end(), not_made_.begin(), not_made_.end());
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
  ReportSection& first() { return report_.sections[0]; }
  ReportSection& comparisons() { return report_.sections[1]; }
  ReportSection& section(Theme theme) {
    const auto found = std::find_if(std::begin(kThemes), std::end(kThemes),
                                    [&](const auto& one) { return one.theme == theme; });
    return report_.sections[std::size(kParts) + static_cast<std::size_t>(found - std::begin(kThemes))];
  }
  void step() {
    monitor_.progress(fmt::format("report of {}", study_.name), done_++, study_.figures.size() + 8);
    stop_if_asked(monitor_);
  }

  void add_tables() {
    for (const StudyTable& table : study_.tables) {
      TableResult result = make_table(table, values_);
      if (result.rows.empty()) {
        not_made_.push_back(fmt::format("The table {} is empty: no run of it is finished.", table.name));
        continue;
      }
      const bool main = tables_.empty();
      ReportSection& where = main ? first() : section(result.columns.front().theme());
      where.blocks.emplace_back(study_table(result, colours_));
      if (main) where.blocks.emplace_back(every_run_figure(table, values_, colours_));
      tables_.push_back(std::move(result));
    }
  }

  void add_tests() {
    std::vector<const TestResult*> with_result;
    tests_.reserve(study_.tests.size());
    for (const StudyTest& test : study_.tests) {
      tests_.push_back(make_test(test, values_));
      const TestResult& result = tests_.back();
      if (!result.no_result.empty()) {
        not_made_.push_back(fmt::format("The test {} has no result: {}", test.name, result.no_result));
        continue;
      }
      with_result.push_back(&result);
      for (ReportBlock& block : test_blocks(result, colours_))
        comparisons().blocks.push_back(std::move(block));
    }
    report_.findings = study_findings(with_result, tables_.empty() ? nullptr : &tables_.front());
  }

  // The study's own, and what a reader would miss.
  std::vector<StudyFigure> all_figures() const {
    std::vector<StudyFigure> all = study_.figures;
    if (series_of({}, finished_).size() > kMostPanels) return all;
    for (const FigureEntry& kind : figures()) {
      const auto is_there = [&](const auto& same) { return std::any_of(all.begin(), all.end(), same); };
      if (kind.added_as.empty() || is_there([&](const StudyFigure& one) { return one.kind == kind.name; }))
        continue;
      StudyFigure figure;
      figure.name = figure.kind = kind.name;
      figure.title = kind.added_as;
      figure.bins = kind.added_bins;
      if (is_there([&](const StudyFigure& one) { return one.name == figure.name; })) figure.name += "-added";
      all.push_back(std::move(figure));
    }
    return all;
  }

  void add_figures() {
    const StudyPairs pairs = read_pairs_file(results_, study_);
    FigureSource source{&values_, &pairs};
    const std::vector<StudyFigure> all = all_figures();
    for (std::size_t i = 0; i < all.size(); ++i) {
      step();
      const StudyFigure& asked = all[i];
      const MadeFigure made = make_figure(asked, source, folder_ / "figures" / (asked.name + ".csv"));
      if (made.figure == nullptr) {
        if (i < study_.figures.size())
          not_made_.push_back(fmt::format("The figure {} is missing: {}", asked.name, made.not_made));
        continue;
      }
      ReportFigure drawn = drawn_figure(asked, *made.figure, colours_, &values_);
      if (made.from_before)
        drawn.caption +=
            fmt::format(" Drawn from figures/{}.csv as it was written, since {}.", asked.name, made.not_made);
      section(find_figure(asked.kind).theme).blocks.emplace_back(std::move(drawn));
    }
  }

  void add_items() {
    if (most_items_ == 0) return;
    step();
    std::vector<PooledSeries> pooled;
    try {
      pooled = pooled_series({}, values_);
    } catch (const Error& error) {
      not_made_.push_back(fmt::format("Items cannot be shown: {}", error.what()));
      return;
    }
    if (pooled.empty()) {
      not_made_.emplace_back(
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
                       only ? "" : data, items_of(series), most_items_));
    }
    report_.sections.push_back(std::move(items));
  }

  // All of one data set.
  ItemSource items_of(const std::vector<const PooledSeries*>& pooled) {
    const Dataset& dataset = values_.dataset(*pooled.front()->runs.front());
    ItemSource source{dataset.votes, &dataset.inputs, dataset.gold, {}, {}, 0};
    std::vector<char> seen(dataset.items());
    const Setting& leading = pooled.front()->key.settings;
    for (const PooledSeries* series : pooled) {
      Setting shown = series->key.settings;
      shown.erase("data");  // which its items stand under
      ItemSeries& one = source.series.emplace_back();
      one.method = series->key.method;
      one.setting = setting_label(shown);
      one.colour = colours_.of(one.method);
      one.q = mean_predictions(*series, dataset, seen);
      if (source.shown + 1 == source.series.size() && series->key.settings == leading && source.shown < 6)
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
      const EvaluatedRun& evaluated = values_.views().of(*run).evaluated();
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
  std::size_t most_items_;  // of a data set in the explorer
  Monitor& monitor_;
  const ResultsFolder& results_;
  fs::path folder_;
  std::vector<StudyRun> planned_;
  std::vector<FinishedRun> finished_;
  StudyValues values_;
  Colours colours_;
  std::vector<TableResult> tables_;
  std::vector<TestResult> tests_;
  std::vector<std::string> not_made_;  // what could not be made, and why
  Report report_;
  std::size_t done_ = 0;
};

Report report_without_runs(const Study& study, const ResultsFolder& results) {
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

Report study_report(const Study& study, const fs::path& folder, std::size_t items, Monitor& monitor) {
  const ResultsFolder results(folder);
  std::vector<StudyRun> planned = plan_from_records(study, results.all_finished());
  std::vector<FinishedRun> finished = results.finished(planned);
  if (finished.empty()) return report_without_runs(study, results);
  return StudyReporter(study, results, std::move(planned), std::move(finished), items, monitor).report();
}

}  // namespace dissent
