#include "dissent/votes/dawid_skene.h"

#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/core/random.h"
#include "dissent/votes/importer.h"

namespace dissent::dawid_skene_test {
namespace {

constexpr std::size_t kItems = 300, kWorkers = 20, kClasses = 3;

std::size_t truth_of(std::size_t item) {
  return item % kClasses;
}

// Workers 0 to 14 are right in 80 %, 15 to 18 answer at random, and 19 always turns the classes by one.
VoteTable crowd(std::uint64_t seed) {
  std::string csv = "item,worker,label\n";
  for (std::size_t i = 0; i < kItems; ++i) {
    Draws draws(Stream(seed, "crowd"), i);
    for (std::size_t w = 0; w < kWorkers; ++w) {
      if (draws.unit() < 0.5) continue;
      std::size_t label = truth_of(i);
      if (w == 19)
        label = (label + 1) % kClasses;
      else if (w >= 15 || draws.unit() > 0.8)
        label = draws.below(kClasses);
      csv += "i" + std::to_string(i) + ",w" + std::to_string(w) + "," +
             std::string(1, static_cast<char>('a' + label)) + "\n";
    }
  }
  return import_votes_from(csv, "crowd.csv").votes;
}

std::size_t annotator(const VoteTable& votes, std::string_view name) {
  for (std::size_t a = 0; a < votes.annotators(); ++a) {
    if (votes.annotator_name(a) == name) return a;
  }
  ADD_FAILURE() << name;
  return 0;
}

TEST(DawidSkene, RecoversTruthAndAnnotators) {
  const VoteTable votes = crowd(1);
  const DawidSkene model = dawid_skene(votes);
  EXPECT_TRUE(model.converged);
  std::size_t right = 0;
  for (std::size_t i = 0; i < kItems; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < kClasses; ++k) sum += model.posterior[i * kClasses + k];
    EXPECT_NEAR(sum, 1, 1e-12);
    const auto item = static_cast<std::size_t>(std::stoi(std::string(votes.item_name(i).substr(1))));
    right += model.posterior[i * kClasses + truth_of(item)] > 0.5;
  }
  EXPECT_GT(right, kItems * 97 / 100);
  const std::vector<double> turned = model.confusion(annotator(votes, "w19"));
  for (std::size_t k = 0; k < kClasses; ++k) EXPECT_GT(turned[k * kClasses + (k + 1) % kClasses], 0.9);
  const std::vector<double> good = model.confusion(annotator(votes, "w3"));
  for (std::size_t k = 0; k < kClasses; ++k) EXPECT_GT(good[k * kClasses + k], 0.7);
}

TEST(DawidSkene, ConfusionRowsSumToOneAlsoForLabelsNeverGiven) {
  const VoteTable votes =
      import_votes_from("item,worker,label\na,w1,x\na,w2,y\nb,w1,x\nb,w2,z\nc,w1,x\nc,w2,y\n", "t.csv").votes;
  const DawidSkene model = dawid_skene(votes);
  for (std::size_t a = 0; a < votes.annotators(); ++a) {
    const std::vector<double> matrix = model.confusion(a);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(matrix[k * 3] + matrix[k * 3 + 1] + matrix[k * 3 + 2], 1, 1e-12);
    }
  }
}

TEST(DawidSkene, SameBitsForAnyNumberOfThreads) {
  const VoteTable votes = crowd(2);
  ::setenv("DISSENT_THREADS", "1", 1);
  const DawidSkene one = dawid_skene(votes);
  ::setenv("DISSENT_THREADS", "5", 1);
  const DawidSkene five = dawid_skene(votes);
  ::unsetenv("DISSENT_THREADS");
  EXPECT_EQ(one.posterior, five.posterior);
  EXPECT_EQ(one.log_likelihood, five.log_likelihood);
}

TEST(DawidSkene, LikelihoodGrowsAndIsReported) {
  std::vector<double> seen;
  DawidSkeneOptions options;
  options.smoothing = 1e-9;  // with no smoothing to speak of, each iteration must gain
  const DawidSkene model = dawid_skene(crowd(3), options, [&](int, double value) { seen.push_back(value); });
  ASSERT_EQ(seen.size(), static_cast<std::size_t>(model.iterations));
  for (std::size_t i = 1; i < seen.size(); ++i) EXPECT_GE(seen[i], seen[i - 1] - 1e-12);
  EXPECT_EQ(seen.back(), model.log_likelihood);
}

TEST(DawidSkene, StopsAtTheLimitAndSaysSo) {
  DawidSkeneOptions options;
  options.max_iterations = 2;
  const DawidSkene model = dawid_skene(crowd(4), options);
  EXPECT_EQ(model.iterations, 2);
  EXPECT_FALSE(model.converged);
}

TEST(DawidSkene, RefusesWhatItCannotUse) {
  const VoteTable counts = import_votes_from("item,label\na,x\na,y\n", "t.csv").votes;
  EXPECT_THROW(dawid_skene(counts), Error);
  const VoteTable empty = import_votes_from("item,worker,label\na,w,x\nb,w,\n", "t.csv").votes;
  EXPECT_THROW(dawid_skene(empty), Error);
  DawidSkeneOptions options;
  options.smoothing = 0;
  EXPECT_THROW(dawid_skene(crowd(5), options), Error);
}

}  // namespace
}  // namespace dissent::dawid_skene_test
