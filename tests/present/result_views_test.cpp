#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dissent/evaluate/evaluate.h"
#include "dissent/present/views/comparison_view.h"
#include "dissent/present/views/evaluation_view.h"
#include "dissent/present/writers/csv_writer.h"
#include "dissent/present/writers/markdown_writer.h"
#include "dissent/present/writers/terminal_writer.h"

namespace dissent::result_views_test {
namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

ComparisonReport made_up_comparison(bool settings) {
  ComparisonReport report;
  report.pairs = {"delivery", "soft", true};
  report.unpaired = 2;
  for (const char* votes : {"5", "10"}) {
    for (const char* group : {"majority", "sls"}) {
      Comparison c = compare_values({{0, 1, 2}, {0.41, 0.42, 0.44}, {0.5, 0.52, 0.51}}, Better::lower, {});
      c.metric = "soft_nll";
      c.group = group;
      if (settings) c.setting = {{"votes-per-item", votes}};
      report.result.comparisons.push_back(std::move(c));
    }
    if (!settings) break;
  }
  report.result.family = report.result.comparisons.size();
  report.result.warnings = {"three pairs are few"};
  return report;
}

TEST(ComparisonView, ABaselineStandsAboveWhatIsComparedWithIt) {
  const Report plain = comparison_view(made_up_comparison(false));
  const auto tables = tables_of(plain);
  ASSERT_EQ(tables.size(), 1U);
  ASSERT_EQ(tables[0]->rows.size(), 3U);
  EXPECT_EQ(tables[0]->rows[0][0].text, "soft");
  EXPECT_EQ(tables[0]->rows[2][0].text, "sls");
  const Report apart = comparison_view(made_up_comparison(true));
  const ReportTable& table = *tables_of(apart)[0];
  ASSERT_EQ(table.rows.size(), 6U);
  EXPECT_EQ(table.columns[1].name, "setting");
  EXPECT_EQ(table.rows[3][0].text, "soft");
  EXPECT_EQ(table.rows[3][1].text, "votes-per-item=10");
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
}

TEST(ComparisonView, EveryFormSaysWhatTheTestsAre) {
  const Report document = comparison_view(made_up_comparison(true));
  const std::string text = terminal_text(document), markdown = markdown_text(document);
  EXPECT_EQ(text.substr(0, 42), "soft_nll against soft; lower is better\n  d");
  EXPECT_TRUE(contains(text, "\n! three pairs are few\n2 runs without a partner were left out.\n")) << text;
  EXPECT_TRUE(contains(markdown, "## soft_nll against soft; lower is better\n\n| delivery |")) << markdown;
  EXPECT_TRUE(contains(markdown, "\n**three pairs are few**\n")) << markdown;
  for (const std::string& form : {text, markdown}) {
    EXPECT_TRUE(contains(form, "3 pairs by split and seed. p: exact Wilcoxon signed-rank")) << form;
    EXPECT_TRUE(contains(form, "Holm over 4 tests.")) << form;
  }
}

TEST(ComparisonView, ForProgramsEveryNumberHasAColumn) {
  ComparisonReport report = made_up_comparison(true);
  report.result.comparisons[0].better = Better::neither;
  const ReportTable rows = comparison_rows(report);
  ASSERT_EQ(rows.rows.size(), 4U);
  const std::string csv = csv_text(rows);
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "metric,delivery,setting,pairs,mean,sd,baseline_mean,baseline_sd,difference,difference_sd,"
            "interval_low,interval_high,seeds_better,seeds_worse,seeds_equal,p_better,p_two_sided,"
            "holm_better,holm_two_sided,rank_biserial,cohen_dz");
  EXPECT_TRUE(contains(csv, "soft_nll,majority,votes-per-item=5,3,")) << csv;
}

class EvaluationViews : public testing::Test {
 protected:
  static Annotations votes() {
    NameList items;
    for (const char* name : {"a", "b", "c", "d"}) items.add(name);
    const std::vector<std::int64_t> counts{2, 1, 0, 4, 3, 3, 5, 0};
    return {
        VoteTable::from_counts(counts, std::move(items), {{"cat", "dog"}, {}, false}), {}, "votes", {}, {}};
  }
  EvaluationResult result(std::vector<std::string_view> texts) {
    std::vector<PredictionFile> files;
    for (const std::string_view text : texts)
      files.push_back(read_predictions_from(text, fmt::format("model{}.csv", files.size())));
    EvaluateOptions options;
    options.bootstrap = "10";
    options.slices = {"class"};
    return evaluate(annotations_, files, options);
  }
  Annotations annotations_ = votes();
  static constexpr std::string_view kGood = "item,cat,dog\na,0.6,0.4\nb,0.1,0.9\nc,0.5,0.5\nd,0.9,0.1\n";
  static constexpr std::string_view kZero = "item,cat,dog\na,1,0\nb,0.1,0.9\nc,0.5,0.5\nd,0.9,0.1\n";
};

TEST_F(EvaluationViews, OneFileHasItsSlicesBesideIt) {
  const Report document = evaluation_view(result({kGood}));
  const auto tables = tables_of(document);
  ASSERT_GE(tables.size(), 2U);
  EXPECT_EQ(tables[0]->columns.size(), 1U + 3 + 3);  // all items and two classes; human, shares, uniform
  EXPECT_EQ(tables.back()->name, "differ_most");
  const std::string text = terminal_text(document);
  EXPECT_EQ(text.substr(0, text.find('\n')), "model0.csv  (probabilities, 4 items, 2 classes)");
  EXPECT_TRUE(
      contains(text, "accuracy against majority (ties drawn by item: 1); calibration against majority"))
      << text;
  EXPECT_TRUE(contains(text, "Reliability of model0 (bar: share that is right; mark: confidence)")) << text;
  EXPECT_TRUE(contains(text, "Where model0 and the annotators differ most")) << text;
  EXPECT_FALSE(contains(text, "ranked_probability")) << text;  // the classes have no order
}

TEST_F(EvaluationViews, SeveralFilesStandBelowEachOther) {
  const std::string text = terminal_text(evaluation_view(result({kGood, kZero})));
  EXPECT_TRUE(contains(text, "soft_nll: infinite: on 1 item")) << text;
  EXPECT_TRUE(contains(text, "\n  model0 ")) << text;
  EXPECT_TRUE(contains(text, "\n  model1                inf ")) << text;
  EXPECT_TRUE(contains(text, "\n  human reference ")) << text;
  EXPECT_FALSE(contains(text, "Reliability")) << text;
}

}  // namespace
}  // namespace dissent::result_views_test
