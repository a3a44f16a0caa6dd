#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/core/random.h"
#include "dissent/votes/aggregate.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/one_coin.h"

namespace dissent::crowd_models_test {
namespace {

constexpr std::size_t kItems = 400, kWorkers = 20, kClasses = 4;

std::size_t truth_of(std::string_view item) {
  return static_cast<std::size_t>(std::stoi(std::string(item.substr(1)))) % kClasses;
}

enum class Bad { at_random, first_class };

// Workers 0 to 11 are right in 75 %; 12 to 19 do not look at the item.
VoteTable crowd(std::uint64_t seed, Bad bad = Bad::at_random) {
  std::string csv = "item,worker,label\n";
  for (std::size_t i = 0; i < kItems; ++i) {
    Draws draws(Stream(seed, "crowd"), i);
    for (std::size_t w = 0; w < kWorkers; ++w) {
      if (draws.unit() < 0.4) continue;
      std::size_t label = i % kClasses;
      if (w >= 12)
        label = bad == Bad::first_class ? 0 : draws.below(kClasses);
      else if (draws.unit() > 0.75)
        label = draws.below(kClasses);
      csv += fmt::format("i{},w{:02},c{}\n", i, w, label);
    }
  }
  return import_votes_from(csv, "crowd.csv").votes;
}

std::size_t right(const VoteTable& votes, const Aggregation& result) {
  const AggregatedLabels labels = aggregated_labels(votes, result);
  std::size_t count = 0;
  for (std::size_t i = 0; i < votes.items(); ++i) count += labels.label[i] == truth_of(votes.item_name(i));
  return count;
}

Aggregation by(const VoteTable& votes, std::string method, int threads = 0) {
  AggregateOptions options;
  options.method = std::move(method);
  options.threads = threads;
  return aggregate(votes, options);
}

// Whether every one of workers 0 to 11 has a larger number than every other.
bool tells_good_from_bad(const VoteTable& votes, const Aggregation& result) {
  double worst_good = 1e9, best_bad = -1e9;
  for (std::size_t a = 0; a < votes.annotators(); ++a) {
    const int worker = std::stoi(std::string(votes.annotator_name(a).substr(1)));
    if (worker < 12) worst_good = std::min(worst_good, result.reliability[a]);
    if (worker >= 12) best_bad = std::max(best_bad, result.reliability[a]);
  }
  return worst_good > best_bad;
}

TEST(CrowdModels, BeatTheMajorityAndKnowWhoIsReliable) {
  const VoteTable votes = crowd(1);
  const std::size_t majority = right(votes, by(votes, "majority"));
  for (const char* method : {"one-coin", "mace", "glad"}) {
    const Aggregation result = by(votes, method);
    EXPECT_TRUE(result.fit->converged) << method;
    EXPECT_GT(right(votes, result), majority) << method;
    EXPECT_TRUE(tells_good_from_bad(votes, result)) << method;
    EXPECT_TRUE(aggregation_warnings(votes, result).empty()) << method;
  }
}

TEST(Mace, KnowsThoseWhoAnswerByHabit) {
  const VoteTable votes = crowd(1, Bad::first_class);
  const Aggregation result = by(votes, "mace");
  ASSERT_LT(right(votes, by(votes, "majority")), kItems * 80 / 100);
  EXPECT_GT(right(votes, result), kItems * 95 / 100);
  EXPECT_TRUE(tells_good_from_bad(votes, result));
}

TEST(OneCoin, ThoseWhoAnswerByHabitLeadItAstrayAndItSaysSo) {
  const VoteTable votes = crowd(1, Bad::first_class);
  const Aggregation result = by(votes, "one-coin");
  ASSERT_EQ(right(votes, result), kItems / kClasses);  // the first class, whatever the item
  EXPECT_EQ(aggregation_warnings(votes, result).size(), kClasses - 1);
}

TEST(CrowdModels, SameBitsForAnyNumberOfThreads) {
  const VoteTable votes = crowd(2);
  for (const char* method : {"one-coin", "mace", "glad"}) {
    const Aggregation one = by(votes, method, 1), five = by(votes, method, 5);
    EXPECT_EQ(one.rows, five.rows) << method;
    EXPECT_EQ(one.reliability, five.reliability) << method;
    EXPECT_EQ(one.fit->value, five.fit->value) << method;
  }
}

// What each maximises never falls: a longer run is at least as good.
TEST(CrowdModels, EveryIterationGains) {
  const VoteTable votes = crowd(3);
  const auto never_falls = [](const std::function<double(const DawidSkeneOptions&)>& run) {
    double before = -1e300;
    for (int iterations = 1; iterations <= 25; ++iterations) {
      DawidSkeneOptions stop;
      stop.smoothing = 1e-9;
      stop.tolerance = 0;
      stop.max_iterations = iterations;
      const double value = run(stop);
      EXPECT_GE(value, before - 1e-12) << iterations;
      before = value;
    }
  };
  never_falls([&](const DawidSkeneOptions& stop) { return one_coin(votes, stop).log_likelihood; });
  never_falls([&](const DawidSkeneOptions& stop) { return glad(votes, {}, stop).log_posterior; });
  MaceOptions options;
  options.restarts = 1;
  never_falls([&](const DawidSkeneOptions& stop) { return mace(votes, options, stop).objective; });
  options.inference = MaceInference::em;
  never_falls([&](const DawidSkeneOptions& stop) { return mace(votes, options, stop).objective; });
}

TEST(Mace, TheBestOfManyStartsIsKept) {
  const VoteTable votes = crowd(4);
  MaceOptions many, one;
  many.restarts = 5;
  one.restarts = 1;
  const Mace best = mace(votes, many);
  EXPECT_GE(best.objective, mace(votes, one).objective);
  EXPECT_LT(best.best_restart, 5);
  one.seed = 17;
  EXPECT_NE(mace(votes, one).objective, mace(votes, {.restarts = 1}).objective);  // another start
}

TEST(Glad, HardItemsHaveLessEasiness) {
  // On odd items everybody agrees, on even ones they are split.
  std::string csv = "item,worker,label\n";
  for (int i = 0; i < 60; ++i) {
    for (int w = 0; w < 8; ++w)
      csv += fmt::format("i{},w{},{}\n", i, w, i % 2 == 1 || w % 2 == (i / 2) % 2 || w < 2 ? "x" : "y");
  }
  const VoteTable votes = import_votes_from(csv, "votes.csv").votes;
  const Glad model = glad(votes);
  double hardest_of_easy = 1e9, easiest_of_hard = 0;
  for (std::size_t i = 0; i < votes.items(); ++i) {
    if (truth_of(votes.item_name(i)) % 2 == 1)
      hardest_of_easy = std::min(hardest_of_easy, model.easiness[i]);
    else
      easiest_of_hard = std::max(easiest_of_hard, model.easiness[i]);
  }
  EXPECT_GT(hardest_of_easy, easiest_of_hard);
}

TEST(CrowdModels, OneClassAndOneVoteAreNoTrouble) {
  for (const char* text : {"item,worker,label\na,w,x\nb,w,x\n", "item,worker,label\na,w,x\n",
                           "item,worker,label\na,v,x\na,w,y\n"}) {
    const VoteTable votes = import_votes_from(text, "votes.csv").votes;
    for (const char* method : {"one-coin", "mace", "glad"}) {
      const Aggregation result = by(votes, method);
      for (const double weight : result.rows) EXPECT_TRUE(weight >= 0 && weight <= 1) << method << weight;
      for (const double number : result.reliability) EXPECT_TRUE(std::isfinite(number)) << method;
      EXPECT_TRUE(std::isfinite(result.fit->value)) << method;
    }
  }
}

TEST(CrowdModels, RefuseWhatTheyCannotUse) {
  const VoteTable counts = import_votes_from("item,label\na,x\na,y\n", "t.csv").votes;
  const VoteTable empty = import_votes_from("item,worker,label\na,w,x\nb,w,\n", "t.csv").votes;
  for (const char* method : {"one-coin", "mace", "glad"}) {
    EXPECT_THROW(by(counts, method), Error) << method;
    EXPECT_THROW(by(empty, method), Error) << method;
  }
  const VoteTable votes = import_votes_from("item,worker,label\na,v,x\na,w,y\n", "t.csv").votes;
  EXPECT_THROW(mace(votes, {.restarts = 0}), Error);
  EXPECT_THROW(mace(votes, {.know_prior = 0}), Error);
  EXPECT_THROW(glad(votes, {.steps = 0}), Error);
  EXPECT_THROW(glad(votes, {.ability_sd = 0}), Error);
  EXPECT_THROW(one_coin(votes, {.smoothing = 0}), Error);
  EXPECT_NO_THROW(glad(votes, {}, {.smoothing = 0}));  // it has priors instead
}

}  // namespace
}  // namespace dissent::crowd_models_test
