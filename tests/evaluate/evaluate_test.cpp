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
