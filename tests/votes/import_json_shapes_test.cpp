// JSON of many shapes that no tool's signature tells: each is read to the votes that it holds, or refused
// with a line that names what was seen and the option that helps.
#include <string>

#include "dissent/io/json.h"
#include "json_samples.h"

namespace dissent::import_json_shapes_test {
namespace {

using namespace samples;

struct Shape {
  std::string_view what;
  std::string_view format;
  std::string_view bytes;
  Lines votes;
};

const Lines kTwo = {"q1: ann=yes bob=no", "q2: ann=yes"};

TEST(JsonShapes, EachIsReadToTheVotesThatItHolds) {
  const std::vector<Shape> shapes = {
      {"an array, a record a vote", "json-votes",
       R"([{"item": "q1", "annotator": "ann", "label": "yes"}, {"item": "q1", "annotator": "bob", "label": "no"},
           {"item": "q2", "annotator": "ann", "label": "yes"}])",
       kTwo},
      {"lines, with names of a crowd platform", "json-votes",
       "{\"HITId\": \"q1\", \"AssignmentId\": \"x1\", \"WorkerId\": \"ann\", \"Answer\": \"yes\"}\n"
       "{\"HITId\": \"q1\", \"AssignmentId\": \"x2\", \"WorkerId\": \"bob\", \"Answer\": \"no\"}\n"
       "{\"HITId\": \"q2\", \"AssignmentId\": \"x3\", \"WorkerId\": \"ann\", \"Answer\": \"yes\"}\n",
       kTwo},
      {"an array under a key", "json-votes",
       R"({"version": 2, "data": [{"task_id": "q1", "worker_id": "ann", "response": "yes"},
           {"task_id": "q1", "worker_id": "bob", "response": "no"},
           {"task_id": "q2", "worker_id": "ann", "response": "yes"}]})",
       kTwo},
      {"an array two keys deep", "json-votes",
       R"({"export": {"rows": [{"doc_id": "q1", "coder": "ann", "category": "yes"},
           {"doc_id": "q1", "coder": "bob", "category": "no"},
           {"doc_id": "q2", "coder": "ann", "category": "yes"}]}})",
       kTwo},
      {"named records, a vote each", "json-votes",
       R"({"v1": {"item": "q1", "rater": "ann", "rating": "yes"}, "v2": {"item": "q1", "rater": "bob", "rating": "no"},
           "v3": {"item": "q2", "rater": "ann", "rating": "yes"}})",
       kTwo},
      {"nested keys", "json-votes",
       R"([{"id": 1, "task": {"id": "q1", "text": "a"}, "user": {"id": "ann", "age": 31}, "annotation": {"label": "yes"}},
           {"id": 2, "task": {"id": "q1", "text": "a"}, "user": {"id": "bob", "age": 40}, "annotation": {"label": "no"}},
           {"id": 3, "task": {"id": "q2", "text": "b"}, "user": {"id": "ann", "age": 31}, "annotation": {"label": "yes"}}])",
       kTwo},
      {"columns", "json-votes",
       R"({"item": ["q1", "q1", "q2"], "worker": ["ann", "bob", "ann"], "label": ["yes", "no", "yes"]})",
       kTwo},
      {"columns as pandas writes them", "json-votes",
       R"({"item": {"0": "q1", "1": "q1", "2": "q2"}, "worker": {"0": "ann", "1": "bob", "2": "ann"},
           "label": {"0": "yes", "1": "no", "2": "yes"}})",
       kTwo},
      {"pandas' split form", "json-votes",
       R"({"columns": ["item", "worker", "label"], "index": [0, 1, 2],
           "data": [["q1", "ann", "yes"], ["q1", "bob", "no"], ["q2", "ann", "yes"]]})",
       kTwo},
      {"rows below a header", "json-votes",
       R"([["item", "worker", "label"], ["q1", "ann", "yes"], ["q1", "bob", "no"], ["q2", "ann", "yes"]])",
       kTwo},
      {"lists in step", "json-votes",
       R"([{"id": "q1", "text": "a", "labels": ["yes", "no"], "annotators": ["ann", "bob"]},
           {"id": "q2", "text": "b", "labels": ["yes"], "annotators": ["ann"]}])",
       kTwo},
      {"a list of objects", "json-votes",
       R"([{"id": "q1", "annotations": [{"worker": "ann", "value": "yes"}, {"worker": "bob", "value": "no"}]},
           {"id": "q2", "annotations": [{"worker": "ann", "value": "yes"}]}])",
       kTwo},
      {"named items with a list of objects", "json-votes",
       R"({"q1": {"post_id": "p1", "annotators": [{"label": "yes", "annotator_id": "ann", "target": ["x"]},
                                                  {"label": "no", "annotator_id": "bob", "target": ["y"]}]},
           "q2": {"post_id": "p2", "annotators": [{"label": "yes", "annotator_id": "ann", "target": ["x"]}]}})",
       kTwo},
      {"an object by annotator in a record", "json-votes",
       R"([{"id": "q1", "votes": {"ann": "yes", "bob": "no"}}, {"id": "q2", "votes": {"ann": "yes"}}])",
       kTwo},
      {"a list of objects in an annotator's record",
       "json-votes",
       R"([{"worker": "ann", "answers": [{"task": "q1", "label": "yes"}, {"task": "q2", "label": "yes"}]},
           {"worker": "bob", "answers": [{"task": "q1", "label": "no"}]}])",
       {"q1: ann=yes bob=no", "q2: ann=yes"}},
      {"an object by item in an annotator's record",
       "json-votes",
       R"([{"worker": "ann", "answers": {"q1": "yes", "q2": "yes"}}, {"worker": "bob", "answers": {"q1": "no"}}])",
       {"q1: ann=yes bob=no", "q2: ann=yes"}},
      {"a key an annotator",
       "json-votes",
       R"([{"id": "q1", "text": "a", "annotator_1": "yes", "annotator_2": "no"},
           {"id": "q2", "text": "b", "annotator_1": "yes", "annotator_2": null}])",
       {"q1: annotator_1=yes annotator_2=no", "q2: annotator_1=yes"}},
      {"one record on one line",
       "json-votes",
       R"({"id": "q1", "annotations": [{"annotator": "ann", "label": "yes"}, {"annotator": "bob", "label": "no"}]})",
       {"q1: ann=yes bob=no"}},
      {"lists without annotators",
       "json-votes",
       R"([{"id": "q1", "labels": ["yes", "no", "yes"]}, {"id": "q2", "labels": ["no", "no"]}])",
       {"q1: no=1 yes=2", "q2: no=2"}},
      {"a list under a name of its own",
       "json-votes",
       R"([{"id": "q1", "toxicity": [0, 1, 1]}, {"id": "q2", "toxicity": [0, 0, 0]}])",
       {"q1: 0=1 1=2", "q2: 0=3"}},
      {"a label under a name of its own",
       "json-votes",
       R"([{"item": "q1", "annotator": "ann", "toxicity": 1}, {"item": "q1", "annotator": "bob", "toxicity": 0},
           {"item": "q2", "annotator": "ann", "toxicity": 1}, {"item": "q2", "annotator": "bob", "toxicity": 1}])",
       {"q1: ann=1 bob=0", "q2: ann=1 bob=1"}},
      {"lists by item",
       "json-votes",
       R"({"q1": ["yes", "no"], "q2": ["yes", "yes", "no"]})",
       {"q1: no=1 yes=1", "q2: no=1 yes=2"}},
      {"lists of objects by item", "json-votes",
       R"({"q1": [{"annotator": "ann", "label": "yes"}, {"annotator": "bob", "label": "no"}],
           "q2": [{"annotator": "ann", "label": "yes"}]})",
       kTwo},
      {"a list beside a gold label, and an id of its own name",
       "json-votes",
       R"([{"annotator_labels": ["n", "e", "n"], "captionID": "c", "gold_label": "n", "pairID": "q1"},
           {"annotator_labels": ["c"], "captionID": "c", "gold_label": "c", "pairID": "q2"}])",
       {"q1: e=1 n=2", "q2: c=1"}},
      {"inputs and outputs", "json-votes",
       R"([{"inputValues": {"image": "a.png"}, "outputValues": {"result": "yes"}, "taskId": "q1", "assignmentId": "x", "workerId": "ann"},
           {"inputValues": {"image": "a.png"}, "outputValues": {"result": "no"}, "taskId": "q1", "assignmentId": "y", "workerId": "bob"},
           {"inputValues": {"image": "b.png"}, "outputValues": {"result": "yes"}, "taskId": "q2", "assignmentId": "z", "workerId": "ann"}])",
       kTwo},
      {"a data base of answers about one item",
       "json-votes",
       R"({"answers": {"-Mx1": {"item": "q1", "user": "ann", "label": "yes"}, "-Mx2": {"item": "q1", "user": "bob", "label": "no"}}})",
       {"q1: ann=yes bob=no"}},
      {"what is known of the annotator is no label", "json-votes",
       R"([{"rater_id": "ann", "item_id": "q1", "Q_overall": "yes", "rater_gender": "w", "rater_age": "30"},
           {"rater_id": "bob", "item_id": "q1", "Q_overall": "no", "rater_gender": "m", "rater_age": "50"},
           {"rater_id": "ann", "item_id": "q2", "Q_overall": "yes", "rater_gender": "w", "rater_age": "30"}])",
       kTwo},
      {"answers inside a list under a key",
       "json-votes",
       R"({"info": {}, "annotations": [
           {"question_id": "q1", "image_id": 9, "answers": [{"answer": "yes", "answer_id": 1}, {"answer": "no", "answer_id": 2}]},
           {"question_id": "q2", "image_id": 9, "answers": [{"answer": "no", "answer_id": 1}]}]})",
       {"q1: no=1 yes=1", "q2: no=1"}},
      {"a survey, a key a question",
       "json-votes",
       R"([{"respondent": "ann", "q1": 3, "q2": 4}, {"respondent": "bob", "q1": 2, "q2": null}])",
       {"q1: ann=3 bob=2", "q2: ann=4"}},
      {"an author beside the votes of others",
       "json-votes",
       R"([{"id": "q1", "user": "poster", "labels": ["yes", "yes", "no"]}, {"id": "q2", "user": "other", "labels": ["no"]}])",
       {"q1: no=1 yes=2", "q2: no=1"}},
      {"a list under the name of one label",
       "json-votes",
       R"([{"id": "q1", "user": "poster", "label": ["yes", "yes", "no"]}, {"id": "q2", "user": "other", "label": ["no"]}])",
       {"q1: no=1 yes=2", "q2: no=1"}},
      {"several labels of one annotator",
       "json-votes",
       R"([{"id": "q1", "user": "ann", "labels": ["yes", "no"]}, {"id": "q1", "user": "bob", "labels": ["no"]}])",
       {"q1: ann=yes ann=no bob=no"}},
      {"numbered labels",
       "json-votes",
       R"([{"id": "q1", "label_1": "x", "label_2": "y"}, {"id": "q2", "label_1": "x", "label_2": "x"}])",
       {"q1: x=1 y=1", "q2: x=2"}},
      {"keys with dots", "json-votes",
       R"([{"HITId": "q1", "WorkerId": "ann", "Input.text": "t", "Answer.mood": "yes"},
           {"HITId": "q1", "WorkerId": "bob", "Input.text": "t", "Answer.mood": "no"},
           {"HITId": "q2", "WorkerId": "ann", "Input.text": "u", "Answer.mood": "yes"}])",
       kTwo},
      {"counts by item",
       "json-counts",
       R"({"q1": {"yes": 3, "no": 2}, "q2": {"yes": 5}})",
       {"q1: no=2 yes=3", "q2: yes=5"}},
      {"counts in a record",
       "json-counts",
       R"([{"id": "q1", "text": "a", "label": "x", "counts": {"x": 3, "y": 2}}, {"id": "q2", "text": "b", "label": "y", "counts": {"y": 4}}])",
       {"q1: x=3 y=2", "q2: y=4"}},
      {"counts as lists",
       "json-counts",
       R"([{"id": "q1", "label_counts": [3, 0, 2]}, {"id": "q2", "label_counts": [0, 5, 0]}])",
       {"q1: 0=3 2=2", "q2: 1=5"}},
      {"annotators outside",
       "peerannot",
       R"({"worker_1": {"q1": "yes", "q2": "yes", "q3": "no"}, "worker_2": {"q1": "no", "q3": "no"}})",
       {"q1: worker_1=yes worker_2=no", "q2: worker_1=yes", "q3: worker_1=no worker_2=no"}},
      {"items outside",
       "peerannot",
       R"({"img-1.png": {"ann1": 1, "ann2": 0}, "img-2.png": {"ann2": 1}})",
       {"img-1.png: ann1=1 ann2=0", "img-2.png: ann2=1"}},
  };
  for (const Shape& shape : shapes) {
    SCOPED_TRACE(shape.what);
    try {
      const ImportResult result = import(shape.bytes);
      EXPECT_EQ(result.audit.format, shape.format);
      EXPECT_EQ(items_text(result), shape.votes);
      EXPECT_FALSE(result.audit.plan.item.empty());
      EXPECT_FALSE(result.audit.plan.label.empty());
      EXPECT_EQ(result.votes.has_annotators(), !result.audit.plan.annotator.empty());
      EXPECT_FALSE(result.audit.remarks.empty()) << "what was taken is said";
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

struct Probabilities {
  std::string_view what;
  std::string_view bytes;
};

TEST(JsonShapes, SharesByClassAreProbabilities) {
  for (const Probabilities& shape : {
           Probabilities{"by item", R"({"q1": {"yes": 0.6, "no": 0.4}, "q2": {"yes": 1.0, "no": 0.0}})"},
           Probabilities{"in records", R"([{"id": "q1", "label": "yes", "soft": {"yes": 0.6, "no": 0.4}},
                                           {"id": "q2", "label": "yes", "soft": {"yes": 1, "no": 0}}])"},
           Probabilities{"beside the item",
                         R"([{"id": "q1", "yes": 0.6, "no": 0.4}, {"id": "q2", "yes": 1, "no": 0}])"},
           Probabilities{"under a key", R"({"data": {"q1": {"yes": 0.6, "no": 0.4}, "q2": {"yes": 1}}})"},
           Probabilities{"lines",
                         "{\"id\": \"q1\", \"p\": {\"yes\": 0.6, \"no\": 0.4}}\n"
                         "{\"id\": \"q2\", \"p\": {\"yes\": 1}}\n"},
       }) {
    SCOPED_TRACE(shape.what);
    const ImportResult result = import(shape.bytes);
    EXPECT_EQ(result.audit.format, "json-soft");
    ASSERT_EQ(result.votes.knowledge(), Knowledge::probabilities);
    EXPECT_EQ(result.votes.class_space().names, (Lines{"no", "yes"}));
    ASSERT_EQ(result.votes.items(), 2u);
    std::vector<double> row(2);
    result.votes.fractions_of(0, row);
    EXPECT_DOUBLE_EQ(row[0], 0.4);
    result.votes.fractions_of(1, row);
    EXPECT_DOUBLE_EQ(row[1], 1.0);
  }
}

TEST(JsonShapes, RoundedSharesAreDividedByTheirSum) {
  const ImportResult result =
      import(R"({"q1": {"a": 0.33, "b": 0.33, "c": 0.33}, "q2": {"a": 0.5, "b": 0.5, "c": 0.0}})");
  std::vector<double> row(3);
  result.votes.fractions_of(0, row);
  EXPECT_NEAR(row[0], 1.0 / 3, 1e-12);
  EXPECT_NE(result.audit.remarks[1].find("rounded shares were divided by their sums"), std::string::npos);
  EXPECT_NE(error_as("json-soft", R"({"q1": {"a": 0.5, "b": 0.5}, "q2": {"a": 0.7, "b": 0.2}})"), "no error");
}

TEST(JsonShapes, ColumnOptionsArePaths) {
  ImportOptions options;
  options.item_column = "meta.doc";
  options.annotator_column = "by.0";
  options.label_column = "out.v";
  EXPECT_EQ(items_text(import(R"([{"meta": {"doc": 7}, "by": ["ann", "x"], "out": {"v": "a"}},
                                  {"meta": {"doc": 8}, "by": ["bob", "x"], "out": {"v": "b"}}])",
                              options)),
            (Lines{"7: ann=a", "8: bob=b"}));
  // A key that itself has dots wins.
  EXPECT_EQ(items_text(import(R"([{"meta.doc": 1, "meta": {"doc": 7}, "by": ["ann"], "out": {"v": "a"}}])",
                              options)),
            (Lines{"1: ann=a"}));
  options.label_column = "out.w";
  const std::string error = error_of(R"([{"meta": {"doc": 7}, "by": ["ann"], "out": {"v": "a"}}])", options);
  EXPECT_EQ(error.find("export.json: label-column: unknown key 'out.w'"), 0u) << error;
  options = {};
  options.annotator_column = "c*";
  EXPECT_EQ(
      items_text(import(
          R"([{"id": 1, "c1": "x", "c2": "y", "d": 3}, {"id": 2, "c1": "x", "c2": "x", "d": 4}])", options)),
      (Lines{"1: c1=x c2=y", "2: c1=x c2=x"}));
}

TEST(JsonShapes, WhatWasNotReadIsSaid) {
  const ImportResult result = import(R"({"version": 1, "data": [
      {"item": "q1", "annotator": "ann", "label": "a", "score": 0.93, "gold": "a", "split": "train"},
      {"item": "q1", "annotator": "bob", "label": "b", "score": 0.51, "gold": "a", "split": "train"}]})");
  EXPECT_EQ(items_text(result), (Lines{"q1: ann=a bob=b"}));
  EXPECT_EQ(result.audit.plan.left_out, (Lines{"score", "split", "version"}));
  EXPECT_EQ(result.gold, (std::vector<std::int32_t>{0}));
  EXPECT_EQ(result.audit.plan.item, "key 'item'");
  EXPECT_EQ(result.audit.plan.annotator, "key 'annotator'");
  EXPECT_EQ(result.audit.plan.label, "key 'label'");
}

TEST(JsonShapes, OneLabelAnItemMayBeGold) {
  const ImportResult result = import(R"([{"id": 1, "label": "a"}, {"id": 2, "label": "b"}])");
  EXPECT_NE(result.audit.remarks.back().find("these may be gold labels"), std::string::npos);
}

// What a key holds tells more than its name where there are records enough.
TEST(JsonShapes, TextsThatPeopleWroteAndTheSameInOtherWordsAreNoQuestions) {
  Json records = Json::array();
  for (int i = 0; i < 30; ++i) {
    records.push_back({{"question_id", i / 3},
                       {"user", "u" + std::to_string(i % 3)},
                       {"response", "text number " + std::to_string(i)},
                       {"label", i % 2 == 0 ? "good" : "bad"},
                       {"label_id", i % 2}});
  }
  const ImportResult result = import(records.dump());
  EXPECT_EQ(result.audit.plan.label, "key 'label'");
  EXPECT_EQ(result.audit.plan.left_out, (Lines{"response", "label_id"}));
  for (Json& record : records) {
    record.erase("label");
    record.erase("label_id");
  }
  EXPECT_NE(error_of(records.dump(), {}).find("no votes were found"), std::string::npos);
  EXPECT_EQ(import(records.dump(), question("response")).votes.classes(), 30u);
}

TEST(JsonShapes, ListsThatAreNotInStepAreRefused) {
  EXPECT_EQ(
      error_of(R"([{"id": 1, "labels": ["a", "b"], "annotators": ["x", "y"]},
                         {"id": 2, "labels": ["a", "b"], "annotators": ["x"]}])",
               {}),
      "export.json, record 2: 2 labels in 'labels' and 1 annotators in 'annotators'; the two lists must be "
      "of one length");
}

TEST(JsonShapes, AFormatThatIsToldIsNotAskedAbout) {
  const ImportResult result = import_as("peerannot", R"({"worker_1": {"q1": "a"}, "worker_2": {"q1": "b"}})");
  EXPECT_EQ(items_text(result), (Lines{"worker_1: q1=a", "worker_2: q1=b"}));
  EXPECT_NE(result.audit.remarks.back().find("it looks the other way round"), std::string::npos);
}

}  // namespace
}  // namespace dissent::import_json_shapes_test
