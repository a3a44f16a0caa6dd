#include "dissent/evaluate/evaluate.h"

#include <cmath>

#include <gtest/gtest.h>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/random.h"
#include "dissent/evaluate/comparison.h"
#include "dissent/evaluate/evaluation_json.h"
#include "dissent/io/file.h"
#include "support/temporary_folder.h"

namespace dissent::evaluate_test {
namespace {

constexpr std::size_t kItems = 60, kClasses = 3;

// Votes of three classes, predictions of them that are random, and a file with a column.
class Evaluating : public testing::Test {
 protected:
  static Annotations made_up_votes() {
    NameList items;
    std::vector<std::int64_t> counts;
    Draws draws(Stream(7, "votes"), 0);
    for (std::size_t i = 0; i < kItems; ++i) {
      items.add(fmt::format("i{}", i));
      const std::size_t first = counts.size();
      counts.resize(first + kClasses);
      for (std::size_t v = 0; v < 2 + i % 4; ++v) ++counts[first + draws.below(kClasses)];
    }
    return {VoteTable::from_counts(counts, std::move(items), {{"cat", "dog", "cow"}, {}, false}),
            {},
            "made up",
            {},
            {}};
  }
  // As CSV, with probabilities that are drawn from `seed`.
  static std::string predictions(std::uint64_t seed) {
    std::string csv = "item,cat,dog,cow\n";
    Draws draws(Stream(seed, "predictions"), 0);
    for (std::size_t i = 0; i < kItems; ++i) {
      const double a = 0.1 + draws.unit(), b = 0.1 + draws.unit(), c = 0.1 + draws.unit(), sum = a + b + c;
      csv += fmt::format("i{},{},{},{}\n", i, a / sum, b / sum, c / sum);
    }
    return csv;
  }
  FileEvaluation score(std::string_view csv, const EvaluateOptions& options = few()) {
    const std::vector<PredictionFile> files = one_file(csv);
    return evaluate(annotations_, files, options).files.at(0);
  }
  static std::vector<PredictionFile> one_file(std::string_view csv) {
    std::vector<PredictionFile> files;
    files.push_back(read_predictions_from(csv, "model.csv"));
    return files;
  }
  static EvaluateOptions few() {
    EvaluateOptions options;
    options.bootstrap = "20";
    return options;
  }
  std::string message(const EvaluateOptions& options) {
    try {
      const std::string csv = predictions(1);
      score(csv, options);
    } catch (const Error& error) {
      return error.text([](std::string_view key) { return fmt::format("<{}>", key); });
    }
    return "";
  }

  Annotations annotations_ = made_up_votes();
  test::TemporaryFolder folder_;
};

TEST_F(Evaluating, SoftNllIsDivergenceAndTheAnnotatorsEntropy) {
  EvaluateOptions options = few();
  options.slices = {"class", "votes", "entropy-top:0.2"};
  const std::string csv = predictions(1);
  const FileEvaluation file = score(csv, options);
  ASSERT_EQ(file.parts.size(), 1U + 3 + 4 + 1);
  for (const SliceScores& part : file.parts) {
    EXPECT_NEAR(part.scores.soft_nll - part.scores.kl, part.scores.entropy, 1e-12) << part.name;
    EXPECT_GE(part.uniform.soft_nll - std::log(3.0), -1e-12);
    EXPECT_NEAR(part.uniform.soft_nll, std::log(3.0), 1e-12);
  }
  EXPECT_LE(file.parts[0].class_shares.soft_nll, file.parts[0].uniform.soft_nll);
}

TEST_F(Evaluating, SlicesOfAKindHoldEveryItemOnce) {
  EvaluateOptions options = few();
  const std::string csv = predictions(1);
  for (const char* spec : {"class", "votes"}) {
    options.slices = {spec};
    const FileEvaluation file = score(csv, options);
    std::size_t items = 0;
    double nll = 0;
    for (std::size_t p = 1; p < file.parts.size(); ++p) {
      items += file.parts[p].items;
      nll += file.parts[p].scores.soft_nll * static_cast<double>(file.parts[p].items);
    }
    EXPECT_EQ(items, kItems);
    EXPECT_NEAR(nll / static_cast<double>(kItems), file.parts[0].scores.soft_nll, 1e-12) << spec;
  }
}

TEST_F(Evaluating, TheAnnotatorsThemselvesHaveNoDivergence) {
  std::string csv = "item,cat,dog,cow\n";
  std::vector<double> p(kClasses);
  for (std::size_t i = 0; i < kItems; ++i) {
    annotations_.votes.fractions_of(i, p);
    csv += fmt::format("i{},{},{},{}\n", i, p[0], p[1], p[2]);
  }
  const FileEvaluation file = score(csv);
  EXPECT_NEAR(file.parts[0].scores.kl, 0, 1e-12);
  EXPECT_NEAR(file.parts[0].scores.entropy_corr, 1, 1e-12);
  EXPECT_EQ(file.parts[0].infinite, 0U);
  EXPECT_NEAR(file.differ_most[0].kl, 0, 1e-12);
}

TEST_F(Evaluating, WhatIsAskedForIsKept) {
  EvaluateOptions options = few();
  options.top = 3;
  const std::string csv = predictions(1);
  const FileEvaluation plain = score(csv, options);
  EXPECT_EQ(plain.replicates, 20U);
  EXPECT_EQ(plain.parts[0].intervals.size(), metric_list().size());
  EXPECT_FALSE(plain.items);
  ASSERT_EQ(plain.differ_most.size(), 3U);
  EXPECT_GE(plain.differ_most[0].kl, plain.differ_most[1].kl);
  options.bootstrap = "0";
  options.keep_items = true;
  const FileEvaluation kept = score(csv, options);
  EXPECT_TRUE(kept.parts[0].intervals.empty());
  ASSERT_TRUE(kept.items);
  EXPECT_EQ(kept.items->q.size(), kItems * kClasses);
  EXPECT_EQ(kept.items->entropy.size(), kItems);
  EXPECT_EQ(kept.parts[0].scores.soft_nll, plain.parts[0].scores.soft_nll);
}

TEST_F(Evaluating, GoldLabelsDecideAccuracyWhereTheyAreKnown) {
  const std::string csv = predictions(1);
  const std::vector<PredictionFile> files = one_file(csv);
  EXPECT_EQ(evaluate(annotations_, files, few()).accuracy_target, "majority");
  annotations_.gold.assign(kItems, -1);
  annotations_.gold[0] = 2;
  const EvaluationResult result = evaluate(annotations_, files, few());
  EXPECT_EQ(result.accuracy_target, "gold");
  EXPECT_EQ(result.calibration_target, "gold");
  EXPECT_EQ(result.files[0].without_gold, kItems - 1);
  EXPECT_EQ(result.files[0].parts[0].labelled, 1U);
  EXPECT_EQ(result.files[0].parts[0].calibrated, 1U);
}

TEST_F(Evaluating, ItemsWithoutGoldHaveNoPartInAccuracyAndCalibration) {
  const std::string csv = predictions(1);
  const std::vector<PredictionFile> files = one_file(csv);
  annotations_.gold.assign(kItems, -1);
  for (std::size_t i = 0; i < kItems; i += 3) annotations_.gold[i] = static_cast<std::int32_t>(i % 2);
  EvaluateOptions options = few();
  options.slices = {"column:known"};
  std::string known = "item,known\n";
  for (std::size_t i = 0; i < kItems; ++i) known += fmt::format("i{},{}\n", i, i % 3 == 0 ? "yes" : "no");
  write_file(folder_ / "known.csv", known);
  options.columns = (folder_ / "known.csv").string();
  const FileEvaluation file = evaluate(annotations_, files, options).files.at(0);
  ASSERT_EQ(file.parts.size(), 3U);  // all, without gold, with gold
  const SliceScores &all = file.parts[0], &without = file.parts[1], &with = file.parts[2];
  EXPECT_EQ(all.labelled, kItems / 3);
  EXPECT_EQ(with.items, kItems / 3);
  for (const char* name : {"accuracy", "ece", "smooth_ece", "classwise_ece", "macro_f1", "cohen_kappa"}) {
    const Metric& metric = find_metric(name);
    EXPECT_NEAR(all.scores[metric], with.scores[metric], 1e-12) << name;
    EXPECT_TRUE(std::isnan(without.scores[metric])) << name;
    EXPECT_EQ(without.reasons[entry_index(metric_list(), metric)], "none of the items has a gold label");
    EXPECT_LE(all.intervals[entry_index(metric_list(), metric)].low,
              all.intervals[entry_index(metric_list(), metric)].high);
  }
  EXPECT_NE(all.scores.soft_nll, with.scores.soft_nll);  // all items, as before
  EXPECT_EQ(all.reliability.size(), with.reliability.size());

  options.accuracy_target = AccuracyTarget::gold_or_majority;
  const EvaluationResult either = evaluate(annotations_, files, options);
  EXPECT_EQ(either.accuracy_target, "gold-or-majority");
  EXPECT_EQ(either.files[0].parts[0].labelled, kItems);
  options.accuracy_target = AccuracyTarget::majority;
  const EvaluationResult majority = evaluate(annotations_, files, options);
  annotations_.gold.clear();
  EXPECT_EQ(majority.files[0].parts[0].scores.accuracy,
            evaluate(annotations_, files, few()).files[0].parts[0].scores.accuracy);
  options.accuracy_target = AccuracyTarget::gold;
  EXPECT_NE(message(options).find("<accuracy-target> gold: there are no gold labels"), std::string::npos);
}

TEST_F(Evaluating, SeveralFilesAreComparedItemByItem) {
  std::vector<PredictionFile> files;
  const std::string one = predictions(1), two = predictions(2), three = predictions(3);
  for (const std::string* csv : {&one, &two, &three})
    files.push_back(read_predictions_from(*csv, "model.csv"));
  const EvaluationResult result = evaluate(annotations_, files, few());
  ASSERT_TRUE(result.comparison);
  ASSERT_EQ(result.comparison->pairs.size(), 3U);
  for (const FilePair& pair : result.comparison->pairs) {
    EXPECT_EQ(pair.items, kItems);
    for (const ScoreDifference& score : pair.scores) {
      const double first = result.files[pair.first].parts[0].scores[*score.metric];
      const double second = result.files[pair.second].parts[0].scores[*score.metric];
      EXPECT_EQ(score.difference, second - first) << score.metric->name;
      EXPECT_LE(score.interval.low, score.interval.high);
      EXPECT_GE(score.holm, score.p);
      EXPECT_LE(score.holm, std::min(1.0, 3 * score.p) + 1e-15);
      EXPECT_EQ(score.test == DifferenceTest::bootstrap, score.draws == 20U) << score.metric->name;
    }
  }
  EXPECT_FALSE(evaluate(annotations_, one_file(one), few()).comparison);
  const std::vector<PredictionFile> same = [&] {
    std::vector<PredictionFile> both;
    for (int i = 0; i < 2; ++i) both.push_back(read_predictions_from(one, "model.csv"));
    return both;
  }();
  const EvaluationResult of_same = evaluate(annotations_, same, few());
  ASSERT_TRUE(of_same.comparison);
  for (const ScoreDifference& score : of_same.comparison->pairs.at(0).scores) {
    EXPECT_EQ(score.difference, 0) << score.metric->name;
    EXPECT_EQ(score.p, 1) << score.metric->name;
  }
}

TEST_F(Evaluating, AnotherOrderOfTheClassesIsDoubtedOnlyWhereNobodyNamesThem) {
  std::string numbered = "item,0,1,2\n", named = "item,cow,cat,dog\n";
  std::vector<double> p(kClasses);
  for (std::size_t i = 0; i < kItems; ++i) {
    annotations_.votes.fractions_of(i, p);
    for (double& share : p) share = (share + 0.05) / 1.15;
    const std::string row = fmt::format("i{},{},{},{}\n", i, p[2], p[0], p[1]);
    numbered += row;
    named += row;
  }
  const FileEvaluation assumed = score(numbered), by_name = score(named);
  ASSERT_TRUE(assumed.better_order);
  EXPECT_EQ(classes_of_columns(*assumed.better_order, annotations_.votes.class_space()),
            (std::vector<std::string>{"cow", "cat", "dog"}));
  ASSERT_EQ(assumed.warnings.size(), 1U);
  EXPECT_NE(assumed.warnings[0].find("pred-classes 'cow,cat,dog'"), std::string::npos);
  EXPECT_FALSE(by_name.better_order);
  EXPECT_TRUE(by_name.warnings.empty());
  EXPECT_NEAR(by_name.parts[0].scores.soft_nll, assumed.better_order->best_nll, 1e-9);
  EXPECT_NEAR(assumed.parts[0].scores.soft_nll, assumed.better_order->assumed_nll, 1e-9);
}

TEST_F(Evaluating, VotesThatAreWithheldAreRefused) {
  NameList items;
  for (std::size_t i = 0; i < kItems; ++i) items.add(fmt::format("i{}", i));
  annotations_.votes = VoteTable::from_counts(std::vector<std::int64_t>(kItems * kClasses), std::move(items),
                                              {{"cat", "dog", "cow"}, {}, false});
  EXPECT_NE(message(few()).find("none of its 60 items has votes"), std::string::npos);
}

TEST_F(Evaluating, FilesAreNamedApart) {
  const auto write = [&](const char* name) {
    write_file(folder_ / name, predictions(2));
    return folder_ / name;
  };
  std::filesystem::create_directories(folder_ / "run1");
  std::filesystem::create_directories(folder_ / "run2");
  const std::vector<std::filesystem::path> files{write("run1/predictions.csv"), write("run2/predictions.csv"),
                                                 write("run1/model.csv"), write("run2/model.csv")};
  const EvaluationResult result = evaluate(annotations_, files, few());
  EXPECT_EQ(result.files[0].name, "run1");
  EXPECT_EQ(result.files[1].name, "run2");
  EXPECT_EQ(result.files[2].name, files[2].string());
  EXPECT_EQ(result.files[0].parts[0].scores.kl, result.files[3].parts[0].scores.kl);
}

TEST_F(Evaluating, AColumnOfAFileMakesSlices) {
  EvaluateOptions options = few();
  options.slices = {"column:genre"};
  EXPECT_EQ(message(options), "<slice> column:genre: in which file? Name it with <columns>");
  std::string csv = "item,genre\n";
  for (std::size_t i = 0; i < kItems; ++i) csv += fmt::format("i{},{}\n", i, i % 3 == 0 ? "a" : "b");
  write_file(folder_ / "columns.csv", csv);
  options.columns = (folder_ / "columns.csv").string();
  const std::string rows = predictions(1);
  const FileEvaluation file = score(rows, options);
  ASSERT_EQ(file.parts.size(), 3U);
  EXPECT_EQ(file.parts[1].name, "genre:a");
  EXPECT_EQ(file.parts[1].items, kItems / 3);
}

TEST_F(Evaluating, ErrorsNameTheOption) {
  EvaluateOptions options;
  options.bootstrap = "many";
  EXPECT_EQ(message(options), "<bootstrap> 'many': a number of resamplings is wanted, 0 for none, or auto");
  options = few();
  options.slices = {"hardest"};
  EXPECT_NE(message(options).find("'hardest'"), std::string::npos);
  options = few();
  options.scores.target = CalibrationTarget::gold;
  EXPECT_EQ(message(options), "<target> gold: there are no gold labels; give them with <gold>");
  const auto unknown = [](auto choose) -> std::string {
    try {
      choose();
    } catch (const Error& error) {
      return error.text([](std::string_view key) { return "<" + std::string(key) + ">"; });
    }
    return {};
  };
  EXPECT_EQ(unknown([] { choice_of<CalibrationTarget>("target", "glod"); }),
            "<target>: unknown value 'glod'; did you mean 'gold'? known: auto, gold, majority, soft");
  EXPECT_EQ(unknown([] { choice_of<MissingItems>("missing", "dorp"); }),
            "<missing>: unknown value 'dorp'; did you mean 'drop'? known: error, drop");
  EXPECT_EQ(unknown([] { choice_of<TestFamily>("family", "every"); }),
            "<family>: unknown value 'every'; known: metric, all");
}

TEST_F(Evaluating, TellsItsProgressAndStops) {
  struct Counting : Monitor {
    void progress(std::string_view, std::uint64_t done, std::uint64_t total) override {
      last = done;
      of = total;
    }
    bool stopping() override { return stop; }
    std::uint64_t last = 0, of = 0;
    bool stop = false;
  } monitor;
  const std::string csv = predictions(1);
  const std::vector<PredictionFile> files = one_file(csv);
  evaluate(annotations_, files, few(), monitor);
  EXPECT_EQ(monitor.last, 20U);
  EXPECT_EQ(monitor.of, 20U);
  monitor.stop = true;
  EXPECT_THROW(evaluate(annotations_, files, few(), monitor), Stopped);
}

TEST_F(Evaluating, AsJsonScoresOfASingleFileStandAtTheTop) {
  const std::string csv = predictions(1);
  std::vector<PredictionFile> files = one_file(csv);
  const EvaluationResult one = evaluate(annotations_, files, few());
  const Json json = evaluation_json(one);
  EXPECT_EQ(json.at("n"), kItems);
  EXPECT_EQ(json.at("soft_nll"), json.at("predictions")[0].at("soft_nll"));
  EXPECT_EQ(json.at("predictions")[0].at("intervals").at("kl").size(), 2U);
  EXPECT_TRUE(json.at("ranked_probability").is_null());  // the classes have no order
  EXPECT_FALSE(json.at("predictions")[0].at("reasons").at("ranked_probability").get<std::string>().empty());
  const std::string other = predictions(2);
  files.push_back(read_predictions_from(other, "other.csv"));
  const Json two = evaluation_json(evaluate(annotations_, files, few()));
  EXPECT_FALSE(two.contains("soft_nll"));
  EXPECT_EQ(two.at("predictions").size(), 2U);
}

TEST(Annotations, WantsVotesOrADataSet) {
  const auto message = [](const AnnotationSource& source) {
    try {
      read_annotations(source);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message({}), "give the annotators' votes, either as a file (votes) or as a data set (data)");
  AnnotationSource source;
  source.data = "shapes";
  source.import.item_column = "id";
  EXPECT_NE(message(source).find("data shapes: a data set says itself"), std::string::npos);
  source = {};
  source.votes = "votes.csv";
  source.gold_options.column = "label";
  EXPECT_NE(message(source).find("gold-column and gold-item-column"), std::string::npos);
}

TEST(Annotations, GoldFromAFileReplacesThatOfTheVotes) {
  test::TemporaryFolder folder;
  write_file(folder / "votes.csv", "item,annotator,label\na,w1,cat\na,w2,dog\nb,w1,dog\n");
  write_file(folder / "gold.csv", "item,label\nb,cat\n");
  AnnotationSource source;
  source.votes = (folder / "votes.csv").string();
  EXPECT_TRUE(read_annotations(source).gold.empty());
  source.gold = (folder / "gold.csv").string();
  const Annotations annotations = read_annotations(source);
  EXPECT_EQ(annotations.gold, (std::vector<std::int32_t>{-1, 0}));
  EXPECT_EQ(annotations.name, source.votes);
  EXPECT_TRUE(annotations.audit);
}

}  // namespace
}  // namespace dissent::evaluate_test
