#include "json_samples.h"

namespace dissent::import_prodigy_test {
namespace {

using namespace samples;

std::string choice(const std::string& rest) {
  return R"({"text": "t", "_input_hash": 1, "_task_hash": 2, "options": [{"id": 2, "text": "two"}, {"id": 1, "text": "one"}], )" +
         rest + "}\n";
}

TEST(Prodigy, ReadsChoices) {
  const ImportResult result = import(kProdigyChoice);
  EXPECT_EQ(items_text(result), (Lines{"-1821528064: news-alice=POS news-bob=NEG", "-1329043794:"}));
  EXPECT_EQ(result.votes.class_space().names, (Lines{"POS", "NEU", "NEG"})) << "in the order of the options";
  EXPECT_FALSE(result.votes.class_space().ordered);
  EXPECT_EQ(oddities(result, "ignored"), 1u);
  EXPECT_EQ(result.audit.find("ignored")->first, "export.json, line 3");
  EXPECT_EQ(result.audit.rows, 3u);
  EXPECT_EQ(result.audit.votes, 2u);
  EXPECT_EQ(result.audit.dropped, 1u);
}

TEST(Prodigy, ReadsBinaryTasksAsAcceptAndReject) {
  const ImportResult result = import(kProdigyBinary);
  EXPECT_EQ(items_text(result), (Lines{"11: news-alice=accept news-bob=reject", "12: news-alice=reject"}));
  EXPECT_EQ(result.votes.class_space().names, (Lines{"accept", "reject"}));
}

TEST(Prodigy, RejectedEmptyAndSeveralChoices) {
  const ImportResult result = import(choice(R"("accept": [1], "answer": "reject", "_session_id": "s-a")") +
                                     choice(R"("accept": [], "answer": "accept", "_session_id": "s-b")") +
                                     choice(R"("accept": [1, 2], "answer": "accept", "_session_id": "s-c")") +
                                     choice(R"("accept": [7], "answer": "accept", "_session_id": "s-d")"));
  EXPECT_EQ(items_text(result), (Lines{"1: s-c=1 s-c=2 s-d=7"}));
  EXPECT_EQ(result.votes.class_space().names, (Lines{"2", "1", "7"}));
  EXPECT_EQ(oddities(result, "rejected"), 1u);
  EXPECT_EQ(oddities(result, "no-choice"), 1u);
  EXPECT_EQ(oddities(result, "several-labels"), 1u);
  EXPECT_EQ(result.audit.dropped, 2u);
}

TEST(Prodigy, WithoutSessionsThereAreOnlyCounts) {
  const ImportResult result = import(choice(R"("accept": [1], "answer": "accept", "_session_id": null)") +
                                     choice(R"("accept": [1], "answer": "accept")"));
  EXPECT_EQ(result.votes.knowledge(), Knowledge::counts);
  EXPECT_EQ(items_text(result), (Lines{"1: 1=2"}));
}

TEST(Prodigy, TheItemFallsBackOnTheText) {
  EXPECT_EQ(items_text(import_as("prodigy",
                                 R"({"text": "a b", "label": "X", "answer": "accept", "_session_id": "s"})")),
            (Lines{"a b: s=accept"}));
  EXPECT_EQ(
      items_text(import_as("prodigy", R"({"text": "a b", "_task_hash": 5, "accept": ["Y"], "answer": "accept",
                                               "_session_id": "s"})")),
      (Lines{"5: s=Y"}));
}

TEST(Prodigy, FlagsNameTheItemAndTheAnnotator) {
  ImportOptions options;
  options.item_column = "doc";
  options.annotator_column = "who";
  EXPECT_EQ(items_text(import(
                choice(R"("accept": [1], "answer": "accept", "meta": {"doc": "d1"}, "who": "me")"), options)),
            (Lines{"d1: me=1"}));
  EXPECT_EQ(error_of(choice(R"("accept": [1], "answer": "accept")"), options),
            "export.json, record 1: no key 'doc' here or in 'meta' (item-column)");
}

TEST(Prodigy, RefusesOddShapes) {
  const std::string first = choice(R"("accept": [1], "answer": "accept", "_session_id": "s")");
  const auto refused = [&](const std::string& second) { return error_as("prodigy", first + second); };
  EXPECT_EQ(refused(choice(R"("accept": [1])")), "export.json, line 2: the key 'answer' is missing");
  EXPECT_EQ(refused(choice(R"("accept": [1], "answer": "yes")")),
            "export.json, line 2: 'answer' is 'yes', where accept, reject or ignore is wanted");
  EXPECT_EQ(refused(choice(R"("accept": 1, "answer": "accept")")),
            "export.json, line 2: 'accept' is of type number, where an array is wanted");
  EXPECT_EQ(refused(choice(R"("answer": "accept")")), "export.json, line 2: the key 'accept' is missing");
  EXPECT_EQ(refused(R"({"_input_hash": 1, "options": [{"text": "x"}], "accept": [], "answer": "accept"})"),
            "export.json, line 2: the key 'id' is missing");
  EXPECT_EQ(refused(R"({"_input_hash": 1, "_task_hash": 2, "label": "X", "answer": "accept"})"),
            "export.json, line 2: a binary task among choice ones; export the two apart");
  EXPECT_EQ(
      refused(R"({"_input_hash": 1, "spans": [], "answer": "accept"})"),
      "export.json, line 2: neither 'options' to choose from nor a 'label' to accept or reject; other tasks "
      "hold no votes");
  EXPECT_EQ(
      refused(R"({"accept": [1], "answer": "accept"})"),
      "export.json, line 2: the key '_input_hash' is missing, and so is 'text'; item-column names another");
  EXPECT_EQ(refused(choice(R"("accept": [1], "answer": "accept")"))
                .find("export.json: some votes have an annotator and some have none"),
            0u);
}

}  // namespace
}  // namespace dissent::import_prodigy_test
