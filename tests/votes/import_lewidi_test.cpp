// LeWiDi and peerannot: objects of named items.
#include <algorithm>
#include <fstream>
#include <iterator>

#include "dissent/io/json.h"
#include "json_samples.h"

namespace dissent::import_lewidi_test {
namespace {

using namespace samples;

std::string lewidi_error(const std::string& record) {
  return error_as("lewidi", "{\"x\": " + record + "}");
}

TEST(Lewidi, ReadsTheShapeOf2023) {
  const ImportResult result = import(kLewidi2023);
  EXPECT_EQ(items_text(result), (Lines{"1: Ann1=0 Ann2=0 Ann3=1", "2: Ann2=1 Ann4=1"}));
  EXPECT_EQ(result.votes.class_space().names, (Lines{"0", "1"}));
  EXPECT_TRUE(result.gold.empty()) << "hard_label is a majority, not gold";
  EXPECT_EQ(result.audit.rows, 2u);
  EXPECT_EQ(result.audit.votes, 5u);
  EXPECT_EQ(result.audit.oddities.size(), 1u);
  EXPECT_EQ(oddities(result, "unequal-votes"), 1u);
}

TEST(Lewidi, ReadsTheShapeOf2025WithSeveralLabels) {
  const ImportResult result = import(kLewidi2025);
  EXPECT_EQ(items_text(result),
            (Lines{"49807: Ann1=neutral Ann2=entailment Ann2=neutral Ann3=neutral Ann4=entailment"}));
  EXPECT_EQ(result.votes.class_space().names, (Lines{"contradiction", "entailment", "neutral"}));
  EXPECT_EQ(oddities(result, "several-labels"), 1u);
  EXPECT_EQ(result.audit.find("several-labels")->first, "export.json, item '49807'");
  EXPECT_EQ(oddities(result, "number-of-annotations"), 0u);
}

TEST(Lewidi, SoftLabelsGiveTheWholeScale) {
  const ImportResult result = import(kLewidiRatings);
  EXPECT_EQ(items_text(result), (Lines{"95686: Ann1=-4 Ann2=-5 Ann3=2 Ann4=-5"}));
  EXPECT_EQ(result.votes.class_space().names,
            (Lines{"-5", "-4", "-3", "-2", "-1", "0", "1", "2", "3", "4", "5"}));
  EXPECT_EQ(result.votes.class_space().values.front(), -5);
  EXPECT_TRUE(result.votes.class_space().ordered);
}

TEST(Lewidi, ASoftLabelOfSomethingElseIsNotTheScale) {
  const ImportResult result = import(
      R"({"7": {"annotations": "-3,0,1", "annotators": "A,B,C", "soft_label": {"0": 0.67, "1": 0.33}}})");
  EXPECT_EQ(items_text(result), (Lines{"7: A=-3 B=0 C=1"}));
  EXPECT_EQ(result.votes.class_space().names, (Lines{"-3", "0", "1"}));
}

TEST(Lewidi, NumbersInTwoSpellingsAreOneClass) {
  const ImportResult result =
      import(R"({"7": {"annotations": {"A": "0.0", "B": 1}, "soft_label": {"0": 0.5, "1": 0.5, "2": 0}}})");
  EXPECT_EQ(items_text(result), (Lines{"7: A=0 B=1"}));
  EXPECT_EQ(result.votes.classes(), 3u);
}

TEST(Lewidi, HiddenAndEmptyLabels) {
  const ImportResult result = import(
      R"({"1": {"annotations": "", "annotators": "A,B", "soft_label": {}},
          "2": {"annotations": {}, "annotators": "A"},
          "3": {"annotations": {"A": "", "B": "yes", "C": null}, "annotators": "A,B,C"}})");
  EXPECT_EQ(items_text(result), (Lines{"1:", "2:", "3: B=yes"}));
  EXPECT_EQ(oddities(result, "item-without-votes"), 2u);
  EXPECT_EQ(oddities(result, "empty-label"), 2u);
}

TEST(Lewidi, AWrongNumberOfAnnotationsIsNoted) {
  const ImportResult result =
      import(R"({"1": {"annotations": "0,1", "annotators": "A,B", "number of annotations": 3}})");
  EXPECT_EQ(result.audit.votes, 2u);
  ASSERT_NE(result.audit.find("number-of-annotations"), nullptr);
  EXPECT_EQ(result.audit.find("number-of-annotations")->note,
            "says 3 where 2 are listed; those listed are used");
}

TEST(Lewidi, RefusesOddShapes) {
  EXPECT_EQ(lewidi_error(R"({"annotations": "0,1,1", "annotators": "A,B"})"),
            "export.json, item 'x': 3 annotations of 2 annotators; the two lists must be of one length");
  EXPECT_EQ(lewidi_error(R"({"annotations": {"A": "0", "B": "1"}, "annotators": "A,B,C"})"),
            "export.json, item 'x': annotations of 2 annotators, and 3 listed in 'annotators'");
  EXPECT_EQ(lewidi_error(R"({"annotators": "A,B"})"),
            "export.json, item 'x': the key 'annotations' is missing");
  EXPECT_EQ(lewidi_error(R"({"annotations": "0,1"})"),
            "export.json, item 'x': the key 'annotators' is missing");
  EXPECT_EQ(lewidi_error(R"({"annotations": [0, 1], "annotators": "A,B"})"),
            "export.json, item 'x': 'annotations' is of type array, where a text or an object is wanted");
  EXPECT_EQ(lewidi_error(R"({"annotations": "0", "annotators": ["A"]})"),
            "export.json, item 'x': 'annotators' is of type array, where a comma-separated text is wanted");
  EXPECT_EQ(lewidi_error(R"({"annotations": "0,1", "annotators": "A,"})"),
            "export.json, item 'x': an annotator is empty; every one needs a name");
  EXPECT_EQ(lewidi_error(R"({"annotations": {"A": ["0"]}})"),
            "export.json, item 'x': an annotation is an array, where a text or a number is wanted");
  EXPECT_EQ(lewidi_error("3"),
            "export.json, item 'x': of type number, where an object with the key 'annotations' is wanted");
}

// The records of a file of named items as an array, with their names as ids.
Json as_list(std::string_view bytes) {
  Json list = Json::array();
  const Json named = Json::parse(bytes);
  for (const auto& [name, record] : named.items()) {
    Json copy = {{"id", name}};
    copy.update(record);
    list.push_back(copy);
  }
  return list;
}

std::string as_lines(const Json& list) {
  std::string lines;
  for (const Json& record : list) lines += record.dump() + "\n";
  return lines;
}

TEST(Lewidi, ArraysAndLinesAreReadAsNamedRecordsAre) {
  for (const std::string_view sample : {kLewidi2023, kLewidi2025, kLewidiRatings}) {
    const ImportResult named = import(sample);
    for (const std::string& bytes : {as_list(sample).dump(), as_lines(as_list(sample))}) {
      const ImportResult list = import(bytes);
      EXPECT_EQ(list.audit.format, "lewidi");
      EXPECT_EQ(items_text(list), items_text(named));
      EXPECT_EQ(list.votes.class_space().names, named.votes.class_space().names);
      EXPECT_EQ(list.audit.plan.item, "key 'id'");
    }
    const std::vector<std::string>& left_out = named.audit.plan.left_out;
    EXPECT_NE(std::find(left_out.begin(), left_out.end(), "split"), left_out.end());
    EXPECT_EQ(named.audit.plan.item, "name of the record");
  }
}

TEST(Lewidi, SoftLabelsStandInForWithheldAnnotations) {
  for (const std::string_view annotations : {R"("annotations": "", "annotators": "", )",
                                             R"("annotations": null, )", R"("annotations": {}, )", ""}) {
    const std::string bytes = R"({"1": {"annotation task": "t", )" + std::string(annotations) +
                              R"("hard_label": "0", "soft_label": {"0": 0.67, "1": 0.33}, "split": "test"},
         "2": {"annotation task": "t", "hard_label": "1", "soft_label": {"0": 0.0, "1": 1.0}, "split": "test"}})";
    SCOPED_TRACE(bytes);
    const ImportResult result = import(bytes);
    EXPECT_EQ(result.audit.format, "lewidi");
    ASSERT_EQ(result.votes.knowledge(), Knowledge::probabilities);
    std::vector<double> row(2);
    result.votes.fractions_of(0, row);
    EXPECT_DOUBLE_EQ(row[1], 0.33);
    EXPECT_EQ(result.audit.remarks.back(), "no annotations: the soft labels are read as probabilities");
  }
}

TEST(Lewidi, ASoftLabelOfSeveralDistributionsIsReadOneByOne) {
  const std::string bytes = R"({"1": {"annotation task": "t", "annotations": {}, "soft_label":
      {"entailment": {"0": 0.5, "1": 0.5}, "neutral": {"0": 1.0, "1": 0.0}}},
      "2": {"annotation task": "t", "annotations": {}, "soft_label":
      {"entailment": {"0": 0.0, "1": 1.0}, "neutral": {"0": 0.25, "1": 0.75}}}})";
  const std::string error = error_of(bytes, {});
  EXPECT_NE(error.find("format json-soft label-column soft_label.entailment"), std::string::npos) << error;
  ImportOptions options;
  options.format = "json-soft";
  options.label_column = "soft_label.entailment";
  EXPECT_EQ(import(bytes, options).votes.class_space().names, (Lines{"0", "1"}));
}

TEST(Lewidi, TheAuthorsFilesSavedAnotherWayGiveTheSameVotes) {
  for (const char* name :
       {"lewidi/2023/ArMIS_dev.json", "lewidi/2025/Paraphrase_dev.json", "lewidi/2025/VariErrNLI_dev.json"}) {
    const std::filesystem::path path = shared_data() / name;
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
    const ImportResult named = import_votes(path);
    std::ifstream file(path);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const Json list = as_list(bytes);
    EXPECT_EQ(items_text(import(list.dump())), items_text(named)) << name;
    EXPECT_EQ(items_text(import(as_lines(list))), items_text(named)) << name;
    Json withheld = Json::object();
    for (const Json& record : list) {
      Json copy = record;
      copy["annotations"] = "";
      copy.erase("annotators");
      withheld[record["id"].get<std::string>()] = copy;
    }
    if (std::string_view(name).find("VariErr") != std::string_view::npos) continue;
    const ImportResult soft = import(withheld.dump());
    ASSERT_EQ(soft.votes.items(), named.votes.items());
    std::vector<double> p(named.votes.classes()), q(soft.votes.classes());
    ASSERT_EQ(p.size(), q.size());
    for (std::size_t i = 0; i < named.votes.items(); ++i) {
      named.votes.fractions_of(i, p);
      soft.votes.fractions_of(i, q);
      for (std::size_t k = 0; k < p.size(); ++k) EXPECT_NEAR(p[k], q[k], 0.01) << name << " " << i;
    }
  }
}

// People and models that stand outside their answers.
TEST(Peerannot, TheAuthorsFilesByAnnotatorComeOutTheRightWay) {
  struct File {
    const char* name;
    std::size_t items, annotators;
  };
  for (const File& file :
       {File{"wax_human", 246, 8}, File{"wax_llm", 246, 6}, File{"framing_human", 2552, 4},
        File{"framing_llm", 2552, 6}, File{"cebab_stars_human", 711, 10}, File{"cebab_stars_llm", 711, 6},
        File{"lesion_human", 500, 6}, File{"lesion_llm", 500, 4}}) {
    const std::filesystem::path path = shared_data() / "replace" / (std::string(file.name) + ".json");
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
    const ImportResult result = import_votes(path);
    EXPECT_EQ(result.votes.items(), file.items) << file.name;
    EXPECT_EQ(result.votes.annotators(), file.annotators) << file.name;
    EXPECT_EQ(result.audit.plan.annotator, "outer names");
  }
}

TEST(Peerannot, ReadsAnswersByTask) {
  const ImportResult result = import(kPeerannot);
  EXPECT_EQ(items_text(result), (Lines{"0: 3=6 18=6 5=2", "1: 3=9", "2:"}));
  EXPECT_EQ(result.votes.class_space().names, (Lines{"2", "6", "9"}));
  EXPECT_EQ(result.audit.rows, 4u);
  EXPECT_EQ(result.audit.votes, 4u);
  EXPECT_EQ(oddities(result, "item-without-votes"), 1u);
}

TEST(Peerannot, ReadsNamedLabels) {
  const ImportResult result = import(R"({"img-1": {"ann": "dog", "bob": "cat"}, "img-2": {"bob": "cat"}})");
  EXPECT_EQ(result.audit.format, "peerannot");
  EXPECT_EQ(items_text(result), (Lines{"img-1: ann=dog bob=cat", "img-2: bob=cat"}));
  ImportOptions options;
  options.classes = {"dog", "cat"};
  EXPECT_EQ(import(R"({"0": {"a": "cat"}})", options).votes.class_space().names, (Lines{"dog", "cat"}));
}

TEST(Peerannot, RefusesOddShapes) {
  EXPECT_EQ(error_as("peerannot", R"({"0": {"a": 1}, "1": [1]})"),
            "export.json, item '1': of type array, where an object of worker and label is wanted");
  EXPECT_EQ(error_as("peerannot", R"({"0": {"a": 1}, "1": {"a": [1]}})"),
            "export.json, item '1': the label is an array, where a text or a number is wanted");
  EXPECT_EQ(error_as("peerannot", R"({"0": {"": 1}})"),
            "export.json, item '0': a worker is empty; every one needs a name");
  EXPECT_EQ(error_as("peerannot", R"({"0": {}})"), "export.json: no votes: every label is empty");
  EXPECT_EQ(error_as("peerannot", "[]").find("export.json: not one JSON object of named items"), 0u);
  EXPECT_EQ(oddities(import_as("peerannot", R"({"0": {"a": null, "b": 2}})"), "empty-label"), 1u);
}

}  // namespace
}  // namespace dissent::import_lewidi_test
