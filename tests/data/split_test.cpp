#include "dissent/data/split.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "data/data_support.h"
#include "dissent/store/loaders.h"
#include "dissent/votes/majority.h"

namespace dissent::split_test {
namespace {

using test::contains;
using test::error_of;

std::vector<std::uint32_t> labels_of_sizes(const std::vector<std::size_t>& sizes) {
  std::vector<std::uint32_t> labels;
  for (std::uint32_t c = 0; c < sizes.size(); ++c) labels.insert(labels.end(), sizes[c], c);
  return labels;
}

std::vector<std::size_t> evaluation_by_class(const Split& split, const std::vector<std::uint32_t>& labels,
                                             std::size_t classes) {
  std::vector<std::size_t> counts(classes);
  for (const std::uint32_t item : split.evaluation) ++counts[labels[item]];
  return counts;
}

void expect_partition(const Split& split, std::size_t items) {
  std::vector<std::uint32_t> all = split.train;
  all.insert(all.end(), split.evaluation.begin(), split.evaluation.end());
  std::sort(all.begin(), all.end());
  std::vector<std::uint32_t> wanted(items);
  std::iota(wanted.begin(), wanted.end(), 0u);
  EXPECT_EQ(all, wanted);
  EXPECT_TRUE(std::is_sorted(split.train.begin(), split.train.end()));
  EXPECT_TRUE(std::is_sorted(split.evaluation.begin(), split.evaluation.end()));
}

TEST(Split, GivesEachClassItsShareByLargestRemainder) {
  // 0.2 * (11, 13, 6) = 2.2, 2.6, 1.2; round(0.2 * 30) = 6: one more for the class with .6.
  const auto labels = labels_of_sizes({11, 13, 6});
  const Split split = split_by_label(labels, 7);
  expect_partition(split, 30);
  EXPECT_EQ(evaluation_by_class(split, labels, 3), (std::vector<std::size_t>{2, 3, 1}));
}

TEST(Split, BreaksEqualRemaindersByClass) {
  // 0.2 * 8 = 1.6 each; round(0.2 * 24) = 5 of 3 whole ones: the first two classes get the two.
  const auto labels = labels_of_sizes({8, 8, 8});
  EXPECT_EQ(evaluation_by_class(split_by_label(labels, 1), labels, 3), (std::vector<std::size_t>{2, 2, 1}));
}

TEST(Split, TakesWholeSharesAsWhole) {
  // 0.2 * 35 and 0.1 * 30 are not whole in binary.
  for (const double share : {0.1, 0.2, 0.3, 0.7}) {
    const auto labels = labels_of_sizes({10, 20, 30, 40, 50});
    const auto counts = evaluation_by_class(split_by_label(labels, 3, {share}), labels, 5);
    for (std::size_t c = 0; c < 5; ++c) {
      EXPECT_EQ(counts[c], static_cast<std::size_t>(share * 10 * static_cast<double>(c + 1) + 0.5)) << share;
    }
  }
}

TEST(Split, KeepsTheTotalForManySmallClasses) {
  std::vector<std::size_t> sizes(50, 1);  // 0.2 each: all remainders
  const auto labels = labels_of_sizes(sizes);
  const Split split = split_by_label(labels, 0);
  EXPECT_EQ(split.evaluation.size(), 10u);
  expect_partition(split, 50);
}

TEST(Split, IsAFunctionOfTheSeed) {
  const auto labels = labels_of_sizes({50, 50});
  EXPECT_EQ(split_by_label(labels, 4).evaluation, split_by_label(labels, 4).evaluation);
  EXPECT_NE(split_by_label(labels, 4).evaluation, split_by_label(labels, 5).evaluation);
  std::map<std::uint32_t, int> chosen;  // every item's turn comes: 200 seeds x 1/5
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const std::uint32_t item : split_by_label(labels, seed).evaluation) ++chosen[item];
  }
  ASSERT_EQ(chosen.size(), 100u);
  for (const auto& [item, count] : chosen) EXPECT_NEAR(count, 40, 6 * 5.7) << item;  // 6 sd
}

TEST(Split, RefusesWhatLeavesASideEmpty) {
  EXPECT_TRUE(contains(error_of([] { split_by_label(labels_of_sizes({2}), 0); }), "cannot be split"));
  EXPECT_TRUE(contains(error_of([] { split_by_label({}, 0); }), "cannot be split"));
  for (const double share : {1.0, -1.0, std::nan("")}) {
    EXPECT_TRUE(
        contains(error_of([&] { split_by_label(labels_of_sizes({9}), 0, {share}); }), "from 0 to below 1"));
  }
}

TEST(Split, AShareOfZeroTrainsOnEverything) {
  const Split split = split_by_label(labels_of_sizes({4, 5}), 3, {0.0});
  expect_partition(split, 9);
  EXPECT_EQ(split.train.size(), 9u);
  EXPECT_FALSE(SplitOptions{0.0}.evaluates());
}

// Items a to f: two of train, two of dev, two of test; those of test have no votes.
Dataset official() {
  NameList items;
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) items.add(name);
  const std::vector<std::int64_t> counts = {3, 0, 1, 2, 2, 1, 0, 3, 0, 0, 0, 0};
  using enum OfficialPart;
  return make_dataset("mine", FeatureInputs{1, {1, 2, 3, 4, 5, 6}},
                      VoteTable::from_counts(counts, std::move(items), classes_as_listed({"x", "y"}, false)),
                      {}, {}, {}, {train, dev, train, dev, test, test});
}

SplitOptions official_options(TrainOn trained, EvaluateOn evaluated) {
  SplitOptions options;
  options.split = SplitKind::official;
  options.train_on = trained;
  options.evaluate_on = evaluated;
  return options;
}

TEST(OfficialSplit, IsTheSameForEverySeed) {
  const Dataset dataset = official();
  EXPECT_EQ(describe_split(dataset), "official split: 2 train, 2 dev, 2 test (2 without votes)");
  const SplitOptions options = official_options(TrainOn::train, EvaluateOn::dev);
  for (const std::uint64_t seed : {0u, 1u, 7u}) {
    const Split split = split_dataset(dataset, seed, options);
    EXPECT_EQ(split.train, (std::vector<std::uint32_t>{0, 2}));
    EXPECT_EQ(split.evaluation, (std::vector<std::uint32_t>{1, 3}));
    EXPECT_EQ(split_names(dataset, split),
              (std::vector<std::string>{"train", "evaluation", "train", "evaluation", "test", "test"}));
  }
  const Split both = split_dataset(dataset, 0, official_options(TrainOn::train_and_dev, EvaluateOn::none));
  EXPECT_EQ(both.train, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_TRUE(both.evaluation.empty());
}

TEST(OfficialSplit, RefusesWhatCannotBeLearnedFromOrScored) {
  Dataset dataset = official();
  const auto failure = [&](const SplitOptions& options) {
    return error_of([&] { split_dataset(dataset, 0, options); });
  };
  const std::string hidden = failure(official_options(TrainOn::train, EvaluateOn::test));
  EXPECT_TRUE(contains(hidden, "evaluate-on test: 2 of its 2 items have no votes, the first being 'e'"));
  EXPECT_TRUE(contains(hidden, "`dissent predict`"));
  EXPECT_TRUE(contains(failure(official_options(TrainOn::train_and_dev, EvaluateOn::dev)),
                       "evaluate-on test or none"));
  EXPECT_TRUE(contains(failure({}), "split random: 2 of the 6 items of mine have no votes"));
  SplitOptions shared = official_options(TrainOn::train, EvaluateOn::dev);
  shared.evaluation_share = 0;
  EXPECT_TRUE(contains(failure(shared), "evaluate-on none"));
  SplitOptions drawn;
  drawn.evaluate_on = EvaluateOn::test;
  EXPECT_TRUE(contains(failure(drawn), "split official"));
  dataset.split.assign(6, OfficialPart::train);
  dataset.split[4] = dataset.split[5] = OfficialPart::test;
  EXPECT_TRUE(contains(failure(official_options(TrainOn::train, EvaluateOn::dev)), "has no such items"));
  dataset.split[4] = OfficialPart::train;
  EXPECT_TRUE(
      contains(failure(official_options(TrainOn::train, EvaluateOn::none)), "no votes to learn from"));
  dataset.split.clear();
  EXPECT_TRUE(contains(failure(official_options(TrainOn::train, EvaluateOn::dev)), "has no official split"));
}

TEST(OfficialSplit, IsPartOfTheContent) {
  Dataset dataset = official();
  const std::string hash = dataset.hash;
  EXPECT_EQ(content_hash(dataset), hash);
  dataset.split[0] = OfficialPart::dev;
  EXPECT_NE(content_hash(dataset), hash);
  dataset.split.clear();
  EXPECT_NE(content_hash(dataset), hash);
}

TEST(OfficialSplit, KnowsTheWordsOfFiles) {
  for (const char* word : {"dev", "Validation", " valid", "VAL", "development"})
    EXPECT_EQ(official_part(word), OfficialPart::dev);
  for (const char* word : {"train", "Training"}) EXPECT_EQ(official_part(word), OfficialPart::train);
  for (const char* word : {"test", "testing"}) EXPECT_EQ(official_part(word), OfficialPart::test);
  for (const char* word : {"", "trial", "0"}) EXPECT_EQ(official_part(word), std::nullopt);
}

TEST(Majority, DrawsTiesByTheItemAlone) {
  NameList items;
  std::vector<std::int64_t> counts;
  for (int i = 0; i < 1000; ++i) {
    items.add(std::to_string(i));
    counts.insert(counts.end(), i % 2 == 0 ? std::initializer_list<std::int64_t>{2, 0, 2}
                                           : std::initializer_list<std::int64_t>{1, 3, 2});
  }
  const VoteTable votes =
      VoteTable::from_counts(counts, std::move(items), classes_as_listed({"a", "b", "c"}, false));
  const MajorityLabels majority = majority_labels(votes);
  EXPECT_EQ(majority.ties, 500u);
  std::size_t first = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(majority.labels[i], majority_label(votes, i).label);
    EXPECT_EQ(majority_label(votes, i).tied, i % 2 == 0);
    EXPECT_EQ(majority.labels[i] == 1, i % 2 == 1);
    first += majority.labels[i] == 0;
  }
  EXPECT_NEAR(static_cast<double>(first), 250, 6 * 11.2);
}

TEST(Majority, OfProbabilitiesIsTheLargest) {
  NameList items;
  items.add("x");
  const std::vector<double> rows = {0.2, 0.5, 0.3};
  const VoteTable votes =
      VoteTable::from_probabilities(rows, std::move(items), classes_as_listed({"a", "b", "c"}, false));
  EXPECT_EQ(majority_label(votes, 0).label, 1);
}

TEST(RealData, Cifar10hSplitsEvenly) {
  const auto folder = real_data("cifar10h");
  if (!folder) GTEST_SKIP() << "the real data set cifar10h is not there";
  const Dataset dataset = find_loader("cifar10h")->load(*folder);
  EXPECT_EQ(dataset.items(), 10000u);
  EXPECT_EQ(dataset.votes.votes(), 511000u);
  EXPECT_EQ(dataset.votes.class_name(3), "cat");
  EXPECT_EQ(describe(dataset.inputs), "images 32 x 32 x 3");

  const Split split = split_dataset(dataset, 0);
  EXPECT_EQ(split.train.size(), 8000u);
  EXPECT_EQ(split.evaluation.size(), 2000u);
  expect_partition(split, 10000);
  const std::vector<std::uint32_t> labels(dataset.gold.begin(), dataset.gold.end());
  EXPECT_EQ(evaluation_by_class(split, labels, 10), std::vector<std::size_t>(10, 200));

  const MajorityLabels majority = majority_labels(dataset.votes);
  EXPECT_EQ(majority.ties, 3u);
  std::size_t agree = 0;
  for (std::size_t i = 0; i < dataset.items(); ++i) agree += majority.labels[i] == dataset.gold[i];
  EXPECT_EQ(agree, 9921u);
}

}  // namespace
}  // namespace dissent::split_test
