#include "json_samples.h"

namespace dissent::import_label_studio_test {
namespace {

using namespace samples;

// Two questions, a rating and a comment in one annotation.
constexpr std::string_view kTwoQuestions = R"([
{"id": 1, "data": {"text": "t"}, "annotations": [
  {"id": 5, "completed_by": {"id": 3, "email": "ann@example.org", "first_name": "Ann", "last_name": "A"},
   "was_cancelled": false, "ground_truth": false, "result": [
    {"from_name": "tone", "to_name": "text", "type": "choices", "value": {"choices": ["Calm"]}},
    {"from_name": "stars", "to_name": "text", "type": "rating", "value": {"rating": 4}},
    {"from_name": "topic", "to_name": "text", "type": "taxonomy", "value": {"taxonomy": [["A", "B"]]}},
    {"from_name": "note", "to_name": "text", "type": "textarea", "value": {"text": ["fine"]}}]},
  {"id": 6, "completed_by": {"id": 4, "email": "bob@example.org", "first_name": "", "last_name": ""},
   "was_cancelled": false, "ground_truth": false, "result": [
    {"from_name": "stars", "to_name": "text", "type": "rating", "value": {"rating": 2}}]}]}])";

std::string annotation_error(const std::string& annotation) {
  return error_as("label-studio", R"([{"id": 1, "data": {}, "annotations": [)" + annotation + "]}]");
}

TEST(LabelStudio, TellsVotesCancelledAndGroundTruthApart) {
  const ImportResult result = import(kLabelStudio);
  EXPECT_EQ(items_text(result), (Lines{"7: 10=Positive 11=Negative", "8: 10=Positive 10=Negative"}));
  EXPECT_EQ(result.votes.class_space().names, (Lines{"Negative", "Positive"}));
  EXPECT_EQ(result.gold, (std::vector<std::int32_t>{0, -1}));
  EXPECT_EQ(oddities(result, "cancelled"), 1u);
  EXPECT_EQ(oddities(result, "ground-truth"), 1u);
  EXPECT_EQ(oddities(result, "several-labels"), 1u);
  EXPECT_EQ(result.audit.find("several-labels")->first, "export.json, record 2");
  EXPECT_EQ(result.audit.rows, 5u);
  EXPECT_EQ(result.audit.votes, 4u);
  EXPECT_EQ(result.audit.dropped, 1u);
  EXPECT_EQ(result.audit.remarks, (Lines{"question: 'sentiment'"}));
}

TEST(LabelStudio, OneQuestionOfSeveralIsChosenByName) {
  EXPECT_EQ(error_of(kTwoQuestions, {}),
            "export.json: 2 questions have answers: 'tone, stars'; choose one with label-column");
  const ImportResult tone = import(kTwoQuestions, question("tone"));
  EXPECT_EQ(items_text(tone), (Lines{"1: 3=Calm"}));
  EXPECT_EQ(oddities(tone, "unsupported-answer"), 2u);
  EXPECT_EQ(oddities(tone, "no-choice"), 1u);
  const ImportResult stars = import(kTwoQuestions, question("stars"));
  EXPECT_EQ(items_text(stars), (Lines{"1: 3=4 4=2"}));
  EXPECT_TRUE(stars.votes.class_space().ordered);
  EXPECT_EQ(
      error_of(kTwoQuestions, question("star")).find("export.json: label-column: unknown question 'star'"),
      0u);
}

TEST(LabelStudio, FlagsNameTheItemAndTheAnnotator) {
  ImportOptions options;
  options.item_column = "ref";
  EXPECT_EQ(items_text(import(kLabelStudio, options)),
            (Lines{"doc-a: 10=Positive 11=Negative", "doc-b: 10=Positive 10=Negative"}));
  options.annotator_column = "email";
  EXPECT_EQ(error_of(kLabelStudio, options),
            "export.json, record 1: annotators are plain numbers or names here; leave annotator-column out");
  options = question("stars");
  options.annotator_column = "email";
  EXPECT_EQ(items_text(import(kTwoQuestions, options)), (Lines{"1: ann@example.org=4 bob@example.org=2"}));
  options = {};
  options.item_column = "nothing";
  EXPECT_EQ(error_of(kLabelStudio, options), "export.json, record 1: the key 'nothing' is missing");
}

TEST(LabelStudio, TasksWithoutVotesStay) {
  const ImportResult result = import(R"([
    {"id": 1, "data": {}, "annotations": []},
    {"id": 2, "data": {}, "annotations": [{"id": 9, "completed_by": 1, "result": []}]},
    {"id": 3, "data": {}, "annotations": [{"id": 8, "completed_by": 1, "result": [
      {"from_name": "q", "type": "choices", "value": {"choices": ["a"]}}]}]}])");
  EXPECT_EQ(items_text(result), (Lines{"1:", "2:", "3: 1=a"}));
  EXPECT_EQ(oddities(result, "item-without-votes"), 2u);
  EXPECT_EQ(oddities(result, "no-choice"), 1u);
}

TEST(LabelStudio, VotesOfUnknownAnnotatorsAreCounts) {
  const ImportResult result = import(R"([{"id": 1, "data": {}, "annotations": [
      {"result": [{"from_name": "q", "type": "choices", "value": {"choices": ["a"]}}]},
      {"completed_by": null, "result": [{"from_name": "q", "type": "choices", "value": {"choices": ["a"]}}]}]}])");
  EXPECT_EQ(result.votes.knowledge(), Knowledge::counts);
  EXPECT_EQ(items_text(result), (Lines{"1: a=2"}));
}

TEST(LabelStudio, ReadsJsonMin) {
  const ImportResult result = import(kLabelStudioMin);
  EXPECT_EQ(items_text(result), (Lines{"7: 10=Positive 11=Positive 11=Negative"}));
  EXPECT_EQ(oddities(result, "several-labels"), 1u);
  EXPECT_EQ(result.audit.rows, 2u);
}

TEST(LabelStudio, ReadsTheQuestionsOfJsonMin) {
  constexpr std::string_view bytes = R"([
    {"text": "t", "id": 7, "tone": "Calm", "stars": [{"rating": 4}], "annotator": "ann@example.org",
     "annotation_id": 1, "created_at": "", "updated_at": "", "lead_time": 1.0},
    {"text": "t", "id": 7, "stars": [{"rating": 5}], "ner": [{"start": 0, "end": 1, "labels": ["PER"]}],
     "annotator": "bob@example.org", "annotation_id": 2, "created_at": "", "updated_at": "", "lead_time": 1.0}])";
  EXPECT_EQ(error_of(bytes, {}),
            "export.json: 2 questions have answers: 'tone, stars'; choose one with label-column");
  EXPECT_EQ(items_text(import(bytes, question("stars"))), (Lines{"7: ann@example.org=4 bob@example.org=5"}));
  const ImportResult tone = import(bytes, question("tone"));
  EXPECT_EQ(items_text(tone), (Lines{"7: ann@example.org=Calm"}));
  EXPECT_EQ(oddities(tone, "no-choice"), 1u);
}

TEST(LabelStudio, RefusesOddShapes) {
  EXPECT_EQ(error_as("label-studio", R"([{"id": 1, "annotations": {}}])"),
            "export.json, record 1: 'annotations' is of type object, where an array is wanted");
  EXPECT_EQ(error_as("label-studio", R"([{"annotations": []}])"),
            "export.json, record 1: the key 'id' is missing");
  EXPECT_EQ(error_as("label-studio", R"([{"id": 1, "data": {}}])"),
            "export.json, record 1: neither 'annotations' (JSON export) nor 'annotator' (JSON-MIN export)");
  EXPECT_EQ(error_as("label-studio", R"([{"id": 1, "annotations": []}])"),
            "export.json: no answers: no record holds a label, a choice or a rating");
  EXPECT_EQ(annotation_error("5"),
            "export.json, record 1: of type number, where an object with the key 'result' is wanted");
  EXPECT_EQ(annotation_error("{}"), "export.json, record 1: the key 'result' is missing");
  EXPECT_EQ(annotation_error(R"({"result": [{"from_name": "q", "value": {"choices": "a"}}]})"),
            "export.json, record 1: 'choices' is of type string, where an array is wanted");
  EXPECT_EQ(annotation_error(R"({"result": [{"from_name": "q", "value": {"choices": [["a"]]}}]})"),
            "export.json, record 1: a choice is an array, where a text or a number is wanted");
  EXPECT_EQ(annotation_error(R"({"completed_by": {"email": "x"},
                                 "result": [{"from_name": "q", "value": {"choices": ["a"]}}]})"),
            "export.json, record 1: the key 'id' is missing");
  EXPECT_EQ(
      annotation_error(R"({"completed_by": 1, "result": [{"from_name": "q", "value": {"choices": ["a"]}}]},
                                {"result": [{"from_name": "q", "value": {"choices": ["a"]}}]})")
          .find("export.json: some votes have an annotator and some have none"),
      0u);
}

}  // namespace
}  // namespace dissent::import_label_studio_test
