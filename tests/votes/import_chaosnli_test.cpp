#include <cmath>

#include "dissent/io/json.h"
#include "dissent/votes/source.h"
#include "json_samples.h"

namespace dissent::import_chaosnli_test {
namespace {

using namespace samples;

TEST(ChaosNli, ReadsCountsInTheOrderOfItsLabels) {
  const ImportResult result = import(kChaosSnli);
  EXPECT_EQ(result.votes.knowledge(), Knowledge::counts);
  EXPECT_EQ(result.votes.class_space().names, (Lines{"e", "n", "c"}));
  EXPECT_FALSE(result.votes.class_space().ordered);
  EXPECT_EQ(items_text(result), (Lines{"2407214681.jpg#0r1n: e=30 n=70", "50830c: e=12 n=68 c=20"}));
  EXPECT_EQ(result.gold, (std::vector<std::int32_t>{1, 2}));
  EXPECT_EQ(result.audit.rows, 2u);
  EXPECT_EQ(result.audit.votes, 200u);
  EXPECT_TRUE(result.audit.oddities.empty());
}

TEST(ChaosNli, TheTwoHypothesesOfAlphaNliAreNoRatings) {
  const ImportResult result = import(kChaosAlpha);
  EXPECT_EQ(result.votes.class_space().names, (Lines{"1", "2"}));
  EXPECT_FALSE(result.votes.class_space().ordered);
  EXPECT_TRUE(result.votes.class_space().values.empty());
  EXPECT_EQ(items_text(result), (Lines{"58090d3f1: 1=97 2=3", "91f9d1d92: 2=100"}));
  EXPECT_EQ(result.gold, (std::vector<std::int32_t>{0, 1}));
  ImportOptions options;
  options.classes = {"2", "1"};
  EXPECT_FALSE(import(kChaosAlpha, options).votes.class_space().ordered);
  EXPECT_EQ(import(kChaosAlpha, options).gold, (std::vector<std::int32_t>{1, 0}));
  options.ordinal = true;
  EXPECT_TRUE(import(kChaosAlpha, options).votes.class_space().ordered);
}

TEST(ChaosNli, EitherKindOfCountIsEnough) {
  EXPECT_EQ(items_text(
                import("{\"uid\": 1, \"label_count\": [3, 0, 1]}\n{\"uid\": 2, \"label_count\": [0, 4, 0]}")),
            (Lines{"1: e=3 c=1", "2: n=4"}));
  EXPECT_EQ(items_text(import(R"({"uid": "a", "label_counter": {"2": 4}})")), (Lines{"a: 2=4"}));
  EXPECT_TRUE(import(R"({"uid": "a", "label_counter": {"2": 4}})").gold.empty());
}

TEST(ChaosNli, CountsThatDifferAreNoted) {
  const ImportResult result = import(R"({"uid": "a", "label_counter": {"e": 4}, "label_count": [3, 1, 0]})");
  EXPECT_EQ(items_text(result), (Lines{"a: e=4"}));
  EXPECT_EQ(oddities(result, "counts-differ"), 1u);
}

TEST(ChaosNli, ClassesByFlagDropAndCountTheRest) {
  ImportOptions options;
  options.classes = {"c", "e"};
  const ImportResult result = import(kChaosSnli, options);
  EXPECT_EQ(items_text(result), (Lines{"2407214681.jpg#0r1n: e=30", "50830c: c=20 e=12"}));
  EXPECT_EQ(oddities(result, "unknown-label"), 138u);
  EXPECT_EQ(result.audit.dropped, 138u);
  EXPECT_EQ(result.audit.votes, 62u);
  EXPECT_EQ(oddities(result, "unknown-gold"), 1u);
  EXPECT_EQ(oddities(result, "counts-differ"), 0u);
  EXPECT_EQ(result.gold, (std::vector<std::int32_t>{-1, 0}));
}

TEST(ChaosNli, ItemsWithoutVotes) {
  constexpr std::string_view bytes =
      "{\"uid\": 1, \"label_count\": [0, 0, 0]}\n{\"uid\": 2, \"label_count\": [0, 4, 0]}";
  EXPECT_EQ(oddities(import(bytes), "item-without-votes"), 1u);
  ImportOptions options;
  options.drop_empty = true;
  EXPECT_EQ(items_text(import(bytes, options)), (Lines{"2: n=4"}));
}

TEST(ChaosNli, RefusesOddShapes) {
  const auto refused = [](const std::string& bytes) { return error_as("chaosnli", bytes); };
  const std::string first = "{\"uid\": \"a\", \"label_count\": [1, 2, 3]}\n";
  EXPECT_EQ(refused(first + "{\"uid\": \"b\", \"label_count\": [1, 2, 3]}\n\n" + first),
            "export.json, line 4: uid 'a' is also that of export.json, line 1; keep one of the two");
  EXPECT_EQ(refused(first + "{\"label_count\": [1, 2, 3]}"), "export.json, line 2: the key 'uid' is missing");
  EXPECT_EQ(
      refused(first + "{\"uid\": \"b\"}"),
      "export.json, line 2: the keys 'label_counter' and 'label_count' are missing; one of them is needed");
  EXPECT_EQ(refused(first + "{\"uid\": \"b\", \"label_count\": [1, 2]}"),
            "export.json, line 2: 'label_count' has 2 numbers where 3 are wanted, for e, n, c");
  EXPECT_EQ(refused(first + "{\"uid\": \"b\", \"label_counter\": {\"x\": 2}}"),
            "export.json, line 2: label 'x' in 'label_counter' is none of e, n, c; list the classes with "
            "classes");
  for (const std::string_view votes : {"-1", "1.5", "\"3\"", "4294967296", "18446744073709551615", "null"}) {
    EXPECT_EQ(refused(first + "{\"uid\": \"b\", \"label_count\": [1, " + std::string(votes) + ", 3]}"),
              "export.json, line 2: " + std::string(votes) +
                  " votes for a label; a whole number from 0 on is wanted");
  }
  EXPECT_EQ(refused(first + "{\"uid\": [], \"label_count\": [1, 2, 3]}"),
            "export.json, line 2: 'uid' is an array, where a text or a number is wanted");
  EXPECT_EQ(refused(first + "{\"uid\": \"b\", \"label_count\": [1, 2, 3]}\n[1]"),
            "export.json, line 3: of type array, where a record (an object) is wanted");
}

struct RealFile {
  const char* name;
  std::size_t items;
  std::vector<std::string> classes;
};

TEST(ChaosNli, RealFilesHaveTheirPublishedEntropies) {
  const std::filesystem::path folder = shared_data() / "chaosnli";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  for (const RealFile& file : {RealFile{"chaosNLI_snli.jsonl", 1514, {"e", "n", "c"}},
                               RealFile{"chaosNLI_mnli_m.jsonl", 1599, {"e", "n", "c"}},
                               RealFile{"chaosNLI_alphanli.jsonl", 1532, {"1", "2"}}}) {
    SCOPED_TRACE(file.name);
    const ImportResult result = import_votes(folder / file.name);
    EXPECT_EQ(result.audit.format, "chaosnli");
    ASSERT_EQ(result.votes.items(), file.items);
    ASSERT_EQ(result.gold.size(), file.items);
    EXPECT_EQ(result.votes.class_space().names, file.classes);
    EXPECT_TRUE(result.audit.oddities.empty()) << result.audit.oddities.front().kind;
    const Source source(folder / file.name);
    JsonLines lines(source.bytes(), source.path());
    std::vector<double> shares(result.votes.classes());
    for (std::size_t i = 0; i < file.items; ++i) {
      ASSERT_TRUE(lines.next());
      EXPECT_EQ(result.votes.votes_of(i), 100u);
      EXPECT_EQ(result.votes.item_name(i), lines.record()["uid"].get<std::string>());
      result.votes.fractions_of(i, shares);
      double bits = 0;
      for (const double p : shares) bits -= p > 0 ? p * std::log2(p) : 0;
      EXPECT_NEAR(bits, lines.record()["entropy"].get<double>(), 1e-12);
      const Json& old_label = lines.record()["old_label"];
      EXPECT_EQ(result.votes.class_name(static_cast<std::size_t>(result.gold[i])),
                old_label.is_string() ? old_label.get<std::string>() : old_label.dump());
    }
  }
}

}  // namespace
}  // namespace dissent::import_chaosnli_test
