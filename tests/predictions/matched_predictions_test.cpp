#include "dissent/predictions/matched_predictions.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/npy.h"
#include "dissent/predictions/attributes.h"
#include "support/temporary_folder.h"

namespace dissent::matched_predictions_test {
namespace {

class Matching : public testing::Test {
 protected:
  static VoteTable make_votes() {
    NameList items;
    for (const char* name : {"a", "b", "c"}) items.add(name);
    const std::vector<std::int64_t> counts{2, 1, 0, 4, 3, 3};
    return VoteTable::from_counts(counts, std::move(items), {{"cat", "dog"}, {}, false});
  }
  MatchedPredictions matched(std::string_view csv, const MatchOptions& options = {}) {
    file_ = std::make_unique<PredictionFile>(read_predictions_from(csv, "p.csv"));
    return match_predictions(*file_, votes_, index_, options);
  }
  std::string message(std::string_view csv, const MatchOptions& options = {}) {
    try {
      matched(csv, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  static std::string choice_error(void (*choose)()) {
    try {
      choose();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  double first_probability(const MatchedPredictions& result, std::size_t item) {
    std::vector<double> q(2), log_q(2);
    result.rows.row(item, q, log_q);
    return q[0];
  }
  static MatchOptions with(bool logits, std::string_view split, std::string_view missing) {
    return {logits, choice_of<SplitChoice>("split", split), choice_of<MissingItems>("missing", missing)};
  }

  VoteTable votes_ = make_votes();
  ItemIndex index_{votes_};
  std::unique_ptr<PredictionFile> file_;
  test::TemporaryFolder folder_;
};

TEST_F(Matching, JoinsByNameWhateverTheOrder) {
  const MatchedPredictions result = matched("item,cat,dog\nc,0.3,0.7\na,0.1,0.9\nb,0.2,0.8\n");
  EXPECT_EQ(result.items, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_DOUBLE_EQ(first_probability(result, 0), 0.1);
  EXPECT_DOUBLE_EQ(first_probability(result, 2), 0.3);
  EXPECT_EQ(result.kind, PredictionKind::probabilities);
}

TEST_F(Matching, MissingAndExtraItemsAreNamedOrDropped) {
  const char* csv = "item,cat,dog\nc,0.3,0.7\na,0.1,0.9\nx,0.2,0.8\n";
  EXPECT_EQ(message(csv),
            "p.csv: no prediction for 1 of the items with votes ('b'), no votes for 1 of the predicted items "
            "('x'); score "
            "the others with missing drop");
  const MatchedPredictions result = matched(csv, with(false, "auto", "drop"));
  EXPECT_EQ(result.items, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(result.without_votes, 1U);
  EXPECT_EQ(result.without_prediction, 1U);
  EXPECT_NE(message("item,cat,dog\nx,0.3,0.7\n", with(false, "auto", "drop")).find("none of its items"),
            std::string::npos);
  EXPECT_NE(choice_error([] { with(false, "auto", "dorp"); }).find("did you mean 'drop'"), std::string::npos);
}

TEST_F(Matching, ClassesAreJoinedByName) {
  const MatchedPredictions turned = matched("item,dog,cat\na,0.9,0.1\nb,0.8,0.2\nc,0.7,0.3\n");
  EXPECT_EQ(turned.classes, ClassSource::named);
  EXPECT_DOUBLE_EQ(first_probability(turned, 0), 0.1);
  EXPECT_NE(turned.remarks.back().find("'dog, cat' joined by name"), std::string::npos);
  EXPECT_NE(message("item,dog,cow\na,0.3,0.7\n").find("'cow' is not among the votes' classes"),
            std::string::npos);
  EXPECT_NE(message("item,cat,dog,cow\na,0.3,0.7,0\n").find("predicts 3 classes"), std::string::npos);
  for (const char* names : {"0,1", "LABEL_0,LABEL_1", "class1,class2"}) {
    const MatchedPredictions numbered =
        matched(fmt::format("item,{}\na,0.3,0.7\nb,0.3,0.7\nc,0.3,0.7\n", names));
    EXPECT_EQ(numbered.classes, ClassSource::assumed);
    EXPECT_NE(numbered.remarks.back().find("in this order"), std::string::npos);
  }
}

TEST_F(Matching, ColumnsThatAreNoClassAreLeftOutAndNamed) {
  const MatchedPredictions result = matched("item,score,dog,cat\na,3.5,0.9,0.1\nb,1,0.8,0.2\nc,2,0.7,0.3\n");
  EXPECT_DOUBLE_EQ(first_probability(result, 2), 0.3);
  EXPECT_TRUE(std::any_of(result.remarks.begin(), result.remarks.end(), [](const std::string& remark) {
    return remark.find("column 'score' left out") != std::string::npos;
  }));
}

TEST_F(Matching, RoundedRowsAndPercentagesAreDistributions) {
  const MatchedPredictions rounded = matched("item,cat,dog\na,0.33,0.66\nb,0.5,0.51\nc,0.25,0.75\n");
  EXPECT_NEAR(first_probability(rounded, 0), 1.0 / 3, 1e-12);
  EXPECT_NE(rounded.remarks.back().find("numbers of 2 digits"), std::string::npos);
  EXPECT_NE(message("item,cat,dog\na,0.33,0.64\nb,0.5,0.5\nc,0.25,0.75\n").find("p.csv, line 2"),
            std::string::npos);
  EXPECT_NE(message("item,cat,dog\na,0.333,0.66\nb,0.5,0.5\nc,0.25,0.75\n").find("sum to 0.993"),
            std::string::npos);
  const MatchedPredictions percent = matched("item,cat,dog\na,33,66\nb,50,50\nc,25,75\n");
  EXPECT_EQ(percent.kind, PredictionKind::probabilities);
  EXPECT_NEAR(first_probability(percent, 2), 0.25, 1e-12);
  EXPECT_NE(message("item,cat,dog\na,33,66\nb,50,60\nc,25,75\n"), "");
}

TEST_F(Matching, StatedClassesNameTheColumns) {
  PredictionOptions options;
  options.classes = {"dog", "cat"};
  const auto read = [&](std::string_view csv) {
    file_ = std::make_unique<PredictionFile>(read_predictions_from(csv, "p.csv", options));
    return match_predictions(*file_, votes_, index_);
  };
  const MatchedPredictions result = read("item,0,1\na,0.9,0.1\nb,0.8,0.2\nc,0.7,0.3\n");
  EXPECT_EQ(result.classes, ClassSource::given);
  EXPECT_DOUBLE_EQ(first_probability(result, 0), 0.1);
  EXPECT_THROW(read("item,cat,dog\na,0.9,0.1\nb,0.8,0.2\nc,0.7,0.3\n"), Error);  // names its own
  options.classes = {"dog", "cow"};
  EXPECT_THROW(read("item,0,1\na,0.9,0.1\nb,0.8,0.2\nc,0.7,0.3\n"), Error);
  options.classes = {"dog", "cat", "cow"};
  EXPECT_THROW(read("item,0,1\na,0.9,0.1\nb,0.8,0.2\nc,0.7,0.3\n"), Error);
}

TEST_F(Matching, ProbabilitiesAndLogitsAreToldApart) {
  EXPECT_EQ(matched("item,cat,dog\na,2,-1\nb,0,3\nc,-1,-2\n").kind, PredictionKind::logits);
  EXPECT_EQ(matched("item,cat,dog\na,2,1\nb,0,3\nc,1,2\n", with(true, "auto", "error")).kind,
            PredictionKind::logits);
  EXPECT_EQ(message("item,cat,dog\na,2,1\nb,0,3\nc,1,2\n"),
            "p.csv, line 2: 2 is not a probability; if these are logits, say logits");
  EXPECT_EQ(
      message("item,cat,dog\na,0.5,0.5\nb,0.5,0.6\nc,1,0\n"),
      "p.csv, line 3: the probabilities sum to 1.1, and 1 within 0.001 is wanted; if these are logits, say "
      "logits");
  EXPECT_EQ(message("item,p_cat,p_dog\na,0.5,0.5\nb,-0.5,1.5\nc,1,0\n"),
            "p.csv, line 3: -0.5 is not a probability");
  EXPECT_NE(message("item,p_cat,p_dog\na,0.5,0.5\n", with(true, "auto", "error")).find("leave logits away"),
            std::string::npos);
  EXPECT_NE(message("item,cat,dog\na,nan,1\nb,0,1\nc,0,1\n").find("line 2: nan is not a probability"),
            std::string::npos);
}

TEST_F(Matching, ASplitChoosesItsItems) {
  const char* csv = "item,split,cat,dog\na,train,0.1,0.9\nb,evaluation,0.2,0.8\nc,train,0.3,0.7\n";
  EXPECT_EQ(matched(csv).items, std::vector<std::uint32_t>{1});
  EXPECT_EQ(matched(csv, with(false, "train", "error")).items, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(matched(csv, with(false, "all", "error")).items.size(), 3U);
  EXPECT_NE(choice_error([] { with(false, "evalution", "error"); }).find("did you mean 'evaluation'"),
            std::string::npos);
  EXPECT_NE(message("item,cat,dog\na,0.1,0.9\n", with(false, "train", "error")).find("does not say"),
            std::string::npos);
  // Of a run that was not evaluated: what it learned from is not scored by mistake.
  const char* unevaluated = "item,split,cat,dog\na,train,0.1,0.9\nb,test,0.2,0.8\nc,test,0.3,0.7\n";
  EXPECT_EQ(
      message(unevaluated),
      "p.csv: holds items that were trained on, and none for evaluation; say which are meant: split train, "
      "dev, test or all");
  EXPECT_EQ(matched(unevaluated, with(false, "test", "error")).items, (std::vector<std::uint32_t>{1, 2}));
}

TEST_F(Matching, RowsWithoutNamesAreInTheOrderOfTheVotes) {
  EXPECT_EQ(matched("cat,dog\n0.1,0.9\n0.2,0.8\n0.3,0.7\n").items.size(), 3U);
  EXPECT_EQ(
      message("cat,dog\n0.1,0.9\n0.2,0.8\n"),
      "p.csv: 2 rows without names, and the votes have 3 items; name the items, or give a row for each");
}

TEST_F(Matching, GoldFromTablesAndArrays) {
  const auto gold = [&](const std::string& name, std::string_view content) {
    write_file(folder_.path() / name, content);
    return read_gold_file(folder_.path() / name, {}, votes_, index_).labels;
  };
  EXPECT_EQ(gold("gold.csv", "item,label\nc,dog\nz,cat\na,cat\n"), (std::vector<std::int32_t>{0, -1, 1}));
  EXPECT_EQ(gold("gold.jsonl", "{\"id\": \"b\", \"gold\": \"dog\"}\n{\"id\": \"a\", \"gold\": \"dog\"}\n"),
            (std::vector<std::int32_t>{1, 1, -1}));
  EXPECT_EQ(gold("gaps.csv", "item,label\nc,dog\na,NA\n"), (std::vector<std::int32_t>{-1, -1, 1}));
  EXPECT_THROW(gold("bad.csv", "item,label\nc,cow\n"), Error);
  EXPECT_THROW(gold("two.csv", "item,label\nc,cat\nc,dog\n"), Error);
  EXPECT_THROW(gold("none.csv", "item,label\nz,cat\n"), Error);
  EXPECT_THROW(gold("what.csv", "item,colour\na,red\n"), Error);
  const std::vector<std::int64_t> indices{1, 0, 1}, outside{1, 0, 2};
  const std::size_t shape[] = {3};
  write_npy<std::int64_t>(folder_.path() / "gold.npy", indices, shape);
  EXPECT_EQ(read_gold_file(folder_.path() / "gold.npy", {}, votes_, index_).labels,
            (std::vector<std::int32_t>{1, 0, 1}));
  write_npy<std::int64_t>(folder_.path() / "outside.npy", outside, shape);
  EXPECT_THROW(read_gold_file(folder_.path() / "outside.npy", {}, votes_, index_), Error);
}

TEST_F(Matching, GoldWithoutNamesOrHeader) {
  using Labels = std::vector<std::int32_t>;
  const auto gold = [&](const std::string& name, std::string_view content) {
    write_file(folder_.path() / name, content);
    return read_gold_file(folder_.path() / name, {}, votes_, index_);
  };
  EXPECT_EQ(gold("gold.txt", "c\tdog\na\tcat\nb\tcat\n").labels, (Labels{0, 0, 1}));
  EXPECT_EQ(gold("gold.csv", "guid,y\nc,dog\na,cat\n").labels, (Labels{0, -1, 1}));
  EXPECT_EQ(gold("gold.json", "{\"c\": \"dog\", \"a\": \"cat\"}").labels, (Labels{0, -1, 1}));
  EXPECT_EQ(
      gold("gold.jsonl", "{\"guid\": \"c\", \"label\": \"dog\"}\n{\"guid\": \"b\", \"label\": \"cat\"}\n")
          .labels,
      (Labels{-1, 0, 1}));
  const GoldFile lines = gold("gold.txt", "dog\ncat\ndog\n");
  EXPECT_EQ(lines.labels, (Labels{1, 0, 1}));
  EXPECT_EQ(lines.remarks.front(),
            "gold labels are taken in the order of the votes: the file names no items");
  EXPECT_THROW(gold("gold.txt", "dog\ncat\n"), Error);
  const GoldFile numbers = gold("gold.csv", "item,label\nc,1\na,0\n");
  EXPECT_EQ(numbers.labels, (Labels{0, -1, 1}));
  EXPECT_EQ(numbers.remarks.front(), "gold labels are numbers of the classes 'cat, dog', from 0");
}

// Ratings from 1 to 3: numbers in an array are the ratings, and no indices.
TEST_F(Matching, GoldOfClassesThatAreNumbers) {
  NameList items;
  for (const char* name : {"a", "b", "c"}) items.add(name);
  const std::vector<std::int64_t> counts(9, 1);
  const VoteTable ratings = VoteTable::from_counts(counts, std::move(items), {{"1", "2", "3"}, {}, false});
  const ItemIndex index(ratings);
  const std::size_t shape[] = {3};
  const auto gold = [&](const std::vector<double>& cells) {
    write_npy<double>(folder_.path() / "gold.npy", cells, shape);
    return read_gold_file(folder_.path() / "gold.npy", {}, ratings, index);
  };
  const GoldFile read = gold({2, 1, 2});
  EXPECT_EQ(read.labels, (std::vector<std::int32_t>{1, 0, 1}));
  EXPECT_EQ(read.remarks.back(), "gold labels are the classes themselves, '1, 2, 3'");
  EXPECT_THROW(gold({0, 1, 2}), Error);
}

TEST_F(Matching, WhatIsWrittenIsReadBack) {
  const std::vector<float> logits{1, 2, 3, 4, 5, 6};
  write_predictions(folder_.path() / "p.npz",
                    {{"a", "b", "c"}, {"train", "evaluation", "train"}, {"cat", "dog"}, logits, {}});
  const PredictionFile file = read_predictions(folder_.path() / "p.npz");
  EXPECT_EQ(file.stated, StatedKind::logits);
  EXPECT_EQ(file.split[1], "evaluation");
  EXPECT_EQ(match_predictions(file, votes_, index_).items, std::vector<std::uint32_t>{1});
}

}  // namespace
}  // namespace dissent::matched_predictions_test
