// One document in every form, as it was approved.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "dissent/core/choices.h"
#include "dissent/present/formats.h"
#include "dissent/present/page.h"
#include "dissent/present/writers/csv_writer.h"
#include "dissent/present/writers/json_writer.h"
#include "dissent/present/writers/latex_writer.h"
#include "dissent/present/writers/markdown_writer.h"
#include "dissent/present/writers/terminal_writer.h"

namespace dissent::writers_test {
namespace {

ReportTable scores() {
  ReportTable table;
  table.name = "scores";
  table.title = "Scores";
  table.note = "Mean ± SD.";
  table.columns = {
      {"delivery", "delivery", false}, {"soft_nll", "soft NLL ↓", true}, {"seeds", "seeds", true}};
  ReportCell mean = number_cell(0.565, mean_sd_text(0.565, 0.0129));
  mean.parts = {{"mean", 0.565}, {"sd", 0.0129}};
  mean.aside = number_text(0.5);
  ReportCell low = number_cell(-12.3456, number_text(-12.3456));
  low.parts = {{"mean", -12.3456}};
  table.rows = {{text_cell("sls"), mean, number_cell(10, "10")},
                {text_cell("soft_1"), low, number_cell(9, "9")}};
  return table;
}

Report document() {
  Report report;
  report.title = "A study";
  report.about = "What is asked.";
  report.findings = {"The answer."};
  ReportSection first{"summary", "", {}};
  first.blocks.emplace_back(Heading{"votes.csv", "(long-csv)"}, Shown::on_terminal);
  first.blocks.emplace_back(Facts{{{"items", "1,000", ""}, {"alpha", "-", "only one class"}}});
  first.blocks.emplace_back(Prose{{"One item has no votes."}, true, false}, Shown::everywhere, true);
  ReportSection tables{"scores", "Scores of all", {scores()}};
  tables.blocks.emplace_back(Prose{{"Paired by seed."}});
  Bars bars;
  bars.note = "entropy";
  bars.bars = {{"cat", 1, "75 %"}, {"horse", 0.3125, "25 %"}};
  bars.width = 4;
  bars.rest = "... and 1 more";
  tables.blocks.emplace_back(bars);
  tables.blocks.emplace_back(ReportFigure{"f", "A figure", "", "{}"});
  ReliabilityPlot plot{"Reliability", "right", {{20, 0.25, 0.5, 0, 1}, {1200, 0.75, 0.7, 0, 1}}};
  tables.blocks.emplace_back(plot);
  tables.blocks.emplace_back(Prose{{"Only on the page."}}, Shown::on_page);
  report.sections = {first, tables};
  return report;
}

TEST(Digits, OneRule) {
  EXPECT_EQ(number_text(0.56789), "0.5679");
  EXPECT_EQ(number_text(12.3456), "12.35");
  EXPECT_EQ(number_text(123.456), "123.5");
  EXPECT_EQ(number_text(-1234.5), "−1234");
  EXPECT_EQ(number_text(std::nan("")), "");
  EXPECT_EQ(number_text(std::numeric_limits<double>::infinity()), "∞");
  EXPECT_EQ(signed_text(0.5), "+0.5000");
  EXPECT_EQ(mean_sd_text(12.3456, 0.1234), "12.35 ± 0.12");
  EXPECT_EQ(mean_sd_text(0.5, std::nan("")), "0.5000");
  EXPECT_EQ(p_text(0.001953125), "0.001953");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(Writers, Terminal) {
  EXPECT_EQ(terminal_text(document()), R"(A study
What is asked.

The answer.

votes.csv  (long-csv)
  items                 1,000
  alpha                 -  only one class
! One item has no votes.

Scores of all
Scores
  delivery                soft NLL ↓  seeds
  sls       0.5650 ± 0.0129 (0.5000)     10
  soft_1                      -12.35      9
  Mean ± SD.

Paired by seed.

  entropy
  cat    ████ 75 %
  horse  █▎   25 %
  ... and 1 more

Reliability
  confidence       right     items
       0.250       0.500        20  ██████████┃█████████
       0.750       0.700     1,200  ████████████████████████████  │
)");
}

TEST(Writers, TerminalWithColours) {
  Report report;
  report.sections.push_back({"", "Title", {Prose{{"odd"}, true, true}}});
  EXPECT_EQ(terminal_text(report, {true, 80}), "\x1b[1mTitle\x1b[0m\n  \x1b[33modd\x1b[0m\n");
  EXPECT_EQ(bar(0.5, 5), "██▌  ");
  EXPECT_EQ(bar(std::nan(""), 2), "  ");
}

TEST(Writers, Markdown) {
  EXPECT_EQ(markdown_text(document()), R"(# A study

What is asked.

The answer.

- items: 1,000
- alpha: - (only one class)

**One item has no votes.**

## Scores of all

**Scores**

| delivery |               soft NLL ↓ | seeds |
| --- | --: | --: |
| sls      | 0.5650 ± 0.0129 (0.5000) |    10 |
| soft_1   |                   −12.35 |     9 |

Mean ± SD.

Paired by seed.

- cat: 75 %
- horse: 25 %

**Reliability**

| confidence |  right | items |
| --: | --: | --: |
|     0.2500 | 0.5000 |    20 |
|     0.7500 | 0.7000 | 1,200 |

Only on the page.
)");
}

TEST(Writers, Csv) {
  EXPECT_EQ(csv_text(document()), R"(# scores: Scores
delivery,soft_nll.mean,soft_nll.sd,seeds
sls,0.565,0.0129,10
soft_1,-12.3456,,9
)");
  ReportTable texts;
  texts.columns = {{"method", "method", false}, {"trace", "trace", true}};
  texts.rows = {{text_cell("a, b"), text_cell("−3.5000")}};
  EXPECT_EQ(csv_text(texts), "method,trace\n\"a, b\",-3.5000\n");
}

TEST(Writers, Latex) {
  EXPECT_EQ(latex_text(scores()), R"(% Scores
\begin{tabular}{lrr}
\toprule
delivery & soft NLL ↓ & seeds \\
\midrule
sls & 0.5650 $\pm$ 0.0129 (0.5000) & 10 \\
soft\_1 & $-$12.35 & 9 \\
\bottomrule
\end{tabular}
% Mean ± SD.
)");
  const std::string whole = latex_text(document());
  EXPECT_TRUE(
      whole.starts_with("% One item has no votes.\n\n% Scores of all\n% Scores\n\\begin{tabular}{lrr}"));
  EXPECT_NE(whole.find("% Mean ± SD.\n\n% Paired by seed.\n\n% Reliability\n"), std::string::npos);
}

TEST(Writers, JsonOfEverythingThatProgramsRead) {
  const Json json = report_json(document());
  EXPECT_EQ(json.at("tables")[0].at("rows")[0],
            Json::parse(R"({"delivery": "sls", "soft_nll": {"mean": 0.565, "sd": 0.0129}, "seeds": 10})"));
  EXPECT_EQ(json.at("facts").at("alpha"), "-");
  EXPECT_EQ(json.at("notices"), Json::array({"One item has no votes."}));
  EXPECT_EQ(json.at("figures")[0].at("name"), "f");
}

// Names that are markup, formulas and commands to a terminal, wherever a document has a text.
Report hostile_document() {
  const std::string name = "=x|`<b>`\n# \\input{y}\x1b[2J\xc2\x9b";
  Report report{"Study", name, name, {name}, {}};
  ReportTable table;
  table.name = "t";
  table.title = table.note = name;
  table.columns = {{name, name, false}, {"n", "n", true}};
  table.rows = {{text_cell(name), number_cell(-1, "−1")}};
  ReportSection section{"s", name, {}};
  section.blocks.emplace_back(table);
  section.blocks.emplace_back(Prose{{name}, true});
  section.blocks.emplace_back(Heading{name, name});
  section.blocks.emplace_back(Facts{{{name, name, name}}});
  Bars bars;
  bars.title = bars.note = bars.rest = name;
  bars.bars = {{name, 0.5, name}};
  section.blocks.emplace_back(bars);
  report.sections.push_back(std::move(section));
  return report;
}

TEST(Writers, NothingOfANameReachesTheTerminalAsACommand) {
  const std::string text = terminal_text(hostile_document());
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("\xc2\x9b"), std::string::npos);
  EXPECT_NE(text.find("\\x1b[2J\\x9b"), std::string::npos);
}

TEST(Writers, NothingOfANameIsMarkup) {
  const std::string markdown = markdown_text(hostile_document());
  EXPECT_EQ(markdown.find("<b"), std::string::npos);
  EXPECT_EQ(markdown.find("\n# \\"), std::string::npos);
  EXPECT_NE(markdown.find("| =x\\|\\`&lt;b>\\` # "), std::string::npos) << markdown;
  const std::string latex = latex_text(hostile_document());
  for (std::size_t at = 0; (at = latex.find("\\input", at)) != std::string::npos; ++at) {
    const std::size_t line = latex.rfind('\n', at) + 1;  // in comments alone
    EXPECT_EQ(latex[line], '%') << latex.substr(line, 80);
  }
  EXPECT_NE(latex.find("\\textbackslash{}input\\{y\\}"), std::string::npos) << latex;
}

TEST(Writers, WhatASpreadsheetWouldComputeIsQuotedUnlessItIsWantedRaw) {
  ReportTable table;
  table.columns = {{"=head", "=head", false}, {"n", "n", true}};
  table.rows = {{text_cell("=1+1"), number_cell(-1, "−1")}, {text_cell("-5"), text_cell("−3.5")}};
  EXPECT_EQ(csv_text(table), "'=head,n\n'=1+1,-1\n-5,\n");
  EXPECT_EQ(csv_text(table, CsvTexts::raw), "=head,n\n=1+1,-1\n-5,\n");
  Report report;
  report.sections.push_back({"s", "", {table}});
  EXPECT_NE(report_as(report, ReportForm::raw_csv).find("\n=1+1,"), std::string::npos);
  EXPECT_NE(written(report, TextForm::raw_csv).find("\n=1+1,"), std::string::npos);
}

TEST(Writers, ThePageLeavesOutWhatIsForTheTerminal) {
  if (!has_page()) GTEST_SKIP() << "a build without the page";
  const std::string page = report_page(document());
  EXPECT_EQ(page.find("(long-csv)"), std::string::npos);
  EXPECT_NE(page.find("Only on the page."), std::string::npos);
  EXPECT_NE(page.find("<dt>alpha</dt><dd>- <small>only one class</small></dd>"), std::string::npos);
}

TEST(Writers, OneOfThemByName) {
  EXPECT_EQ(written(document(), choice_of<TextForm>("format", "markdown")), markdown_text(document()));
  EXPECT_EQ(written(document(), choice_of<TextForm>("format", "text")), terminal_text(document()));
}

}  // namespace
}  // namespace dissent::writers_test
