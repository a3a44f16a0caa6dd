// Which key of JSON records is the item and which is the annotator, where the first that fits by name would
// put votes on different things together or lose who gave them.
#include <algorithm>
#include <string>

#include "json_samples.h"

namespace dissent::import_json_items_test {
namespace {

using namespace samples;

bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

bool remarks(const ImportResult& result, std::string_view part) {
  const Lines& all = result.audit.remarks;
  return std::any_of(all.begin(), all.end(), [&](const std::string& remark) { return says(remark, part); });
}

ImportOptions item_column(const std::string& name) {
  ImportOptions options;
  options.item_column = name;
  return options;
}

ImportOptions annotator_column(const std::string& name) {
  ImportOptions options;
  options.annotator_column = name;
  return options;
}

// Two parts of each of four wholes, two votes on each part by people of whom each is on a whole once.
std::string parts(std::string_view whole, std::string_view part, bool own_names) {
  std::string lines;
  for (int w = 0; w < 4; ++w) {
    for (int p = 0; p < 2; ++p) {
      for (int v = 0; v < 2; ++v) {
        const std::string name = own_names ? std::to_string(w) + "-" + std::to_string(p) : std::to_string(p);
        lines += R"({")" + std::string(whole) + R"(": ")" + std::to_string(w) + R"(", ")" +
                 std::string(part) + R"(": ")" + name + R"(", "annotator": "a)" +
                 std::to_string((5 * w + 2 * p + v) % 7) + R"(", "label": ")" + (v == 0 ? "yes" : "no") +
                 "\"}\n";
      }
    }
  }
  return lines;
}

TEST(JsonItems, APartOfWhatIsNamedFirstIsTheItem) {
  for (const auto& [whole, part] : {std::pair("post_id", "reply_id"), std::pair("doc_id", "sentence_id"),
                                    std::pair("image_id", "region_id"), std::pair("document", "sentence")}) {
    SCOPED_TRACE(whole);
    const ImportResult result = import(parts(whole, part, true));
    EXPECT_EQ(result.votes.items(), 8u);
    EXPECT_EQ(result.votes.item_name(1), "0-1");
    EXPECT_TRUE(remarks(result, "which are the items; item-column " + std::string(whole)));
    EXPECT_EQ(import(parts(whole, part, true), item_column(whole)).votes.items(), 4u);
  }
}

TEST(JsonItems, PartsThatAreNumberedWithinTheirWholeAreAskedAbout) {
  const std::string bytes = parts("query_id", "doc_id", false);
  const std::string error = error_of(bytes, {});
  EXPECT_TRUE(says(error, "the votes on one 'doc_id' are on several 'query_id'")) << error;
  EXPECT_TRUE(says(error, "item-column doc_id,query_id")) << error;
  const ImportResult both = import(bytes, item_column("query_id,doc_id"));
  EXPECT_EQ(both.votes.items(), 8u);
  EXPECT_EQ(both.votes.item_name(1), "0/1");
  EXPECT_EQ(import(bytes, item_column("doc_id")).votes.items(), 2u);
  EXPECT_TRUE(both.audit.plan.left_out.empty());
}

TEST(JsonItems, WhatIsOfTheVoteOrTheAnnotatorIsNoItem) {
  std::string lines;
  for (int i = 0; i < 12; ++i) {
    const std::string who = std::to_string(i % 3);
    lines += R"({"item": "q)" + std::to_string(i / 3) + R"(", "annotation_id": )" + std::to_string(i) +
             R"(, "annotator": "a)" + who + R"(", "session_id": "s)" + who + R"(", "label": ")" +
             (i % 2 == 0 ? "x" : "y") + R"(", "label_id": )" + std::to_string(i % 2) + "}\n";
  }
  const ImportResult result = import(lines);
  EXPECT_EQ(result.votes.items(), 4u);
  EXPECT_EQ(items_text(result).front(), "q0: a0=x a1=y a2=x");
}

TEST(JsonItems, WhatDiffersBetweenTheVotesOfOnePersonOnAnItemIsNamed) {
  std::string lines;
  for (int i = 0; i < 16; ++i) {
    lines += R"({"question_id": "q)" + std::to_string(i / 8) + R"(", "side": "s)" +
             std::to_string(i / 2 % 4) + R"(", "judge": "j)" + std::to_string(i % 2) + R"(", "label": ")" +
             (i % 3 == 0 ? "x" : "y") + "\"}\n";
  }
  const ImportResult result = import(lines);
  EXPECT_TRUE(
      remarks(result, "differ in 'side'; where these tell items apart, say item-column question_id,side"));
  const ImportResult apart = import(lines, item_column("question_id,side"));
  EXPECT_EQ(apart.votes.items(), 8u);
  EXPECT_EQ(oddities(apart, "duplicate-vote"), 0u);
}

TEST(JsonItems, AnItemThatComesInASecondRecordIsNoted) {
  const ImportResult result = import(
      R"([{"id": "d1", "labels": ["x", "x"]}, {"id": "d1", "labels": ["y", "y"]}, {"id": "d2", "labels": ["y", "x"]}])");
  EXPECT_EQ(oddities(result, "repeated-item"), 1u);
}

TEST(JsonItems, WholeNumbersBeyond64BitsKeepTheirDigits) {
  const ImportResult result = import(
      R"([{"item": 100000000000000000000001, "worker": "a", "label": "x"},
          {"item": 100000000000000000000002, "worker": "a", "label": "y"}])");
  EXPECT_EQ(items_text(result), (Lines{"100000000000000000000001: a=x", "100000000000000000000002: a=y"}));
}

// Three people, each of whom votes on two of three items.
std::string votes_by(std::string_view key, std::string_view value) {
  std::string lines;
  for (int i = 0; i < 6; ++i) {
    lines += R"({"item_id": "p)" + std::to_string(i / 2) + R"(", ")" + std::string(key) + R"(": )";
    const std::string name = "\"n" + std::to_string((i / 2 + i % 2) % 3) + "\"";
    lines += value.empty() ? name : "{\"" + std::string(value) + "\": " + name + "}";
    lines += R"(, "label": ")" + std::string(i % 2 == 0 ? "x" : "y") + "\"}\n";
  }
  return lines;
}

TEST(JsonItems, AnnotatorsByOtherNamesAreTold) {
  for (const auto& [key, value] :
       {std::pair("reviewer", ""), std::pair("created_by", ""), std::pair("PROLIFIC_PID", ""),
        std::pair("email", ""), std::pair("user", "$oid")}) {
    SCOPED_TRACE(key);
    EXPECT_EQ(import(votes_by(key, value)).votes.annotators(), 3u);
  }
  const ImportResult unknown = import(votes_by("model", ""));
  EXPECT_FALSE(unknown.votes.has_annotators());
  EXPECT_TRUE(remarks(unknown, "key 'model' is never the same twice on an item"));
  EXPECT_TRUE(remarks(unknown, "annotator-column model"));
  EXPECT_EQ(import(votes_by("model", ""), annotator_column("model")).votes.annotators(), 3u);

  const std::string_view inside =
      R"([{"id": 1, "votes": [{"grader": "a", "label": "x"}, {"grader": "b", "label": "y"}]},
          {"id": 2, "votes": [{"grader": "b", "label": "x"}, {"grader": "a", "label": "x"}]},
          {"id": 3, "votes": [{"grader": "a", "label": "y"}, {"grader": "b", "label": "y"}]}])";
  EXPECT_EQ(items_text(import(inside)).front(), "1: a=x b=y");
}

TEST(JsonItems, ListsInStepUnderOneKeyNameTheirAnnotators) {
  const ImportResult result = import(
      R"([{"id": 1, "annotators": {"label": [0, 1, 1], "annotator_id": [7, 8, 9]}},
          {"id": 2, "annotators": {"label": [0, 0, 1], "annotator_id": [7, 9, 8]}}])");
  EXPECT_EQ(items_text(result), (Lines{"1: 7=0 8=1 9=1", "2: 7=0 9=0 8=1"}));
}

TEST(JsonItems, RecordsOfAnnotatorsHoldItemsInside) {
  const Lines wanted = {"p1.png: worker_1=x worker_2=y", "p2.png: worker_1=y worker_2=y",
                        "p3.png: worker_1=x worker_2=x"};
  EXPECT_EQ(items_text(import(R"({"worker_1": {"labels": {"p1.png": "x", "p2.png": "y", "p3.png": "x"}},
                                  "worker_2": {"labels": {"p1.png": "y", "p2.png": "y", "p3.png": "x"}}})")),
            wanted);
  const ImportResult people =
      import(R"({"alice": {"age": 30, "gender": "f", "answers": {"p1": "x", "p2": "y", "p3": "x"}},
                 "bob": {"age": 31, "gender": "m", "answers": {"p1": "y", "p2": "y", "p3": "x"}}})");
  EXPECT_EQ(items_text(people).front(), "p1: alice=x bob=y");
  EXPECT_TRUE(remarks(people, "transpose swaps them"));

  // Names that say nothing, and fewer of them outside.
  const std::string_view either = R"({"x": {"labels": {"a": "u", "b": "v", "c": "u"}},
                                      "y": {"labels": {"a": "v", "b": "v", "c": "u"}}})";
  const std::string error = error_of(either, {});
  EXPECT_TRUE(says(error, "2 outer names ('x', 'y') and 3 inner ones")) << error;
  ImportOptions told;
  told.format = "json-votes";
  EXPECT_EQ(items_text(import(either, told)).front(), "x: a=u b=v c=u");
  told.transpose = true;
  EXPECT_EQ(items_text(import(either, told)).front(), "a: x=u y=v");
}

TEST(JsonItems, AnAnnotatorsListGoesByItem) {
  const Lines wanted = {"0: ann=y bob=y", "1: ann=n bob=y", "2: ann=n bob=n"};
  const ImportResult result = import(R"([{"annotator": "ann", "labels": ["y", "n", "n"]},
                                         {"annotator": "bob", "labels": ["y", "y", "n"]}])");
  EXPECT_EQ(items_text(result), wanted);
  EXPECT_TRUE(remarks(result, "items have no names"));
  EXPECT_EQ(items_text(import(R"([{"worker": "ann", "items": ["q1", "q2"], "labels": ["y", "n"]},
                                  {"worker": "bob", "items": ["q2", "q1"], "labels": ["y", "y"]}])")),
            (Lines{"q1: ann=y bob=y", "q2: ann=n bob=y"}));
  EXPECT_TRUE(says(error_of(R"([{"annotator": "ann", "labels": ["y", "n", "n"]},
                                {"annotator": "bob", "labels": ["y", "y"]}])",
                            {}),
                   "2 labels, and 3 in the records before"));
}

TEST(JsonItems, ListsUnderNamesMayBeBatchesOrAnnotators) {
  EXPECT_EQ(items_text(import(R"({"batch0": [{"item": "q1", "annotator": "ann", "label": "x"},
                                             {"item": "q1", "annotator": "bob", "label": "y"}],
                                  "batch1": [{"item": "q2", "annotator": "ann", "label": "x"}]})")),
            (Lines{"q1: ann=x bob=y", "q2: ann=x"}));
  EXPECT_EQ(
      items_text(import(
          R"({"r0": [{"id": "q1", "annotator": "ann", "label": "x"}, {"id": "q1", "annotator": "bob", "label": "y"},
                                         {"id": "q3", "annotator": "ann", "label": "x"}],
                                  "r1": [{"id": "q2", "annotator": "ann", "label": "x"}]})")),
      (Lines{"q1: ann=x bob=y", "q3: ann=x", "q2: ann=x"}));
  EXPECT_EQ(items_text(import(R"({"alice": [{"item": "q1", "label": "x"}, {"item": "q2", "label": "y"}],
                                  "bob": [{"item": "q2", "label": "y"}, {"item": "q1", "label": "y"}]})")),
            (Lines{"q1: alice=x bob=y", "q2: alice=y bob=y"}));
  const ImportResult parts = import(R"({"train": [{"item": "q1", "label": "x"}, {"item": "q1", "label": "y"}],
                                        "test": [{"item": "q2", "label": "y"}, {"item": "q2", "label": "y"}]})");
  EXPECT_EQ(items_text(parts), (Lines{"q1: x=1 y=1", "q2: y=2"}));
  EXPECT_TRUE(remarks(parts, "batches"));
}

TEST(JsonItems, KeysThatShareTheirValuesAreAskedAbout) {
  std::string rows, lines, columns = R"({"item": {)";
  for (int i = 0; i < 6; ++i) {
    const std::string vote = std::string(R"("alice": ")") + (i % 2 == 0 ? "p" : "n") + R"(", "bob": ")" +
                             (i % 3 == 0 ? "p" : "n") + "\"";
    const std::string number = std::to_string(i);
    rows += (i == 0 ? "{" : ", ") + ("\"" + number + "\": {\"item\": \"t" + number + "\", " + vote + "}");
    lines += "{\"id\": \"t" + number + "\", " + vote +
             (i % 2 == 0 ? R"(, "label": "p"})" : R"(, "label": "n"})") + "\n";
    columns += (i == 0 ? "\"" : ", \"") + number + "\": \"t" + number + "\"";
  }
  rows += "}";
  columns += R"(}, "alice": {"0": "p", "1": "n", "2": "p", "3": "n", "4": "p", "5": "n"},
                "bob": {"0": "p", "1": "n", "2": "n", "3": "p", "4": "n", "5": "n"}})";
  for (const std::string& bytes : {rows, lines, columns}) {
    SCOPED_TRACE(bytes);
    const std::string error = error_of(bytes, {});
    EXPECT_TRUE(says(error, "where each is an annotator say annotator-column alice,bob")) << error;
    const Lines votes = items_text(import(bytes, annotator_column("alice,bob")));
    ASSERT_EQ(votes.size(), 6u);
    EXPECT_EQ(votes[2], "t2: alice=p bob=n");
  }
  EXPECT_EQ(import(lines, question("label")).votes.items(), 6u);
}

TEST(JsonItems, WhatIsMadeOfTheVotesIsNoVote) {
  const ImportResult result = import(R"([{"id": 1, "votes": {"ann1": "x", "ann2": "y", "majority": "x"}},
                                         {"id": 2, "votes": {"ann1": "y", "ann2": "y", "majority": "y"}}])");
  EXPECT_EQ(items_text(result), (Lines{"1: ann1=x ann2=y", "2: ann1=y ann2=y"}));
  EXPECT_EQ(oddities(result, "aggregate"), 2u);
}

TEST(JsonItems, MoreWorkersThanItemsAreAskedAbout) {
  // 20 workers outside with one to three votes each, six items inside with five votes each.
  std::string bytes;
  const std::vector<std::string> held = {"0123", "0123", "4501", "23", "45",  "012", "3", "4",
                                         "5",    "0",    "1",    "2",  "345", "4",   "5"};
  for (std::size_t w = 0; w < held.size(); ++w) {
    bytes += (bytes.empty() ? "{\"" : ", \"") + std::string(1, static_cast<char>('k' + w % 10)) +
             std::to_string(w * 7) + "z\": {";
    for (std::size_t i = 0; i < held[w].size(); ++i) {
      bytes += (i == 0 ? "\"" : ", \"") + std::string("x") + held[w][i] + "b\": \"" +
               (w % 2 == 0 ? "u" : "v") + "\"";
    }
    bytes += "}";
  }
  const std::string error = error_of(bytes + "}", {});
  EXPECT_TRUE(says(error, "each of the inner ones with 5 votes")) << error;
  EXPECT_TRUE(says(error, "transpose")) << error;
}

}  // namespace
}  // namespace dissent::import_json_items_test
