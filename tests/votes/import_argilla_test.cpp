#include "json_samples.h"

namespace dissent::import_argilla_test {
namespace {

using namespace samples;

std::string record_error(const std::string& responses) {
  return error_as("argilla", R"([{"id": "a", "fields": {}, "responses": )" + responses + "}]");
}

TEST(Argilla, ReadsResponsesByQuestion) {
  const ImportResult result = import(kArgilla2);
  EXPECT_EQ(items_text(result), (Lines{"rec-1: u1=pos u2=neg", "rec-2:"}));
  EXPECT_EQ(result.audit.rows, 2u);
  EXPECT_EQ(result.audit.votes, 2u);
  EXPECT_EQ(result.audit.remarks, (Lines{"question: 'label'"}));
  EXPECT_EQ(oddities(result, "item-without-votes"), 1u);
}

TEST(Argilla, ReadsResponsesByUser) {
  const ImportResult result = import(kArgilla1);
  EXPECT_EQ(items_text(result), (Lines{"doc-1: u1=4 u2=2", "doc-2:"}));
  EXPECT_TRUE(result.votes.class_space().ordered) << "ratings are numbers";
  EXPECT_EQ(oddities(result, "draft"), 1u);
  EXPECT_EQ(oddities(result, "discarded"), 1u);
  EXPECT_EQ(result.audit.find("discarded")->first, "export.json, line 2");
  EXPECT_EQ(result.audit.dropped, 2u);
}

TEST(Argilla, ReadsFlatColumns) {
  const ImportResult result = import(kArgillaFlat);
  EXPECT_EQ(items_text(result), (Lines{"rec-1: u1=pos u2=neg", "rec-2:"}));
  EXPECT_EQ(oddities(result, "discarded"), 1u);
}

TEST(Argilla, OneQuestionOfSeveralIsChosenByName) {
  constexpr std::string_view bytes = R"([{"id": "r", "fields": {}, "responses": {
     "tone": [{"value": "calm", "user_id": "u1"}],
     "topics": [{"value": ["a", "b"], "user_id": "u1", "status": "submitted"}, {"value": [], "user_id": "u2"}],
     "entities": [{"value": [{"start": 0, "end": 2, "label": "PER"}], "user_id": "u1"}]}}])";
  EXPECT_EQ(error_of(bytes, {}),
            "export.json: 2 questions have answers: 'tone, topics'; choose one with label-column");
  EXPECT_EQ(items_text(import(bytes, question("tone"))), (Lines{"r: u1=calm"}));
  const ImportResult topics = import(bytes, question("topics"));
  EXPECT_EQ(items_text(topics), (Lines{"r: u1=a u1=b"}));
  EXPECT_EQ(oddities(topics, "several-labels"), 1u);
  EXPECT_EQ(oddities(topics, "no-choice"), 1u);
  EXPECT_EQ(oddities(topics, "unsupported-answer"), 1u);
  EXPECT_EQ(
      error_of(bytes, question("entities")),
      "export.json, record 1: the answers to 'entities' are spans or rankings, which are no votes; choose "
      "another label-column");
  EXPECT_EQ(error_of(bytes, question("tones")).find("export.json: label-column: unknown question 'tones'"),
            0u);
}

TEST(Argilla, FlatColumnsOfSeveralQuestions) {
  constexpr std::string_view bytes =
      R"([{"id": 1, "a.responses": ["x"], "a.responses.users": ["u"], "b.responses": [3], "b.responses.users": ["u"]}])";
  EXPECT_EQ(error_of(bytes, {}),
            "export.json: 2 questions have answers: 'a, b'; choose one with label-column");
  EXPECT_EQ(items_text(import(bytes, question("b"))), (Lines{"1: u=3"}));
}

TEST(Argilla, RecordsWithoutAnIdAreNumbered) {
  const ImportResult result = import(
      R"([{"fields": {}, "responses": null}, {"fields": {"ref": "z"}, "responses": [{"user_id": null,
           "status": "submitted", "values": {"q": {"value": "x"}}}]}])");
  EXPECT_EQ(items_text(result), (Lines{"0:", "1: x=1"}));
  EXPECT_EQ(result.votes.knowledge(), Knowledge::counts);
  EXPECT_EQ(result.audit.remarks.back(), "records without an id are numbered from 0");
  ImportOptions options;
  options.item_column = "text";
  EXPECT_EQ(items_text(import(kArgilla2, options)), (Lines{"good: u1=pos u2=neg", "bad:"}));
  options.item_column = "nothing";
  EXPECT_EQ(error_of(kArgilla2, options),
            "export.json, record 1: no key 'nothing' here, in 'fields' or in 'metadata' (item-column)");
}

TEST(Argilla, RefusesOddShapes) {
  EXPECT_EQ(record_error("3"),
            "export.json, record 1: 'responses' is of type number, where an object or an array is wanted");
  EXPECT_EQ(record_error(R"({"q": 3})"),
            "export.json, record 1: the responses to 'q' are of type number, where an array is wanted");
  EXPECT_EQ(record_error(R"({"q": [{"user_id": "u"}]})"),
            "export.json, record 1: the key 'value' is missing");
  EXPECT_EQ(record_error(R"({"q": ["x"]})"),
            "export.json, record 1: of type string, where an object with the key 'value' is wanted");
  EXPECT_EQ(record_error(R"({"q": [{"value": "x", "user_id": ["u"]}]})"),
            "export.json, record 1: 'user_id' is an array, where a text or a number is wanted");
  EXPECT_EQ(record_error(R"([{"user_id": "u", "status": "submitted"}])"),
            "export.json, record 1: the key 'values' is missing");
  EXPECT_EQ(record_error(R"([{"user_id": "u", "status": "lost", "values": {"q": {"value": 1}}}])"),
            "export.json, record 1: 'status' is 'lost', where submitted, discarded or draft is wanted");
  EXPECT_EQ(record_error(R"({"q": [{"value": ["x", ["y"]], "user_id": "u"}]})"),
            "export.json, record 1: a response's value is an array, where a text or a number is wanted");
  EXPECT_EQ(record_error("{}"), "export.json: no answers: no record holds a label, a choice or a rating");
  EXPECT_EQ(error_as("argilla", R"([{"id": 1, "q.responses": ["x", "y"], "q.responses.users": ["u"]}])"),
            "export.json, record 1: 'q.responses.users' has 1 entries for 2 responses");
  EXPECT_EQ(error_as("argilla", R"([{"id": 1, "q.responses": "x"}])"),
            "export.json, record 1: 'q.responses' is of type string, where an array is wanted");
}

}  // namespace
}  // namespace dissent::import_argilla_test
