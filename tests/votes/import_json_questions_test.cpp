// JSON that could be read in more ways than one, or in none: refused with a line that names what was seen and
// the option that helps, and that option does help.
#include <string>

#include "json_samples.h"

namespace dissent::import_json_questions_test {
namespace {

using namespace samples;

struct Refusal {
  std::string_view what;
  std::string_view bytes;
  Lines says;  // all of them stand in the line
};

TEST(JsonQuestions, WhatIsUnclearIsRefusedWithTheOptionThatHelps) {
  const std::vector<Refusal> refusals = {
      {"several questions",
       R"([{"item": "q1", "annotator": "ann", "rating": 3, "sentiment": "good"},
           {"item": "q2", "annotator": "ann", "rating": 1, "sentiment": "bad"}])",
       {"2 keys could be the label: 'rating, sentiment'", "label-column"}},
      {"several lists",
       R"([{"id": "q1", "labels": [1, 0], "ratings": [4, 5]}, {"id": "q2", "labels": [1, 1], "ratings": [3, 3]}])",
       {"'labels, ratings'", "label-column"}},
      {"several keys in a list of objects",
       R"([{"id": "q1", "annotations": [{"annotator": "ann", "stance": "pro", "rating": 1}]},
           {"id": "q2", "annotations": [{"annotator": "ann", "stance": "con", "rating": 2}]}])",
       {"'annotations.stance, annotations.rating'", "label-column"}},
      {"counts or labels",
       R"({"x": {"a": 3, "b": 2}, "y": {"a": 1, "b": 4}, "z": {"a": 0, "b": 5}})",
       {"peerannot", "json-counts", "format"}},
      {"which way round",
       R"({"x": {"a": "u", "b": "v"}, "y": {"a": "v", "b": "v"}, "z": {"a": "u", "b": "u"}})",
       {"3 outer names ('x', 'y', 'z') and 2 inner ones ('a', 'b')", "format peerannot", "transpose"}},
      {"questions of one annotator on one item",
       R"([{"item": 1, "annotator": "a", "answers": {"toxic": 1, "funny": 0}},
           {"item": 2, "annotator": "a", "answers": {"toxic": 1, "funny": 1}}])",
       {"2 keys could be the label: 'answers.toxic, answers.funny'", "label-column"}},
      {"whole numbers in flat records",
       R"([{"id": 1, "x": 3, "y": 2}, {"id": 2, "x": 5, "y": 0}])",
       {"votes by class or labels by annotator", "format json-counts", "annotator-column"}},
      {"lists by annotator",
       R"({"ann1": [1, 0, 1], "ann2": [0, 0, 1]})",
       {"2 lists of labels by name", "format json-votes", "transpose"}},
      {"annotators' metadata",
       R"({"Ann1": {"Gender": "Male", "Age": "26"}, "Ann2": {"Gender": "Female", "Age": "30"}})",
       {"describe annotators and hold no votes", "'Gender, Age'"}},
      {"texts",
       R"({"a": {"text": "one", "lang": "en"}, "b": {"text": "two", "lang": "de"},
                    "c": {"text": "three", "lang": "en"}})",
       {"an object of named records with the keys 'text, lang'", "label-column"}},
      {"nothing like a label",
       R"([{"a": 1}, {"a": 2}])",
       {"an array of records with the keys 'a'", "label-column"}},
      {"no item",
       R"([{"annotator": "ann", "label": "x"}, {"annotator": "bob", "label": "y"}])",
       {"no votes were found", "item-column"}},
      {"numbers", "[1, 2, 3]", {"JSON of type array without records"}},
      {"nothing", "[]", {"no records: the JSON is empty"}},
  };
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(refusal.what);
    const std::string error = error_of(refusal.bytes, {});
    EXPECT_EQ(error.find("export.json: "), 0u) << error;
    for (const std::string& text : refusal.says) EXPECT_NE(error.find(text), std::string::npos) << error;
  }
}

TEST(JsonQuestions, TheOptionsThatARefusalNamesDoHelp) {
  const std::string_view questions =
      R"([{"item": "q1", "annotator": "ann", "rating": 3, "sentiment": "good"},
          {"item": "q2", "annotator": "ann", "rating": 1, "sentiment": "bad"}])";
  EXPECT_EQ(items_text(import(questions, question("sentiment"))), (Lines{"q1: ann=good", "q2: ann=bad"}));
  EXPECT_EQ(import(questions, question("rating")).audit.plan.left_out, (Lines{"sentiment"}));

  const std::string_view inside =
      R"([{"id": "q1", "annotations": [{"annotator": "ann", "stance": "pro", "rating": 1}]},
          {"id": "q2", "annotations": [{"annotator": "ann", "stance": "con", "rating": 2}]}])";
  EXPECT_EQ(items_text(import(inside, question("annotations.stance"))),
            (Lines{"q1: ann=pro", "q2: ann=con"}));

  const std::string_view either = R"({"x": {"a": 3, "b": 2}, "y": {"a": 1, "b": 4}, "z": {"a": 0, "b": 5}})";
  EXPECT_EQ(items_text(import_as("json-counts", either)).front(), "x: a=3 b=2");
  EXPECT_EQ(items_text(import_as("peerannot", either)).front(), "x: a=3 b=2");
  ImportOptions swapped;
  swapped.transpose = true;
  EXPECT_EQ(items_text(import(either, swapped)).front(), "a: x=3 y=1 z=0");
  swapped.format = "peerannot";
  EXPECT_EQ(items_text(import(either, swapped)).front(), "a: x=3 y=1 z=0");

  const std::string_view lists = R"({"ann1": [1, 0, 1], "ann2": [0, 0, 1]})";
  EXPECT_EQ(items_text(import_as("json-votes", lists)), (Lines{"ann1: 0=1 1=2", "ann2: 0=2 1=1"}));
  swapped.format = "auto";
  EXPECT_EQ(items_text(import(lists, swapped)),
            (Lines{"0: ann1=1 ann2=0", "1: ann1=0 ann2=0", "2: ann1=1 ann2=1"}));

  const std::string_view flat = R"([{"id": 1, "x": 3, "y": 2}, {"id": 2, "x": 5, "y": 0}])";
  EXPECT_EQ(items_text(import_as("json-counts", flat)), (Lines{"1: x=3 y=2", "2: x=5"}));
  ImportOptions columns;
  columns.annotator_column = "x,y";
  EXPECT_EQ(items_text(import(flat, columns)), (Lines{"1: x=3 y=2", "2: x=5 y=0"}));

  const std::string_view deep = R"([{"item": 1, "annotator": "a", "answer": {"tone": {"x": {"y": "z"}}}},
                                    {"item": 2, "annotator": "a", "answer": {"tone": {"x": {"y": "w"}}}}])";
  EXPECT_NE(error_of(deep, question("answer"))
                .find("what key 'answer' holds is no label; name a key inside: 'answer.tone"),
            std::string::npos);

  ImportOptions named;
  named.item_column = "annotator";
  EXPECT_EQ(error_of(R"([{"annotator": "a", "label": "x"}, {"annotator": "b", "label": "y"}])", named)
                .find("export.json: key 'annotator' cannot serve twice"),
            0u);
  named.item_column = "page.no";
  EXPECT_EQ(items_text(import(R"([{"page": {"no": 4}, "annotator": "a", "label": "x"}])", named)),
            (Lines{"4: a=x"}));
}

}  // namespace
}  // namespace dissent::import_json_questions_test
