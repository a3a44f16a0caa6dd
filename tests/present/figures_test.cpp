// Figures of a study: their rows as tidy CSV, what is read back from it, and their specifications.
#include "dissent/catalog/figures.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "dissent/core/text.h"
#include "dissent/diagnostics/measurements.h"
#include "dissent/io/file.h"
#include "dissent/present/figures/figure.h"
#include "dissent/run/history.h"
#include "present/compared_runs.h"

namespace dissent::figures_test {
namespace {

class Figures : public test::ComparedRuns {
 protected:
  // The lines of the figure's CSV.
  std::vector<std::string> figure(const std::string& text) {
    const Study about = study("figures: [" + text + "]\n");
    StudyValues values(about, finished_);
    const StudyPairs no_pairs;
    FigureSource source{&values, &no_pairs};
    std::vector<std::string> lines =
        split(figure_kind_named(about.figures[0].kind).make(about.figures[0], source)->csv(), '\n');
    lines.pop_back();
    return lines;
  }
};

TEST_F(Figures, AreTidyRows) {
  make(4);
  EXPECT_EQ(figure("{name: f, kind: lines, metrics: [soft_nll, accuracy]}").size(), 1U + 2 * 2 * 2);
  EXPECT_EQ(figure("{name: f, kind: bars, where: {votes-per-item: 0}}").size(), 1U + 2);
  const std::vector<std::string> bars = figure("{name: f, kind: bars}");
  EXPECT_EQ(bars.size(), 1U + 4);  // settings apart
  EXPECT_EQ(figure("{name: f, kind: curves, where: {votes-per-item: 0}}").size(), 1U + 2 * 2);
  EXPECT_EQ(figure("{name: f, kind: entropy, bins: 7, where: {votes-per-item: 0}}").size(), 1U + 2 * 2 * 7);
  EXPECT_EQ(figure("{name: f, kind: items, count: 4, where: {votes-per-item: 0}}").size(), 1U + 3 * 4 * 3);
  EXPECT_EQ(figure("{name: f, kind: sparse-target, bins: 3}").size(), 1U + 3);
  const std::vector<std::string> reliability =
      figure("{name: f, kind: reliability, bins: 5, where: {votes-per-item: 0}}");
  EXPECT_EQ(std::count_if(reliability.begin(), reliability.end(),
                          [](const std::string& line) { return line.find(",bin,") != std::string::npos; }),
            10);
  EXPECT_NE(test::failure_of([&] { figure("{name: f, kind: cka}"); }).find("nothing was measured"),
            std::string::npos);
  EXPECT_NE(test::failure_of([&] { figure("{name: f, kind: spectrum}"); }).find("density"),
            std::string::npos);
  EXPECT_NE(
      test::failure_of([&] { figure("{name: f, kind: bars, where: {delivery: mixup}}"); }).find("no run"),
      std::string::npos);
}

TEST_F(Figures, SpectraAreThoseOfEverySliceThatWasMeasured) {
  make(1);
  HessianResult hessian;
  hessian.slice = "votes:3..5";
  hessian.density = HessianDensity{{0.5, 2}, {0.25, 0.75}, 80, 1};
  GeometryMeasurements(finished_[0]).put(hessian, GeometryOptions{});
  const std::vector<std::string> lines = figure("{name: f, kind: spectrum}");
  ASSERT_EQ(lines.size(), 1U + 2);
  EXPECT_NE(lines[1].find(",votes:3..5,0.5,0.25"), std::string::npos) << lines[1];
}

// Every field that an encoding names is a field of some row.
void check_fields(const Json& spec, const std::set<std::string>& known, const std::string& where) {
  if (spec.is_array()) {
    for (const Json& part : spec) check_fields(part, known, where);
  }
  if (!spec.is_object()) return;
  if (spec.contains("mark") && spec.contains("data")) return;  // with rows of its own
  for (const auto& [key, value] : spec.items()) {
    if (key == "field") {
      EXPECT_EQ(known.count(value.get<std::string>()), 1U) << where << ": " << value;
    } else if (key != "data") {
      check_fields(value, known, where);
    }
  }
}

TEST_F(Figures, FiguresEncodeFieldsThatTheirRowsHave) {
  make(3);
  const Study about = study(
      "figures:\n"
      "- {name: lines, kind: lines, metrics: [soft_nll, accuracy]}\n- {name: bars, kind: bars}\n"
      "- {name: curves, kind: curves, metrics: [soft_nll, train_loss]}\n- {name: sparse, kind: "
      "sparse-target, bins: 3}\n"
      "- {name: reliability, kind: reliability}\n- {name: entropy, kind: entropy}\n- {name: map, kind: "
      "entropy-map}\n"
      "- {name: items, kind: items, count: 2}\n- {name: spectrum, kind: spectrum}\n- {name: variance, kind: "
      "variance}\n"
      "- {name: barrier, kind: barrier}\n- {name: cka, kind: cka}\n- {name: cam, kind: grad-cam}\n");
  StudyValues values(about, finished_);
  const std::map<std::string, std::string> measured{
      {"spectrum", "run,series,seed,slice,eigenvalue,weight\nr,soft,0,all,1.5,0.2\n"},
      {"variance", "series,seed,entropy,variance,items\nsoft,0,0.5,2,10\n"},
      {"barrier",
       "from,to,seed,statistics,position,loss,barrier\nsoft,sls,0,interpolated,0,0.5,2\nsoft,sls,0,"
       "reestimated,0,0.5,2\n"},
      {"cka", "series,seed_a,seed_b,measure,value\nsoft,0,1,biased,0.9\nsoft,0,1,debiased,0.9\n"},
      {"cam", "series,seed_a,seed_b,measure,value\nsoft,0,1,all,0.9\n"}};
  const std::string names[] = {"soft", "sls"};
  const Colours colours(names);
  const StudyPairs no_pairs;
  FigureSource source{&values, &no_pairs};
  for (const StudyFigure& figure : about.figures) {
    const auto given = measured.find(figure.name);
    const FigureKind& kind = figure_kind_named(figure.kind);
    const std::unique_ptr<Figure> made =
        given != measured.end() ? kind.read(figure, given->second) : kind.make(figure, source);
    EXPECT_EQ(kind.read(figure, made->csv())->csv(), made->csv()) << figure.name;
    const Json spec = made->specification({figure, colours, &values});
    EXPECT_EQ(kind.read(figure, made->csv())->specification({figure, colours, &values}), spec) << figure.name;
    std::set<std::string> known;
    for (const Json& row : spec.at("data").at("values")) {
      for (const auto& [key, value] : row.items()) known.insert(key);
    }
    ASSERT_FALSE(known.empty()) << figure.name;
    if (spec.contains("facet")) check_fields(spec.at("facet"), known, figure.name);
    check_fields(spec.contains("spec") ? spec.at("spec").at("layer") : spec.at("layer"), known, figure.name);
  }
  EXPECT_EQ(about.figures.size(), figures().size());
}

}  // namespace
}  // namespace dissent::figures_test
