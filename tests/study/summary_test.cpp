// A study's numbers: the table of runs, tables over seeds and paired tests.
#include <cmath>

#include <gtest/gtest.h>

#ifdef DISSENT_HAS_SQLITE
#include <sqlite3.h>
#endif

#include "dissent/core/text.h"
#include "dissent/run/history.h"
#include "dissent/run/run_view.h"
#include "dissent/study/make_table.h"
#include "dissent/study/make_test.h"
#include "study/study_support.h"

namespace dissent::summary_test {
namespace {

class Summaries : public ::testing::Test {
 protected:
  Summaries() {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const double wave = 0.01 * static_cast<double>(seed);
      for (const int votes : {5, 0}) {
        add("soft", seed, votes, {{"soft_nll", 0.60 + wave}, {"accuracy", 0.80 + wave}, {"epoch", 3}}, 1.0);
        add("sls", seed, votes, {{"soft_nll", 0.55 + wave}, {"accuracy", 0.80}, {"epoch", 5}}, 2.0);
      }
    }
    finished_ = made_.all();
  }

  void add(const std::string& delivery, std::uint64_t seed, int votes, const Json& best, double sharpness) {
    const std::filesystem::path folder =
        made_.add_following(made_.spec(delivery, seed, votes), best, sharpness);
    const double reached = best.at("soft_nll").get<double>();
    write_file(folder / RunFileNames::history,
               history_csv({{1, 0.1, 1.0, 0.9, 0.9, 0.5}, {2, 0.05, 0.8, reached, 0.7, 0.6}}));
  }

  Study study(const std::string& more) const {
    return test::study_of(
        fmt::format("name: s\ndata: {}\ngrid: {{seed: 0}}\n{}", made_.path().parent_path().string(), more));
  }
  test::MadeUpRuns made_;
  std::vector<FinishedRun> finished_;
};

TEST_F(Summaries, TablesAreMeansOverSeedsBesideThePublished) {
  const Study about = study(
      "tables: [{name: t, across: votes-per-item, metrics: [soft_nll, best_epoch], where: {delivery: [soft, "
      "sls]}, "
      "published: [{delivery: sls, votes-per-item: 5, seeds: 10, soft_nll: [0.5, 0.02]}]}]\n");
  const StudyValues values(about, finished_);
  const TableResult table = make_table(about.tables[0], values);
  ASSERT_EQ(table.rows.size(), 2U);
  for (const TableRow& row : table.rows) {
    ASSERT_EQ(row.cells.size(), 4U);
    const bool sls = row.options[0] == "sls";
    for (const TableCell& cell : row.cells) {
      EXPECT_EQ(cell.ours.seeds, 4U);
      if (cell.column.name() == "soft_nll") {
        EXPECT_NEAR(cell.ours.mean, (sls ? 0.55 : 0.60) + 0.015, 1e-12);
        EXPECT_NEAR(cell.ours.sd, 0.01 * std::sqrt(5.0 / 3.0), 1e-12);
      }
      EXPECT_EQ(cell.published.has_value(), sls && cell.across == "5" && cell.column.name() == "soft_nll");
    }
  }
}

TEST_F(Summaries, IntervalsAreStudents) {
  // qt(0.975, 4) = 2.776445105: of 1..5 the mean is 3 and the SD sqrt(2.5).
  const double values[] = {1, 2, 3, 4, 5, std::nan("")};
  const SeedSummary summary = summarise_seeds(values);
  EXPECT_EQ(summary.seeds, 5U);
  EXPECT_NEAR(summary.high - 3, 2.776445105198 * std::sqrt(2.5) / std::sqrt(5.0), 1e-10);
  EXPECT_NEAR(summary.low + summary.high, 6, 1e-12);
  EXPECT_TRUE(std::isnan(summarise_seeds(std::span(values).first(1)).low));
  EXPECT_EQ(summarise_seeds({}).seeds, 0U);
}

TEST_F(Summaries, TestsPairSeedBySeedAndSettingBySetting) {
  const Study about = study("tests: [{name: t, baseline: soft, metric: [soft_nll]}]\n");
  const StudyValues values(about, finished_);
  const TestResult test = make_test(about.tests[0], values);
  ASSERT_EQ(test.no_result, "");
  ASSERT_EQ(test.result.comparisons.size(), 2U);
  for (const Comparison& comparison : test.result.comparisons) {
    EXPECT_EQ(comparison.seeds.size(), 4U);
    EXPECT_EQ(comparison.seeds_better, 4U);
    EXPECT_NEAR(comparison.difference.mean, -0.05, 1e-12);
    EXPECT_NEAR(comparison.p_better, 1.0 / 16, 1e-15);
    EXPECT_NEAR(comparison.holm_better, 2.0 / 16, 1e-15);
  }
  EXPECT_FALSE(make_test(study("tests: [{name: t, baseline: mixup}]\n").tests[0], values).no_result.empty());
}

TEST_F(Summaries, AnUnfinishedStudyGivesWhatItHas) {
  std::erase_if(finished_,
                [](const FinishedRun& run) { return run.spec.delivery == "sls" && run.spec.seed > 1; });
  const Study about = study("tests: [{name: t, baseline: soft, where: {votes-per-item: 5}}]\n");
  const TestResult test = make_test(about.tests[0], StudyValues(about, finished_));
  EXPECT_EQ(test.result.comparisons.at(0).seeds.size(), 2U);
  EXPECT_EQ(test.unpaired, 2U);
}

TEST_F(Summaries, SlicesComeFromPredictionsAndTheirAbsenceIsRemarked) {
  const Study about = study("evaluate: {slices: ['entropy-top:0.25']}\n");
  std::filesystem::remove(finished_[0].folder / RunFileNames::predictions);
  const StudyValues values(about, finished_);
  EXPECT_TRUE(std::isnan(values.value(0, "soft_nll@entropy-top:0.25")));
  const double sliced = values.value(1, "soft_nll@entropy-top:0.25");
  EXPECT_TRUE(std::isfinite(sliced));
  DataCache data;
  EXPECT_EQ(sliced, RunView(finished_[1], data).score(find_metric("soft_nll"), "entropy-top:0.25"));
  ASSERT_EQ(values.remarks().size(), 1U);
  EXPECT_NE(values.remarks()[0].find("1 of 16 runs"), std::string::npos);
}

TEST_F(Summaries, TheTableOfRuns) {
  const Study about = study("");
  const StudyValues values(about, finished_);
  std::vector<std::string> lines = split(runs_csv(values), '\n');
  ASSERT_EQ(lines.size(), 18U);  // a head, 16 runs, and what follows the last line's end
  const std::vector<std::string> head = split(lines[0], ',');
  EXPECT_EQ(head[0], "run");
  for (const char* column :
       {"data", "delivery", "seed", "votes-per-item", "lr", "soft_nll", "last_soft_nll", "near_best_epoch"}) {
    EXPECT_EQ(std::count(head.begin(), head.end(), column), 1) << column;
  }
  for (std::size_t i = 1; i < 17; ++i) EXPECT_EQ(split(lines[i], ',').size(), head.size());
}

#ifdef DISSENT_HAS_SQLITE
TEST_F(Summaries, TheSameInSqlite) {
  const test::TemporaryFolder folder;
  const Study about = study("");
  const StudyValues values(about, finished_);
  ASSERT_TRUE(write_sqlite(values, folder / "runs.sqlite"));
  ASSERT_TRUE(write_sqlite(values, folder / "runs.sqlite"));  // anew
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open((folder / "runs.sqlite").c_str(), &database), SQLITE_OK);
  const auto ask = [&](const char* sql) {
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(database, sql, -1, &statement, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    EXPECT_EQ(sqlite3_step(statement), SQLITE_ROW);
    const double value = sqlite3_column_double(statement, 0);
    sqlite3_finalize(statement);
    return value;
  };
  EXPECT_EQ(ask("SELECT count(*) FROM runs"), 16);
  EXPECT_NEAR(ask("SELECT avg(soft_nll) FROM runs WHERE delivery = 'sls' AND \"votes-per-item\" = 5"), 0.565,
              1e-12);
  EXPECT_EQ(ask("SELECT count(*) FROM runs WHERE ece IS NULL"), 16);
  EXPECT_EQ(ask("SELECT count(*) FROM history JOIN runs USING (run)"), 32);
  sqlite3_close(database);
}
#endif

}  // namespace
}  // namespace dissent::summary_test
