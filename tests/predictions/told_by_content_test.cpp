// Files of predictions that are told by what the votes call their items and classes: the same numbers in many
// forms, their rows in another order than the votes, must be joined alike.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/io/npy.h"
#include "dissent/io/npz.h"
#include "dissent/predictions/matched_predictions.h"
#include "predictions/predictions_support.h"

namespace dissent::told_by_content_test {
namespace {

using test::contains;
using test::Texts;

constexpr std::array<std::size_t, 6> kRows = {3, 0, 5, 1, 4, 2};  // the items in the order of the files
const Texts kClasses{"cat", "dog", "fox"};

double q_of(std::size_t item, std::size_t k) {
  const double first = 0.125 + 0.0625 * static_cast<double>(item);
  return k == 0 ? first : k == 1 ? 0.25 : 0.75 - first;
}

class ToldByContent : public test::PredictionFiles {
 protected:
  static VoteTable votes_of(const Texts& names, const Texts& classes) {
    NameList items;
    for (const std::string& name : names) items.add(name);
    const std::vector<std::int64_t> counts(names.size() * classes.size(), 1);
    return VoteTable::from_counts(counts, std::move(items), {classes, {}, false});
  }
  static VoteTable numbered_votes(std::size_t first) {
    Texts names;
    for (std::size_t i = 0; i < kRows.size(); ++i) names.push_back(std::to_string(i + first));
    return votes_of(names, kClasses);
  }
  struct Result {
    PredictionFile file;
    MatchedPredictions matched;
  };
  Result match(const VoteTable& votes, const std::string& name, std::string_view bytes,
               const PredictionOptions& options = {}, const MatchOptions& how = {}) {
    folder.write(name, bytes);
    const ItemIndex index(votes);
    Result result{read_predictions(folder / name, options, {&index, &votes.class_space(), how.several}),
                  {{}, {}, PredictionRows({}, 1, PredictionKind::probabilities)}};
    result.matched = match_predictions(result.file, votes, index, how);
    return result;
  }
  // Reads and matches; every item must have its own numbers.
  Texts expect_right(const std::string& name, std::string_view bytes, const PredictionOptions& options = {},
                     const VoteTable* votes = nullptr) {
    SCOPED_TRACE(name + ": " + std::string(bytes.substr(0, 200)));
    try {
      const Result result = match(votes == nullptr ? votes_ : *votes, name, bytes, options);
      EXPECT_EQ(result.matched.items.size(), kRows.size());
      std::vector<double> q(3), log_q(3);
      for (std::size_t i = 0; i < result.matched.items.size(); ++i) {
        result.matched.rows.row(i, q, log_q);
        for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(q[k], q_of(i, k), 1e-6) << i;
      }
      return result.matched.remarks;
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
      return {};
    }
  }
  void expect_labels(const std::string& name, std::string_view bytes, const PredictionOptions& options = {}) {
    SCOPED_TRACE(bytes);
    try {
      const Result result = match(votes_, name, bytes, options);
      EXPECT_TRUE(result.matched.labels);
      for (std::size_t i = 0; i < kRows.size(); ++i) EXPECT_EQ(result.matched.rows.predicted(i), i % 3);
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
  std::string refusal(const std::string& name, std::string_view bytes, const PredictionOptions& options = {},
                      const VoteTable* votes = nullptr, const MatchOptions& how = {}) {
    return short_form(
        test::error_of([&] { match(votes == nullptr ? votes_ : *votes, name, bytes, options, how); }), name);
  }
  // A line for each item in the files' order; {0}: item, {1}, {2}, {3}: its numbers, {4}: its label.
  static std::string lines(std::string_view head, const std::string& form, std::string_view between = "\n",
                           bool in_order = false) {
    std::string text(head);
    for (std::size_t r = 0; r < kRows.size(); ++r) {
      const std::size_t i = in_order ? r : kRows[r];
      text += fmt::format(fmt::runtime(form), i, q_of(i, 0), q_of(i, 1), q_of(i, 2), kClasses[i % 3], r);
      if (r + 1 < kRows.size() || between == "\n") text += between;
    }
    return text;
  }

  VoteTable votes_ = votes_of({"it0", "it1", "it2", "it3", "it4", "it5"}, kClasses);
};

TEST_F(ToldByContent, ItemsUnderAnyNameInJson) {
  for (const char* name : {"guid", "idx", "index", "pair_id", "sentence", "what"}) {
    expect_right(
        "p.jsonl",
        lines("", fmt::format("{{{{\"{}\": \"it{{0}}\", \"probs\": [{{1}}, {{2}}, {{3}}]}}}}", name)));
  }
  // Of two fields the one with the votes' items, whatever they are called.
  expect_right("p.jsonl", lines("", "{{\"id\": {5}, \"doc\": \"it{0}\", \"probs\": [{1}, {2}, {3}]}}"));
}

TEST_F(ToldByContent, ItemsUnderAnyNameInArrays) {
  std::vector<double> cells;
  Texts names;
  std::vector<std::int64_t> labels;
  for (const std::size_t i : kRows) {
    names.push_back(fmt::format("it{}", i));
    labels.push_back(static_cast<std::int64_t>(i % 3));
    for (std::size_t k = 0; k < 3; ++k) cells.push_back(q_of(i, k));
  }
  const std::size_t shape[] = {6, 3}, one[] = {6};
  for (const char* name : {"uid", "item_ids", "filenames", "name", "whatever"}) {
    write_npz(folder / "w.npz",
              std::vector{npz_part(name, names), npz_part("probs", std::span<const double>(cells), shape)});
    const Texts remarks = expect_right("p.npz", read_file(folder / "w.npz"));
    EXPECT_EQ(remarks[1], fmt::format("items named by the array '{}'", name));
  }
  write_npz(folder / "w.npz",
            std::vector{npz_part("ids", names),
                        npz_part("predictions", std::span<const std::int64_t>(labels), one)});
  expect_labels("p.npz", read_file(folder / "w.npz"));
}

TEST_F(ToldByContent, ListsOfClassesBesideTheirNumbers) {
  std::string zero_shot, pairs;
  for (const std::size_t i : kRows) {
    std::vector<std::size_t> by_score{0, 1, 2};
    std::sort(by_score.begin(), by_score.end(), [&](auto a, auto b) { return q_of(i, a) > q_of(i, b); });
    Texts names, numbers, entries;
    for (const std::size_t k : by_score) {
      names.push_back('"' + kClasses[k] + '"');
      numbers.push_back(fmt::format("{}", q_of(i, k)));
      entries.push_back(fmt::format("{{\"label\": \"LABEL_{}\", \"score\": {}}}", k, q_of(i, k)));
    }
    zero_shot += fmt::format("{{\"id\": \"it{}\", \"labels\": [{}], \"scores\": [{}]}}\n", i,
                             fmt::join(names, ", "), fmt::join(numbers, ", "));
    pairs += fmt::format("{{\"id\": \"it{}\", \"prediction\": [{}]}}\n", i, fmt::join(entries, ", "));
  }
  expect_right("p.jsonl", zero_shot);
  expect_right("p.jsonl", pairs);
  EXPECT_TRUE(contains(
      refusal("p.jsonl", zero_shot + "{\"id\": \"x\", \"labels\": [\"cat\"], \"scores\": [0.5, 0.5, 0]}\n"),
      "line 7: the field 'labels' does not name a class for each of the 3 numbers"));
}

TEST_F(ToldByContent, JsonHoweverItIsWrapped) {
  const std::string flat = "{{\"item\": \"it{0}\", \"fox\": {3}, \"cat\": {1}, \"dog\": {2}}}";
  expect_right("p.json", lines("[", flat, ", ") + "]");
  expect_right("p.jsonl", lines("", flat));
  expect_right("p.jsonl",
               lines("", "{{\"id\": \"it{0}\", \"prob_fox\": {3}, \"prob_cat\": {1}, \"prob_dog\": {2}}}"));
  expect_right("p.json", lines("{\"model\": \"x\", \"predictions\": [",
                               "{{\"id\": \"it{0}\", \"probabilities\": [{1}, {2}, {3}]}}", ", ") +
                             "]}");
  expect_right(
      "p.json",
      lines("[", "{{\"item\": \"it{0}\", \"shares\": {{\"cat\": {1}, \"dog\": {2}, \"fox\": {3}}}}}", ",") +
          "]");
  expect_right("p.json", lines("{",
                               "\"it{0}\": {{\"soft_label\": {{\"fox\": {3}, \"cat\": {1}, \"dog\": {2}}}, "
                               "\"hard_label\": \"{4}\"}}",
                               ", ") +
                             "}");
  const Texts remarks = expect_right("p.jsonl", lines("", "[{1}, {2}, {3}]", "\n", true));
  EXPECT_EQ(remarks.back(), "rows are taken in the order of the votes: the file names no items");
  expect_right("p.jsonl", lines("", "{{\"task\": \"nli\", \"probs\": [{1}, {2}, {3}]}}", "\n", true));
  expect_labels("p.json", lines("{", "\"it{0}\": \"{4}\"", ", ") + "}");
  expect_labels("p.jsonl", lines("", "{{\"id\": \"it{0}\", \"label\": \"{4}\", \"score\": {1}}}"));
  // Two that could be the predictions: asked, and the answer is heeded.
  const std::string two =
      lines("", "{{\"id\": \"it{0}\", \"soft_label\": [1, 0, 0], \"output\": [{1}, {2}, {3}]}}");
  EXPECT_TRUE(contains(refusal("p.jsonl", two), "'soft_label' and 'output' could both be the predictions"));
  expect_right("p.jsonl", two, {"", "output"});
}

TEST_F(ToldByContent, NumbersInNamesSayTheClass) {
  expect_right("p.csv", lines("item,LABEL_2,LABEL_0,LABEL_1\n", "it{0},{3},{1},{2}"));
  expect_right("p.csv", lines("item,p_3,p_1,p_2\n", "it{0},{3},{1},{2}"));
  expect_right("p.csv", lines("id,hard,soft_fox,soft_cat,soft_dog\n", "it{0},1,{3},{1},{2}"));
  expect_right("p.csv", lines("", "it{0},{1},{2},{3}"));  // no header
  expect_labels("p.csv", lines("", "it{0},{4}"));
}

TEST_F(ToldByContent, ClassesThatAreNumbers) {
  const VoteTable votes = votes_of({"it0", "it1", "it2", "it3", "it4", "it5"}, {"0", "1", "2"});
  expect_right("p.csv", lines("guid,2,0,1\n", "it{0},{3},{1},{2}"), {}, &votes);
  expect_right("p.csv", lines("2,0,1\n", "{3},{1},{2}", "\n", true), {}, &votes);
  expect_right("p.csv", lines("id,LABEL_2,LABEL_0,LABEL_1\n", "it{0},{3},{1},{2}"), {}, &votes);
  expect_right("p.json",
               lines("{", "\"it{0}\": {{\"LABEL_2\": {3}, \"LABEL_0\": {1}, \"LABEL_1\": {2}}}", ",") + "}",
               {}, &votes);
}

TEST_F(ToldByContent, HardAndSoftTogether) {
  expect_right("p.tsv", lines("", "it{0}\t{4}\t[{1}, {2}, {3}]"));
  const Texts remarks = expect_right("p.tsv", lines("", "it{0}\t1\t{1}\t{2}\t{3}"));
  EXPECT_EQ(remarks.front(), "column 2 ('2') was left out: it holds no predictions");
  expect_labels("p.csv", lines("item,label,confidence,votes\n", "it{0},{4},{1},3"));
  expect_labels("p.csv", lines("item,pred,confidence\n", "it{0},{4},{1}"));
  const std::string gold = lines("item,label,model\n", "it{0},cat,{4}");
  EXPECT_TRUE(contains(refusal("p.csv", gold), "'label' and 'model' both hold labels; say with pred-array"));
  expect_labels("p.csv", gold, {"", "model"});
  // Labels that are numbers are no columns of two classes.
  const VoteTable binary = votes_of({"a", "b"}, {"0", "1"});
  EXPECT_EQ(match(binary, "p.csv", "item,gold,y_pred,conf\nb,1,1,0.5\na,1,0,0.75\n").file.labels,
            (Texts{"1", "0"}));
  EXPECT_TRUE(
      contains(refusal("p.csv", "item,label,model\nb,1,1\na,1,0\n", {}, &binary), "both hold labels"));
}

TEST_F(ToldByContent, NumbersThatHappenToBeItemsNameNone) {
  const VoteTable votes = numbered_votes(0);
  EXPECT_EQ(
      expect_right("p.csv", lines("cat,dog,fox,rank\n", "{1},{2},{3},{0}", "\n", true), {}, &votes).back(),
      "rows are taken in the order of the votes: the file names no items");
  EXPECT_TRUE(contains(refusal("p.csv", lines("item,rank,cat,dog,fox\n", "x{0},{5},{1},{2},{3}"), {}, &votes),
                       "none of its items has votes"));
  expect_right("p.jsonl", lines("", "{{\"n\": 7, \"sid\": {0}, \"id\": {5}, \"probs\": [{1}, {2}, {3}]}}"),
               {"sid", ""}, &votes);
  expect_right("p.jsonl", lines("", "{{\"n\": 7, \"sid\": {0}, \"probs\": [{1}, {2}, {3}]}}"), {}, &votes);
  expect_right("p.csv", lines("id,uid,cat,dog,fox\n", "{5},{0},{1},{2},{3}"), {}, &votes);
  expect_right("p.csv", lines("rank,cat,dog,fox,item\n", "{5},{1},{2},{3},{0}"), {}, &votes);
  // A gold label beside too few classes is not taken for the prediction.
  EXPECT_TRUE(
      contains(refusal("p.csv", lines("item,label,cat,dog\n", "it{0},{4},{1},{2}")), "predicts 2 classes"));
}

TEST_F(ToldByContent, ARowNumberIsNoItem) {
  const VoteTable from_one = numbered_votes(1), from_zero = numbered_votes(0);
  const std::string index = lines(",cat,dog,fox\n", "{0},{1},{2},{3}", "\n", true);
  for (const VoteTable* votes : std::array<const VoteTable*, 2>{&from_one, &votes_}) {
    EXPECT_EQ(expect_right("p.csv", index, {}, votes).back(),
              "rows are taken in the order of the votes: a column counts them, and none names the items");
  }
  EXPECT_EQ(expect_right("p.csv", index, {}, &from_zero).back(),
            "items are the numbers in the column that counts the rows, as in the votes");
  EXPECT_TRUE(contains(refusal("p.csv", ",cat,dog,fox\n0,0.5,0.5,0\n1,0.5,0.5,0\n", {}, &from_zero),
                       "2 rows that are only numbered, and the votes have 6 items"));
  // A column that says it names items, and is one off: left out or joined, somebody has to say.
  for (const MissingItems missing : {MissingItems::error, MissingItems::drop}) {
    EXPECT_TRUE(contains(
        refusal("p.csv", lines("item,cat,dog,fox\n", "{0},{1},{2},{3}"), {}, &from_one, {.missing = missing}),
        "would be joined one row off"));
  }
  expect_right("p.csv", lines("item,cat,dog,fox\n", "{0}.0,{1},{2},{3}"), {}, &from_zero);
  EXPECT_TRUE(contains(refusal("p.csv", "item,cat,dog,fox\n1,1,0,0\n1.0,1,0,0\n", {}, &from_zero,
                               {.missing = MissingItems::drop}),
                       "line 3: item '1.0' stands here again under another spelling"));
}

TEST_F(ToldByContent, OneProbabilityOfTwoClasses) {
  const VoteTable votes = votes_of({"a", "b"}, {"no", "yes"});
  const auto first = [&](const std::string& name, std::string_view bytes, const PredictionOptions& options) {
    const Result result = match(votes, name, bytes, options);
    std::vector<double> q(2), log_q(2);
    result.matched.rows.row(0, q, log_q);
    return q[1];
  };
  EXPECT_EQ(first("p.csv", "item,yes\nb,0.25\na,0.75\n", {}), 0.75);
  EXPECT_EQ(first("p.csv", "item,prob\nb,0.25\na,0.75\n", {"", "", {"no"}}), 0.25);
  EXPECT_EQ(refusal("p.csv", "item,prob\nb,0.25\na,0.75\n", {}, &votes),
            "p.csv: one number an item ('prob'), and the votes have 2 classes ('no, yes'); if it is the "
            "probability of one class, say which: pred-classes 'yes'");
}

TEST_F(ToldByContent, OptionsForOneOfSeveralFiles) {
  const std::string shares = lines("item,cat,dog,fox\n", "it{0},{1},{2},{3}");
  EXPECT_EQ(refusal("p.csv", shares, {}, nullptr, {.logits = true}),
            "p.csv: holds distributions in every row; leave logits away");
  const Result logits = match(votes_, "p.csv", shares, {}, {.logits = true, .several = true});
  EXPECT_EQ(logits.matched.kind, PredictionKind::probabilities);
  EXPECT_EQ(logits.matched.remarks.back(),
            "logits was not applied: the file holds distributions in every row");
  const Result named = match(votes_, "p.csv", shares, {"", "", {"fox", "cat", "dog"}}, {.several = true});
  EXPECT_EQ(named.matched.rows.predicted(0), 2U);
  EXPECT_TRUE(contains(named.matched.remarks[1], "pred-classes was not applied: the file names its classes"));
}

TEST_F(ToldByContent, RefusalsNameACureThatWorks) {
  const VoteTable votes = votes_of({"it0", "it1", "it2", "it3", "it4", "it5"}, {"c", "d", "f"});
  const std::string full = lines("item,feline,dog,cat\n", "it{0},{3},{2},{1}");
  EXPECT_TRUE(contains(refusal("p.csv", full, {}, &votes), "say pred-classes 'f,d,c'"));
  expect_right("p.csv", full, {"", "", {"f", "d", "c"}}, &votes);
  EXPECT_TRUE(
      contains(refusal("p.npy", npy_header("<f8", std::vector<std::size_t>{3, 6}) + std::string(144, '\0')),
               "a row is an item and a column a class: save a.T"));
  EXPECT_TRUE(contains(refusal("p.csv", "item,cat,dog,fox,split\nit0,1,0,0,evaluation\n", {}, nullptr,
                               {.split = SplitChoice::dev}),
                       "its items are of 'evaluation': the part that a run was evaluated on is called "
                       "'evaluation', say split evaluation"));
}

// A text with blanks between its columns is rewritten with tabs, which must stay as long as places are asked
// for.
TEST_F(ToldByContent, PlacesOutliveTheTextTheyWereReadFrom) {
  const PredictionFile file =
      read_predictions_from("eill-formed UTF-8ion\na,x y,cat\nbmx y,cat\nbm,a,x y,,z,dog\n", "p");
  EXPECT_TRUE(file.place(file.rows - 1).starts_with("p, line "));
  const PredictionFile blanks = read_predictions_from("item   cat dog\nx 0.5 0.5\n\ny   0.5 0.5\n", "p");
  EXPECT_EQ(blanks.place(1), "p, line 4");
}

}  // namespace
}  // namespace dissent::told_by_content_test
