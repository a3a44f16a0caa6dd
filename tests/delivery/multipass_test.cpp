// Every vote exactly once in a cycle, in an order that is uniform over the permutations.
#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "delivery/delivery_support.h"
#include "dissent/delivery/delivery.h"
#include "support/arrays.h"

namespace dissent::multipass_test {
namespace {

std::unique_ptr<Delivery> make(const std::string& method, const VoteTable& votes, std::uint64_t seed = 2) {
  return make_delivery(method, DeliverySource{votes, {}, seed, {}});
}

TEST(Multipass, ACycleDeliversEachVoteExactlyOnce) {
  test::Counts counts = test::random_counts(600, 6, 12);
  counts.push_back({100, 0, 57, 3, 0, 1});  // more draws than are read side by side
  counts.push_back({0, 0, 1, 0, 0, 0});
  for (const std::string method : {"multipass", "deterministic"}) {
    for (const VoteTable& votes : {test::counts_table(counts), test::votes_table(counts)}) {
      const auto delivery = make(method, votes);
      std::vector<std::vector<std::int32_t>> epochs;
      for (std::uint64_t epoch = 0; epoch < 2 * 161; ++epoch) {
        epochs.push_back(test::labels_of(*delivery, epoch, counts.size()));
      }
      for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::size_t m = votes.votes_of(i);
        std::vector<std::int64_t> seen(6);
        for (std::size_t t = 0; t < m; ++t) ++seen[static_cast<std::size_t>(epochs[t][i])];
        EXPECT_EQ(seen, counts[i]) << "item " << i;
        for (std::size_t t = m; t < epochs.size(); ++t) EXPECT_EQ(epochs[t][i], epochs[t - m][i]);
      }
    }
  }
}

TEST(Multipass, AllOrdersAreEquallyLikely) {
  constexpr std::size_t kItems = 48000;
  const VoteTable votes = test::counts_table(test::Counts(kItems, {1, 1, 1, 1}));
  const auto delivery = make("multipass", votes);
  std::vector<std::vector<std::int32_t>> epochs;
  for (std::uint64_t epoch = 0; epoch < 4; ++epoch)
    epochs.push_back(test::labels_of(*delivery, epoch, kItems));
  std::map<std::vector<std::int32_t>, double> orders;
  for (std::size_t i = 0; i < kItems; ++i) ++orders[{epochs[0][i], epochs[1][i], epochs[2][i], epochs[3][i]}];
  ASSERT_EQ(orders.size(), 24u);
  double chi_squared = 0;
  for (const auto& [order, n] : orders) chi_squared += (n - 2000) * (n - 2000) / 2000;
  EXPECT_NEAR(chi_squared, 23, 5 * std::sqrt(2 * 23.0));
}

// The order is the one that draws without replacement from the sorted votes give.
TEST(Multipass, IsTheForwardDrawWithoutReplacement) {
  const test::Counts counts = test::random_counts(50, 5, 90);
  const VoteTable votes = test::counts_table(counts);
  const auto delivery = make("multipass", votes, 8);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::vector<std::int32_t> left;
    for (std::size_t k = 0; k < 5; ++k) {
      left.insert(left.end(), static_cast<std::size_t>(counts[i][k]), static_cast<std::int32_t>(k));
    }
    Draws draws(Stream(8, "multipass"), i);
    for (std::uint64_t epoch = 0; !left.empty(); ++epoch) {
      const auto taken = left.begin() + static_cast<std::ptrdiff_t>(draws.below(left.size()));
      EXPECT_EQ(test::labels_of(*delivery, epoch, counts.size())[i], *taken);
      left.erase(taken);
    }
  }
}

TEST(Deterministic, IsMultipassOfAnotherSeed) {
  const VoteTable votes = test::counts_table(test::random_counts(400, 6, 12));
  for (std::uint64_t epoch = 0; epoch < 5; ++epoch) {
    EXPECT_EQ(test::labels_of(*make("deterministic", votes, 2), epoch, 400),
              test::labels_of(*make("multipass", votes, 1002), epoch, 400));
  }
}

TEST(Multipass, AHugeCountIsNotExpanded) {
  const VoteTable votes = test::counts_table({{4000000000, 1, 4000000000}});
  const auto delivery = make("multipass", votes);
  for (std::uint64_t epoch = 0; epoch < 8; ++epoch) EXPECT_NE(test::labels_of(*delivery, epoch, 1)[0], 1);
  EXPECT_EQ(test::labels_of(*delivery, 8000000001, 1), test::labels_of(*delivery, 0, 1));
}

TEST(Multipass, NeedsCounts) {
  const VoteTable votes = test::probabilities_table({{1, 3}});
  EXPECT_EQ(
      test::message_of([&] { make("multipass", votes); }),
      "multipass needs vote counts, and this source has only probabilities; use the counts they were made "
      "from");
  EXPECT_NE(test::message_of([&] { make("deterministic", votes); }).find("deterministic needs vote counts"),
            std::string::npos);
}

}  // namespace
}  // namespace dissent::multipass_test
