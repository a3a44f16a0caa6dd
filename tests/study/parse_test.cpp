// Study files: what they expand to, and how each mistake is told.
#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "dissent/run/run_options.h"
#include "dissent/study/columns.h"
#include "study/study_support.h"

namespace dissent::parse_test {
namespace {

using test::kSmallStudy;
using test::study_error;
using test::study_of;

std::string with(std::string_view more) {
  return std::string(kSmallStudy) + std::string(more);
}

TEST(StudyFile, ExpandsTheGridInTheOrderOfTheFile) {
  const Study study = study_of(kSmallStudy);
  ASSERT_EQ(study.runs.size(), 4U);
  std::vector<std::string> seen;
  for (const PlannedRun& run : study.runs) {
    EXPECT_EQ(run.spec.train.model, "linear");
    EXPECT_EQ(run.spec.train.epochs, 2);
    EXPECT_EQ(run.spec.data, "d");
    seen.push_back(fmt::format("{}{}", run.spec.delivery, run.spec.seed));
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"soft0", "soft1", "sls0", "sls1"}));
}

TEST(StudyFile, GridsOneAfterTheOther) {
  const Study study = study_of(
      "name: s\ndata: d\ngrid:\n- {delivery: sls, resample-every: [1, 5], seed: [3, 7]}\n- {delivery: soft, "
      "lr: "
      "[0.1, 1e-2], seed: 0}\n");
  ASSERT_EQ(study.runs.size(), 6U);
  EXPECT_EQ(study.runs[2].spec.delivery_options.resample_every, 5);
  EXPECT_EQ(study.runs[1].spec.seed, 7U);
  EXPECT_EQ(study.runs[5].spec.train.learning_rate, 0.01);
}

TEST(StudyFile, OtherSeeds) {
  const Study study = parse_study(kSmallStudy, "s.yaml", {4, 5, 6});
  EXPECT_EQ(study.runs.size(), 6U);
  EXPECT_EQ(study.runs.back().spec.seed, 6U);
  EXPECT_NE(test::failure_of([] {
              parse_study("name: s\ndata: d\ngrid: {delivery: soft}\n", "s.yaml", {1});
            }).find("no seed"),
            std::string::npos);
}

TEST(StudyFile, EveryOptionMayVary) {
  const std::map<std::string_view, std::string> values{
      {"data", "x"},         {"delivery", "x"},           {"optimizer", "sgd"},      {"schedule", "linear"},
      {"augment", "none"},   {"pairs", "apart"},          {"cut", "nested"},         {"prior", "uniform"},
      {"precision", "bf16"}, {"split", "official"},       {"train-on", "train+dev"}, {"evaluate-on", "none"},
      {"momentum", "0.5"},   {"evaluation-share", "0.5"}, {"max-length", "8"},
  };
  for (const std::string_view option : run_option_names()) {
    const auto known = values.find(option);
    const std::string value = known == values.end() ? "1" : known->second;
    const Study study = study_of(fmt::format("name: s\ndata: d\ngrid: {{{}: {}}}\n", option, value));
    EXPECT_EQ(study.runs.size(), 1U) << option;
  }
}

TEST(StudyFile, MistakesAreToldWithTheirPlace) {
  const std::pair<std::string, std::string> cases[] = {
      {"name: s\ndata: d\ngird: {seed: 0}\n",
       "s.yaml, line 3, column 1: unknown key 'gird'; did you mean 'grid'?"},
      {"name: s\ndata: d\ngrid: {delivry: soft}\n",
       "s.yaml, line 3, column 8: unknown key 'delivry'; did you mean 'delivery'?"},
      {"name: s\ndata: d\ngrid: {seed: 0, seed: 1}\n", "line 3"},
      {"name: s\ndata: d\ngrid: {}\n", "s.yaml, line 3, column 7: the grid is empty"},
      {"name: s\ndata: d\ngrid: []\n", "the grid is empty"},
      {"name: s\ndata: d\ngrid: {seed: []}\n", "line 3, column 14"},
      {"name: s\ndata: d\ngrid: {seed: [1, 1]}\n", "seed '1' comes twice"},
      {"name: s\ndata: d\ngrid: {seed: 4..1}\n", "the last number comes before the first"},
      {"name: s\ndata: d\ngrid: {epochs: many}\n",
       "line 3, column 16: epochs 'many': give a whole number from 1 to 1000000"},
      {"name: s\ndata: d\ngrid: {epochs: -1}\n", "epochs -1: give a whole number from 1"},
      {"name: s\ndata: d\ngrid: {lr: nan}\n", "lr nan: give a number from 0 to 1000"},
      {"name: s\ndata: d\ngrid: {mixup-alpha: 1e300}\n", "mixup-alpha 1e300: give a number above 0"},
      {"name: s\ndata: d\ngrid: {seed: -1}\n", "seed -1: give a whole number from 0"},
      {with("evaluate: {geometry: {probes: 1e308}}\n"),
       "line 5, column 31: probes 1e308: give a whole number"},
      {with("evaluate: {ood: {outside: [svhn], odin-epsilon: -inf}}\n"), "odin-epsilon -inf: give a number"},
      {with("tests: [{name: t, baseline: soft, bootstrap: 0}]\n"), "line 5, column 46: bootstrap 0: give a"},
      {with("figures: [{name: f, kind: reliability, bins: 99999999999999999999}]\n"),
       "bins 99999999999999999999: "},
      {with("tables: [{name: t, published: [{delivery: soft, soft_nll: inf}]}]\n"),
       "where a number is wanted"},
      {"name: s\ngrid: {seed: 0}\n", "no data set"},
      {"data: d\ngrid: {seed: 0}\n", "'name' is missing"},
      {"name: a/b\ndata: d\ngrid: {seed: 0}\n", "letters, digits"},
      {"name: runs\ndata: d\ngrid: {seed: 0}\n", "not runs"},
      {"name: s\ndata: d\n", "'grid' is missing"},
      {"- 1\n", "a list, where a map"},
      {with("checkpoints: some\n"), "line 5, column 14: unknown value 'some'"},
      {with("evaluate: {slices: [entropy]}\n"), "line 5"},
      {with("evaluate: {metrics: [soft_nl]}\n"), "did you mean 'soft_nll'"},
      {with("evaluate: {geometry: {probs: 3}}\n"), "did you mean 'probes'?"},
      {with("evaluate: {geometry: {parts: [hesian]}}\n"), "did you mean 'hessian'?"},
      {with("evaluate: {ood: {score: [energy]}}\n"), "'outside' is missing"},
      {with("tables: [{name: t, metrics: [soft_nl]}]\n"),
       "line 5, column 29: unknown column 'soft_nl'; did you mean 'soft_nll'?"},
      {with("tables: [{name: t, metrics: [lambda_max]}]\n"), "unknown column 'lambda_max'"},
      {with("tables: [{name: t, rows: [deliver]}]\n"), "did you mean 'delivery'?"},
      {with("tables: [{name: t}, {name: t}]\n"), "two entries called 't'"},
      {with("tables: [{title: t}]\n"), "'name' is missing"},
      {with("tests: [{name: t}]\n"), "'baseline' is missing"},
      {with("tests: [{name: t, baseline: soft, family: both}]\n"), "unknown value 'both'"},
      {with("tests: [{name: t, baseline: soft, metric: [x]}]\n"), "unknown column 'x'"},
      {with("figures: [{name: f, kind: pie}]\n"), "unknown value 'pie'"},
      {with("figures: [{name: f}]\n"), "'kind' is missing"},
      {with("figures: [{name: f, kind: curves, metrics: [kl]}]\n"), "unknown value 'kl'"},
      {with("tables: [{name: t, published: [{delivery: soft, kl: 1}]}]\n"), "unknown key 'kl'"},
  };
  for (const auto& [yaml, words] : cases) {
    EXPECT_NE(study_error(yaml).find(words), std::string::npos) << yaml << "\n" << study_error(yaml);
  }
}

TEST(StudyFile, ColumnsFollowWhatIsAskedFor) {
  const Study study = study_of(
      with("evaluate: {slices: ['entropy-top:0.1'], geometry: {slice: none}, ood: {outside: [svhn], score: "
           "[msp]}}\n"
           "tables: [{name: t, metrics: ['kl@entropy-top:0.1', lambda_max, msp_auroc@svhn, last_ece]}]\n"));
  std::set<std::string> names;
  for (const Column& column : study_columns(study))
    EXPECT_TRUE(names.insert(column.name()).second) << column.name();
  EXPECT_EQ(names.count("lambda_max@entropy-top:0.05"), 0U);
  EXPECT_EQ(names.count("energy_auroc@svhn"), 0U);
}

TEST(StudyFile, FiltersOfTheCommandLine) {
  const Filter filter = parse_filter("delivery=sls,soft;seed=0..2;weight-decay=5e-4", "--only");
  RunSpec spec;
  spec.delivery = "sls";
  spec.seed = 2;
  EXPECT_TRUE(filter.matches(study_options(spec)));
  spec.seed = 3;
  EXPECT_FALSE(filter.matches(study_options(spec)));
  EXPECT_NE(test::failure_of([] { parse_filter("sls", "--only"); }).find("OPTION=VALUES"), std::string::npos);
  // Of an option that a run does not read.
  EXPECT_TRUE(parse_filter("resample-every=1,none", "--only").matches({{"delivery", "soft"}}));
  EXPECT_FALSE(parse_filter("resample-every=1", "--only").matches({{"delivery", "soft"}}));
  EXPECT_NE(test::failure_of([] { parse_filter("dlivery=sls", "--only"); }).find("did you mean 'delivery'"),
            std::string::npos);
}

TEST(StudyFile, ThoseOfTheRepositoryParse) {
  const std::filesystem::path folder = std::filesystem::path(DISSENT_SOURCE_DIR) / "studies";
  std::map<std::string, std::size_t> runs;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const Study study = read_study(entry.path());
    EXPECT_EQ(study.name, entry.path().stem().string());
    EXPECT_FALSE(study.about.empty());
    EXPECT_FALSE(study.tables.empty());
    runs[study.name] = study.runs.size();
  }
  EXPECT_EQ(runs.at("basins-main"), 50U);
  EXPECT_EQ(runs.at("basins-family"), 25U);
  EXPECT_EQ(runs.at("basins-sweep"), 80U);
  EXPECT_EQ(runs.at("basins-resampling"), 20U);
  EXPECT_EQ(runs.at("basins-settled"), 5U * 12U * 7U);
  EXPECT_EQ(runs.at("softlabels-chaosnli"), 50U);
  EXPECT_EQ(runs.at("softlabels-popquorn"), 100U);
  EXPECT_EQ(runs.at("softlabels"), 80U);
  EXPECT_EQ(runs.at("sparse-text"), 350U);
  EXPECT_EQ(runs.at("softlabels-finetuned"), 150U);
  EXPECT_EQ(runs.at("sparse-text-finetuned"), 190U);
  EXPECT_EQ(runs.size(), 15U);
}

TEST(StudyFile, TheReferenceOfTheDocumentationIsUpToDate) {
  std::ifstream file(std::filesystem::path(DISSENT_SOURCE_DIR) / "docs" / "studies.md");
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_NE(page.find(study_reference()), std::string::npos)
      << "docs/studies.md must end with what `dissent study keys` prints";
}

}  // namespace
}  // namespace dissent::parse_test
