// What the values of JSON records mean: lists of counts, sets of labels, labels in other words, labels that
// are renamed, and files that hold no votes at all.
#include <algorithm>
#include <string>

#include "json_samples.h"

namespace dissent::import_json_meaning_test {
namespace {

using namespace samples;

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

bool remarked(const ImportResult& result, std::string_view part) {
  const Lines& all = result.audit.remarks;
  return std::any_of(all.begin(), all.end(), [&](const std::string& remark) { return holds(remark, part); });
}

ImportOptions mapped(std::vector<std::string> pairs) {
  ImportOptions options;
  options.map = std::move(pairs);
  return options;
}

// A record a line, from 12 values of one key.
std::string records(std::string_view key, const std::vector<std::string>& values) {
  std::string lines;
  for (int i = 0; i < 12; ++i) {
    lines += "{\"id\": \"p" + std::to_string(i) + "\", \"" + std::string(key) +
             "\": " + values[static_cast<std::size_t>(i) % values.size()] + "}\n";
  }
  return lines;
}

TEST(JsonMeaning, ListsWithOneSumAreVotesByClass) {
  const std::vector<std::string> lists = {"[3, 4, 3]", "[5, 5, 0]", "[1, 2, 7]", "[10, 0, 0]"};
  for (const std::string_view key : {"vote_counts", "label_distribution", "labels", "votes"}) {
    SCOPED_TRACE(key);
    const ImportResult result = import(records(key, lists));
    EXPECT_EQ(result.audit.format, "json-counts");
    EXPECT_EQ(items_text(result)[1], "p1: 0=5 1=5");
  }
  EXPECT_EQ(import(records("labels", {"[3, 4, 3]", "[5, 5, 1]", "[1, 2, 3]"})).audit.format, "json-votes");
  EXPECT_EQ(import_as("json-counts", records("labels", {"[3, 4]", "[5, 5]", "[1, 2]"})).votes.classes(), 2u);
}

TEST(JsonMeaning, SetsOfLabelsAreNoVotesOfSeveralPeople) {
  const std::string bytes = records("tags", {R"(["a", "b"])", R"(["b", "c"])", R"(["c", "a", "b"])"});
  const std::string error = error_of(bytes, {});
  EXPECT_TRUE(holds(error, "several labels of one person")) << error;
  EXPECT_EQ(items_text(import_as("json-votes", bytes)).front(), "p0: a=1 b=1");
}

TEST(JsonMeaning, FilesWithoutVotesAreRefused) {
  for (
      const std::string& bytes :
      {records("choices", {R"({"label": ["A", "B", "C"], "text": ["at", "on", "in"]})",
                           R"({"label": ["A", "B", "C"], "text": ["in", "at", "on"]})"}),
       records("choices", {R"([{"label": "A", "text": "at"}, {"label": "B", "text": "on"}])"}),
       records("entities",
               {R"([{"start": 0, "end": 4, "label": "PER"}, {"start": 5, "end": 9, "label": "ORG"}])"}),
       records("annotations", {R"([{"label": "car", "bbox": [1, 2, 3, 4]}])"}),
       std::string(R"([{"id": 1, "tokens": ["a", "b", "c"], "labels": ["N", "V", "N"]},
                        {"id": 2, "tokens": ["d", "e"], "labels": ["N", "N"]}])"),
       std::string(
           R"({"hidden_size": 7, "id2label": {"0": "neg", "1": "pos"}, "label2id": {"neg": 0, "pos": 1}})")}) {
    SCOPED_TRACE(bytes);
    EXPECT_TRUE(holds(error_of(bytes, {}), "no votes were found"));
  }
}

TEST(JsonMeaning, LabelsThatDifferInCaseAndRejectedRecordsAreRemarkedOn) {
  const ImportResult result = import(R"([{"item": 1, "worker": "a", "label": "Yes", "status": "Approved"},
                 {"item": 1, "worker": "b", "label": "yes", "status": "Rejected"},
                 {"item": 2, "worker": "b", "label": "no", "status": "Approved"}])");
  EXPECT_TRUE(remarked(result, "labels 'Yes' and 'yes' differ in upper and lower case only"));
  EXPECT_TRUE(remarked(result, "map 'yes=Yes'"));
  EXPECT_TRUE(remarked(result, "key 'status' is 'Rejected'"));
}

TEST(JsonMeaning, ALabelsNameGoesBeforeItsNumber) {
  std::string lines;
  for (int i = 0; i < 12; ++i) {
    lines += R"({"item": "p)" + std::to_string(i / 2) + R"(", "worker": "w)" + std::to_string(i % 2) +
             R"(", "label": {"id": )" + (i % 3 == 0 ? R"(7, "name": "x"}})" : R"(8, "name": "y"}})") + "\n";
  }
  EXPECT_EQ(items_text(import(lines)).front(), "p0: w0=x w1=y");
}

TEST(JsonMeaning, AListOfQuestionsFromASurveyNamesItsItems) {
  const ImportResult result = import(R"({"responses": [
    {"responseId": "R_1", "values": {"status": 0, "QID1": 1, "QID2": 2}, "labels": {"status": "IP", "QID1": "No", "QID2": "Yes"}},
    {"responseId": "R_2", "values": {"status": 0, "QID1": 2, "QID2": 2}, "labels": {"status": "IP", "QID1": "Yes", "QID2": "Yes"}}]})");
  EXPECT_EQ(items_text(result), (Lines{"QID1: R_1=No R_2=Yes", "QID2: R_1=Yes R_2=Yes"}));
  EXPECT_EQ(oddities(result, "no-item"), 2u);
}

// Two votes on each of six items, with `first` and `second` as what is beside item and annotator.
std::string pairs(std::string_view first, std::string_view second) {
  std::string lines;
  for (int i = 0; i < 12; ++i) {
    lines += R"({"item": "p)" + std::to_string(i / 2) + R"(", "worker": "w)" + std::to_string(i % 2) +
             "\", " + std::string(i % 2 == 0 ? first : second) + "}\n";
  }
  return lines;
}

TEST(JsonMeaning, WhatIsSetInAnObjectOrAmongKeysIsTheLabel) {
  const Lines wanted = {"p0: w0=polite w1=rude"};
  const ImportResult objects =
      import(pairs(R"("answers": {"tone": {"polite": "1"}})", R"("answers": {"tone": {"rude": "1"}})"));
  EXPECT_EQ(items_text(objects).front(), wanted.front());
  EXPECT_EQ(objects.audit.plan.label, "what is set in key 'answers.tone'");
  EXPECT_EQ(items_text(import(pairs(R"("tone": {"scale_2": "2"})", R"("tone": {"scale_5": "5"})"))).front(),
            "p0: w0=2 w1=5");
  const std::string keys =
      pairs(R"("polite": 1, "rude": 0, "dull": 0)", R"("polite": 0, "rude": 1, "dull": 0)");
  EXPECT_EQ(items_text(import(keys)).front(), wanted.front());
  EXPECT_EQ(items_text(import(keys, question("polite,rude"))).front(), wanted.front());
  // Properties of a record are nobody's choice.
  EXPECT_TRUE(holds(
      error_of(pairs(R"("meta": {"lang": "en", "web": true})", R"("meta": {"lang": "en", "web": true})"), {}),
      "no votes were found"));
}

TEST(JsonMeaning, ASumOfTheCountsIsNoClass) {
  const std::string bytes =
      records("counts", {R"({"yes": 3, "no": 1, "total": 4})", R"({"yes": 2, "no": 3, "total": 5})"});
  const ImportResult result = import(bytes);
  EXPECT_EQ(items_text(result).front(), "p0: no=1 yes=3");
  EXPECT_TRUE(remarked(result, "'total' is the sum of the others"));
}

TEST(JsonMeaning, CountsMayGoByClass) {
  const std::string_view bytes =
      R"({"u": {"a": 3, "b": 1, "c": 2, "d": 3, "e": 0}, "v": {"a": 1, "b": 3, "c": 2, "d": 1, "e": 4}})";
  EXPECT_TRUE(holds(error_as("json-counts", bytes),
                    "the outer names are the classes; say format json-counts with transpose"));
  ImportOptions told;
  told.format = "json-counts";
  told.transpose = true;
  EXPECT_EQ(items_text(import(bytes, told)).front(), "a: u=3 v=1");
}

TEST(JsonMeaning, RowsWithoutNamesGoByNumber) {
  const std::string_view bytes =
      R"([["p0", "ann", "x"], ["p0", "bob", "y"], ["p1", "ann", "x"], ["p2", "bob", "x"]])";
  const std::string error = error_of(bytes, {});
  EXPECT_TRUE(holds(error, "3 columns without names")) << error;
  EXPECT_TRUE(holds(error, "item-column 1 annotator-column 2 label-column 3")) << error;
  ImportOptions told = question("3");
  told.item_column = "1";
  told.annotator_column = "2";
  EXPECT_EQ(items_text(import(bytes, told)).front(), "p0: ann=x bob=y");
}

TEST(JsonMeaning, AnIndexOfNamesNamesTheItems) {
  ImportOptions told;
  told.annotator_column = "ann,bob";
  EXPECT_EQ(
      items_text(import(
          R"({"columns": ["ann", "bob"], "index": ["q1", "q2"], "data": [["x", "y"], [null, "x"]]})", told)),
      (Lines{"q1: ann=x bob=y", "q2: bob=x"}));
}

TEST(JsonMeaning, ListsInTextsAreLists) {
  EXPECT_EQ(items_text(import(R"([{"id": 1, "labels": "['x', 'y']", "annotators": "[\"a\", \"b\"]"},
                                  {"id": 2, "labels": "['x', 'x']", "annotators": "[\"b\", \"a\"]"}])")),
            (Lines{"1: a=x b=y", "2: b=x a=x"}));
  EXPECT_EQ(import(records("soft_label", {R"("[0.4, 0.6]")", R"("[0.1, 0.9]")"})).audit.format, "json-soft");
}

TEST(JsonMeaning, TolokasTablesAndAssignments) {
  std::string rows;
  for (int i = 0; i < 6; ++i) {
    rows += R"({"INPUT:image": "i)" + std::to_string(i / 2) + R"(", "OUTPUT:result": ")" +
            (i % 3 == 0 ? "OK" : "BAD") + R"(", "ASSIGNMENT:worker_id": "w)" + std::to_string(i % 2) +
            R"(", "ASSIGNMENT:assignment_id": "a)" + std::to_string(i / 3) + "\"}\n";
  }
  EXPECT_EQ(items_text(import(rows)).front(), "i0: w0=OK w1=BAD");
  EXPECT_EQ(
      items_text(import(
          R"([{"id": "a1", "user_id": "ann", "tasks": [{"id": "t1"}, {"id": "t2"}], "solutions": [{"output_values": {"result": "OK"}}, {"output_values": {"result": "BAD"}}]},
                    {"id": "a2", "user_id": "bob", "tasks": [{"id": "t2"}, {"id": "t1"}], "solutions": [{"output_values": {"result": "OK"}}, {"output_values": {"result": "OK"}}]}])")),
      (Lines{"t1: ann=OK bob=OK", "t2: ann=BAD bob=OK"}));
}

TEST(LabelOptions, RenameTheClassesOfFormatsThatStateThem) {
  const ImportResult lewidi = import(kLewidi2023, mapped({"0=no", "1=yes"}));
  EXPECT_EQ(items_text(lewidi), (Lines{"1: Ann1=no Ann2=no Ann3=yes", "2: Ann2=yes Ann4=yes"}));
  const ImportResult chaos = import(kChaosSnli, mapped({"e=yes", "n=no", "c=no"}));
  EXPECT_EQ(items_text(chaos), (Lines{"2407214681.jpg#0r1n: yes=30 no=70", "50830c: yes=12 no=88"}));
  EXPECT_EQ(chaos.gold, (std::vector<std::int32_t>{1, 1}));
  ImportOptions none;
  none.no_vote = {"n"};
  const ImportResult without = import(kChaosSnli, none);
  EXPECT_EQ(items_text(without), (Lines{"2407214681.jpg#0r1n: e=30", "50830c: e=12 c=20"}));
  EXPECT_EQ(oddities(without, "no-vote"), 138u);
  EXPECT_TRUE(holds(error_of(kChaosSnli, mapped({"x=y"})), "not one of the labels to rename"));

  ImportOptions ratings = mapped({"1=low", "2=low", "3=low", "4=high", "5=high"});
  EXPECT_EQ(items_text(import_votes_from("instance_id,user_id,text,offensiveness\na,u1,t,5\na,u2,t,2\n",
                                         "votes.csv", ratings)),
            (Lines{"a: u1=high u2=low"}));
}

TEST(LabelOptions, RenameGoldLabels) {
  const ImportResult result = import(
      R"([{"item": "q1", "annotator": "a", "label": 1, "gold": 1}, {"item": "q2", "annotator": "a", "label": 0, "gold": 0}])",
      mapped({"0=no", "1=yes"}));
  EXPECT_EQ(result.gold, (std::vector<std::int32_t>{1, 0}));
}

TEST(LabelStudio, JsonMinGoesByValuesAndNotByTheOrderOfKeys) {
  constexpr std::string_view sorted = R"([
    {"annotation_id": 1, "annotator": 4, "id": 7, "lead_time": 1.5, "mood": "Calm", "source": "a", "text": "t"},
    {"annotation_id": 2, "annotator": 5, "id": 7, "lead_time": 1.5, "mood": "Wild", "source": "a", "text": "t"},
    {"annotation_id": 3, "annotator": 4, "id": 8, "lead_time": 1.5, "mood": "Calm", "source": "b", "text": "u"}])";
  EXPECT_EQ(items_text(import(sorted)), (Lines{"7: 4=Calm 5=Wild", "8: 4=Calm"}));
  // The same keys without what only this tool writes.
  const ImportResult other = import(
      R"([{"annotation_id": 1, "id": 7, "text": "t", "annotator": "a", "label": "x"},
          {"annotation_id": 2, "id": 7, "text": "t", "annotator": "b", "label": "y"},
          {"annotation_id": 3, "id": 8, "text": "u", "annotator": "a", "label": "y"}])");
  EXPECT_EQ(other.audit.format, "json-votes");
  EXPECT_EQ(items_text(other), (Lines{"7: a=x b=y", "8: a=y"}));
}

}  // namespace
}  // namespace dissent::import_json_meaning_test
