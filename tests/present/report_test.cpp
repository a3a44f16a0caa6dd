// A study's report: its sentences, tables, figures and items, and the same numbers in every form.
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "dissent/core/choices.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/present/findings.h"
#include "dissent/present/formats.h"
#include "dissent/present/item_explorer.h"
#include "dissent/present/page.h"
#include "dissent/present/study_report.h"
#include "dissent/present/study_tables.h"
#include "dissent/run/history.h"
#include "dissent/study/make_table.h"
#include "dissent/study/make_test.h"
#include "present/compared_runs.h"

namespace dissent::report_test {
namespace {

class Reports : public test::ComparedRuns {
 protected:
  std::vector<std::string> findings() {
    const Study about = study(
        "tables: [{name: t, rows: [votes-per-item, delivery], metrics: [soft_nll, accuracy]}]\n"
        "tests: [{name: t, baseline: soft}]\n");
    const StudyValues values(about, finished_);
    const TestResult test = make_test(about.tests[0], values);
    const TableResult table = make_table(about.tables[0], values);
    return study_findings({&test}, &table);
  }
};

TEST_F(Reports, FindingsSayWhoWonAndWhatTheDesignCouldNotShow) {
  make(4);
  const std::vector<std::string> said = findings();
  ASSERT_EQ(said.size(), 4U);
  EXPECT_EQ(said[0],
            "With all votes, sls has the lowest soft NLL: 0.5650 against 0.6150 with soft, better in 4 of 4 "
            "seeds (p = 0.0625, "
            "0.125 after Holm's correction).");
  EXPECT_EQ(said[1].substr(0, 40), "With 5 votes an item, sls has the lowest");
  EXPECT_EQ(said[2],
            "How sure is that? 4 seeds and 2 tests can give a p of 0.25 at best after Holm's correction "
            "(two-sided): no difference "
            "from soft, however large, could have been significant at 5 %. More seeds would be needed.");
  EXPECT_EQ(said[3], "Accuracy lies between 0.8000 and 0.8200 for all methods and settings.");
}

TEST_F(Reports, FindingsSayWhatIsSignificant) {
  make(8);
  EXPECT_EQ(
      findings()[2],
      "After Holm's correction, two-sided at 5 %, against soft: sls (all votes) and sls (5 votes an item) "
      "significantly better.");
}

TEST_F(Reports, FindingsNameTheBaselineWhereNothingIsBetter) {
  make(8, -0.05);
  const std::vector<std::string> said = findings();
  EXPECT_EQ(said[0],
            "With all votes, soft has the lowest soft NLL: 0.6350 against 0.6850 with sls, which is better "
            "in 0 of 8 seeds.");
  EXPECT_NE(said[2].find("significantly worse"), std::string::npos);
}

TEST_F(Reports, TheBestOfEachSettingIsMarkedOnce) {
  make(3);
  const Study about = study(
      "tables: [{name: t, rows: [votes-per-item, delivery], metrics: [soft_nll, accuracy, best_epoch]}]\n");
  const StudyValues values(about, finished_);
  const std::string names[] = {"soft", "sls"};
  const ReportTable table = study_table(make_table(about.tables[0], values), Colours(names));
  ASSERT_EQ(table.rows.size(), 4U);
  for (const auto& row : table.rows) {
    EXPECT_EQ(row[3].best, row[1].text == "sls");
    EXPECT_EQ(row[4].best, row[1].text == "sls");
    EXPECT_FALSE(row[5].best);  // no side of it is better
  }
}

TEST_F(Reports, EveryFormHasTheSameNumbers) {
  make(4);
  const Study about = study(
      "tables: [{name: t, rows: [votes-per-item, delivery], metrics: [soft_nll], "
      "published: [{delivery: sls, votes-per-item: 0, seeds: 10, soft_nll: [0.5, 0.02]}]}]\n");
  const StudyValues values(about, finished_);
  const std::string names[] = {"soft", "sls"};
  Report report;
  report.title = "r";
  report.sections.push_back({"a", "A", {study_table(make_table(about.tables[0], values), Colours(names))}});
  const Json json = Json::parse(report_as(report, ReportForm::json));
  const std::vector<std::string> csv = split(report_as(report, ReportForm::csv, "t"), '\n');
  EXPECT_EQ(csv[0],
            "votes-per-item,delivery,seeds,soft_nll.mean,soft_nll.sd,soft_nll.low,soft_nll.high,soft_nll."
            "seeds,soft_nll.published_mean,"
            "soft_nll.published_sd");
  for (std::size_t r = 0; r < 4; ++r) {
    const Json& row = json.at("tables")[0].at("rows")[r];
    const std::vector<std::string> line = split(csv[r + 1], ',');
    EXPECT_EQ(line[0], row.at("votes-per-item").get<std::string>());
    EXPECT_EQ(*parse_double(line[3]), row.at("soft_nll").at("mean").get<double>());
    EXPECT_EQ(*parse_double(line[5]), row.at("soft_nll").at("low").get<double>());
    const bool published = line[0] == "all" && line[1] == "sls";
    EXPECT_EQ(row.at("soft_nll").contains("published_mean"), published);
    EXPECT_EQ(line[8], published ? "0.5" : "");
    EXPECT_NE(report_as(report, ReportForm::markdown)
                  .find(number_text(row.at("soft_nll").at("mean").get<double>())),
              std::string::npos);
  }
  EXPECT_NE(report_as(report, ReportForm::latex).find("0.5650 $\\pm$ 0.0129 (0.5000 $\\pm$ 0.0200)"),
            std::string::npos);
  EXPECT_NE(test::failure_of([&] { report_as(report, ReportForm::csv, "u"); }).find("unknown table 'u'"),
            std::string::npos);
  EXPECT_NE(
      test::failure_of([&] { choice_of<ReportForm>("format", "pdf"); }).find("format: unknown value 'pdf'"),
      std::string::npos);
}

std::vector<std::uint16_t> decoded(const std::string& text) {
  static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t held = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    held = held << 6 | static_cast<std::uint32_t>(digits.find(c));
    bits += 6;
    if (bits >= 8) bytes += static_cast<char>(held >> (bits -= 8) & 0xff);
  }
  std::vector<std::uint16_t> numbers;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    numbers.push_back(static_cast<std::uint16_t>(static_cast<unsigned char>(bytes[i]) |
                                                 static_cast<unsigned char>(bytes[i + 1]) << 8));
  }
  return numbers;
}

TEST_F(Reports, ItemsKeepTheDistributionsAndSayWhatIsLeftOut) {
  const Dataset& dataset = made_.dataset();
  ItemSource source{dataset.votes, &dataset.inputs, dataset.gold, {}, {}, 1};
  for (std::uint32_t item = 0; item < dataset.items(); ++item) source.items.push_back(item);
  ItemSeries series{"soft", "", "#0072b2", std::vector<float>(dataset.items() * dataset.classes(), 0.25F)};
  series.q[0] = std::nanf("");
  source.series.push_back(series);
  const Json all = Json::parse(report_items("i", "", source, 1000).data);
  ASSERT_EQ(all.at("items").size(), dataset.items());
  EXPECT_FALSE(all.contains("note"));
  const std::vector<std::uint16_t> p = decoded(all.at("p").get<std::string>()),
                                   q = decoded(all.at("series")[0].at("q").get<std::string>());
  std::vector<double> row(dataset.classes());
  for (std::size_t i = 0; i < dataset.items(); ++i) {
    dataset.votes.fractions_of(i, row);
    for (std::size_t k = 0; k < row.size(); ++k) EXPECT_NEAR(p[i * row.size() + k] / 60000.0, row[k], 1e-5);
  }
  EXPECT_EQ(q[0], 65535);
  EXPECT_EQ(q[1], 15000);
  const Json some = Json::parse(report_items("i", "", source, 5).data);
  EXPECT_EQ(some.at("items").size(), 5U);
  EXPECT_TRUE(some.contains("note"));
}

TEST(Page, SaysWhatItNeedsAndRunsOnlyItsOwn) {
  Report report;
  report.kind = "Study";
  report.title = "<script>alert(1)</script>";
  if (!has_page()) {
    EXPECT_NE(test::failure_of([&] { report_page(report); }).find("DISSENT_WEB"), std::string::npos);
    return;
  }
  const std::string page = report_page(report);
  EXPECT_EQ(page.find("<script>alert(1)"), std::string::npos);
  EXPECT_NE(page.find("<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>"), std::string::npos);
  EXPECT_NE(page.find("default-src &#39;none&#39;"), std::string::npos);
  EXPECT_EQ(page.find("unsafe-"), std::string::npos);
  EXPECT_EQ(page, report_page(report));
}

}  // namespace
}  // namespace dissent::report_test
