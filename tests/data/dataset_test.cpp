#include "dissent/data/dataset.h"

#include <set>

#include "data/data_support.h"
#include "dissent/data/split.h"
#include "dissent/store/cifar.h"
#include "dissent/store/loaders.h"
#include "dissent/votes/select_votes.h"

namespace dissent::dataset_test {
namespace {

using test::contains;
using test::DataFolder;
using test::error_of;

// Everything a hash must tell apart, as plain parts that a test can change.
struct Content {
  std::vector<std::string> items = {"x", "y"};
  std::vector<std::string> classes = {"a", "b", "c"};
  std::vector<std::int64_t> counts = {1, 2, 0, 0, 0, 3};
  std::vector<std::uint8_t> pixels = {1, 2, 3, 4, 5, 6, 7, 8};
  std::size_t height = 2, width = 2;
  std::vector<std::int32_t> gold = {1, 2};
  std::vector<double> truth;
  std::string name = "n";

  Dataset dataset() const {
    NameList names;
    for (const std::string& item : items) names.add(item);
    return make_dataset(name, ImageInputs{height, width, 1, pixels},
                        VoteTable::from_counts(counts, std::move(names), classes_as_listed(classes, false)),
                        gold, truth, {});
  }
};

TEST(DatasetHash, ChangesWithEveryPartOfTheContent) {
  std::vector<Content> variants(12);
  variants[1].items[1] = "z";
  variants[2].classes[2] = "d";
  variants[3].counts[0] = 2;
  variants[4].counts = {2, 1, 0, 0, 0, 3};
  variants[5].pixels[7] = 9;
  variants[6].height = 4, variants[6].width = 1;
  variants[7].gold[0] = 0;
  variants[8].gold.clear();
  variants[9].truth = {1, 0, 0, 0, 0, 1};
  variants[10].items = {"xy", ""};  // the same letters, cut elsewhere
  variants[11].gold[1] = -1;
  std::set<std::string> hashes;
  for (const Content& variant : variants) hashes.insert(variant.dataset().hash);
  EXPECT_EQ(hashes.size(), variants.size());
  EXPECT_EQ(hashes.begin()->size(), 64u);

  Content renamed;
  renamed.name = "another name";
  EXPECT_EQ(renamed.dataset().hash, Content{}.dataset().hash);
}

TEST(DatasetHash, TellsVotesCountsAndProbabilitiesApart) {
  NameList items, annotators;
  items.add("x");
  annotators.add("p");
  annotators.add("q");
  const ClassSpace classes = classes_as_listed({"a", "b"}, false);
  const auto hash = [&](VoteTable votes) {
    return make_dataset("n", FeatureInputs{1, {0.5f}}, std::move(votes), {}, {}, {}).hash;
  };
  const auto votes = [&](std::vector<std::uint32_t> who) {
    VoteTable::Parts parts;
    parts.items = items;
    parts.annotators = annotators;
    parts.classes = classes;
    parts.offsets = {0, 2};
    parts.labels = {0, 1};
    parts.annotator.assign(who.begin(), who.end());
    return VoteTable(std::move(parts));
  };
  const std::set<std::string> hashes = {
      hash(votes({0, 1})), hash(votes({1, 0})),
      hash(VoteTable::from_counts(std::vector<std::int64_t>{1, 1}, items, classes)),
      hash(VoteTable::from_counts(std::vector<std::int64_t>{2, 2}, items, classes)),
      hash(VoteTable::from_probabilities(std::vector<double>{0.5, 0.5}, items, classes))};
  EXPECT_EQ(hashes.size(), 5u);
}

TEST(Dataset, RefusesPartsOfDifferentItems) {
  Content content;
  content.pixels.resize(4);
  EXPECT_TRUE(contains(error_of([&] { content.dataset(); }), "1 inputs and 2 items"));
  content = {};
  content.gold = {1};
  EXPECT_TRUE(contains(error_of([&] { content.dataset(); }), "1 gold labels and 2 items"));
  content.gold = {1, 3};
  EXPECT_TRUE(contains(error_of([&] { content.dataset(); }), "'y' has the gold label 3"));
  content = {};
  content.truth = {1, 0, 0};
  EXPECT_TRUE(contains(error_of([&] { content.dataset(); }), "3 numbers"));
}

TEST(Dataset, SelectsItemsAndTheirAnnotators) {
  VoteTable::Parts parts;
  for (const char* name : {"x", "y", "z"}) parts.items.add(name);
  for (const char* name : {"p", "q", "r"}) parts.annotators.add(name);
  parts.classes = classes_as_listed({"a", "b"}, false);
  parts.offsets = {0, 1, 3, 4};
  parts.labels = {0, 1, 0, 1};
  parts.annotator = {0, 2, 1, 2};
  const VoteTable chosen = select_items(VoteTable(std::move(parts)), {2, 1});
  EXPECT_EQ(chosen.items(), 2u);
  EXPECT_EQ(chosen.annotators(), 2u);
  EXPECT_EQ(chosen.item_name(0), "z");
  EXPECT_EQ(chosen.annotator_name(chosen.annotators_of(1)[0]), "r");
  EXPECT_EQ(chosen.annotator_name(chosen.annotators_of(1)[1]), "q");
  EXPECT_EQ(chosen.labels_of(1)[0], 1);
}

TEST(Cifar, PutsPlanesSideBySide) {
  std::string bytes(3073 * 2, '\0');
  bytes[0] = 3;
  bytes[3073] = 9;
  bytes[1 + 33] = 10;         // red of row 1, column 1
  bytes[1 + 1024 + 33] = 20;  // green
  bytes[1 + 2048 + 33] = 30;  // blue
  const CifarRecords records = parse_cifar10(bytes, "b.bin");
  EXPECT_EQ(records.labels, (std::vector<std::int32_t>{3, 9}));
  EXPECT_EQ(records.images.pixels.size(), 6144u);
  EXPECT_EQ(records.images.pixels[33 * 3], 10);
  EXPECT_EQ(records.images.pixels[33 * 3 + 1], 20);
  EXPECT_EQ(records.images.pixels[33 * 3 + 2], 30);
}

TEST(Cifar, ChecksEveryRecord) {
  std::string bytes(3073 * 3, '\1');
  bytes[3073] = 10;
  EXPECT_TRUE(contains(error_of([&] { parse_cifar10(bytes, "b.bin"); }), "b.bin: record 1 (byte 3073)"));
  bytes.resize(3073 * 3 - 1);
  EXPECT_TRUE(contains(error_of([&] { parse_cifar10(bytes, "b.bin"); }), "9218 bytes"));
  EXPECT_TRUE(contains(error_of([&] { parse_cifar10("", "b.bin"); }), "0 bytes"));
  std::string hundred(3074 * 2, '\5');
  hundred[1] = 99;
  EXPECT_EQ(parse_cifar100(hundred, "b.bin").labels, (std::vector<std::int32_t>{99, 5}));
  hundred[3075] = 100;
  EXPECT_TRUE(contains(error_of([&] { parse_cifar100(hundred, "b.bin"); }), "label 100"));
}

TEST(Loaders, UnknownNamesListTheKnownOnes) {
  const std::string message = error_of([] { load_dataset_named("cifar10"); });
  EXPECT_TRUE(contains(message, "did you mean 'cifar10h'"));
  EXPECT_TRUE(contains(message, "popquorn-politeness"));
}

TEST(RealData, ChaosNliHasTextsAndGold) {
  const auto folder = real_data("chaosnli");
  if (!folder) GTEST_SKIP() << "the real data set chaosnli is not there";
  const Dataset both = find_loader("chaosnli")->load(*folder);
  EXPECT_EQ(both.items(), 1514u + 1599u);
  EXPECT_EQ(both.classes(), 3u);
  EXPECT_EQ(both.gold.size(), both.items());
  EXPECT_EQ(both.audit.votes, 311300u);
  EXPECT_EQ(describe(both.inputs), "text premise, hypothesis");
  const auto& text = std::get<TextInputs>(both.inputs);
  EXPECT_EQ(both.votes.item_name(0), "2407214681.jpg#0r1n");
  EXPECT_EQ(text.fields[1][0], "Two kids at a ballgame wash their hands.");
  const Dataset mnli = find_loader("chaosnli-mnli")->load(*folder);
  EXPECT_EQ(both.votes.item_name(1514), mnli.votes.item_name(0));
  EXPECT_EQ(text.fields[0][1514], std::get<TextInputs>(mnli.inputs).fields[0][0]);
  EXPECT_EQ(both.gold[1514], mnli.gold[0]);
  const Dataset alpha = find_loader("chaosnli-alphanli")->load(*folder);
  EXPECT_EQ(alpha.items(), 1532u);
  EXPECT_EQ(describe(alpha.inputs), "text obs1, obs2, hyp1, hyp2");
}

TEST(RealData, PopquornHasTexts) {
  const auto folder = real_data("popquorn");
  if (!folder) GTEST_SKIP() << "the real data set popquorn is not there";
  const Dataset offensiveness = find_loader("popquorn-offensiveness")->load(*folder);
  EXPECT_EQ(offensiveness.items(), 1500u);
  EXPECT_EQ(offensiveness.votes.votes(), 13036u);
  EXPECT_TRUE(offensiveness.gold.empty());
  EXPECT_EQ(std::get<TextInputs>(offensiveness.inputs).fields[0][0],
            "I think a lot of Dethklok songs use drop C, would defo recommend");
  const Split split = split_dataset(offensiveness, 0);  // by majority
  EXPECT_EQ(split.evaluation.size(), 300u);
  const Dataset politeness = find_loader("popquorn-politeness")->load(*folder);
  EXPECT_EQ(politeness.items(), 3718u);
  EXPECT_EQ(politeness.votes.votes(), 25042u);
}

}  // namespace
}  // namespace dissent::dataset_test
