// Approved labels: they change only with a deliberate change of the keys, which makes old runs
// irreproducible.
#include <gtest/gtest.h>

#include "delivery/delivery_support.h"
#include "dissent/delivery/cut.h"
#include "dissent/delivery/delivery.h"
#include "dissent/votes/human_reference.h"
#include "dissent/votes/importer.h"
#include "support/real_data.h"

namespace dissent::known_answers_test {
namespace {

using Labels = std::vector<std::int32_t>;

Labels labels(const std::string& method, std::uint64_t seed, std::uint64_t epoch) {
  static const VoteTable votes = test::counts_table(
      {{2, 2, 1}, {1, 3, 1}, {1, 1, 1}, {20, 21, 10}, {0, 1, 1}, {5, 0, 5}, {1, 2, 3}, {0, 7, 2}});
  return test::labels_of(*make_delivery(method, DeliverySource{votes, {}, seed, {}}), epoch, votes.items());
}

TEST(KnownAnswers, Sls) {
  EXPECT_EQ(labels("sls", 0, 0), (Labels{0, 1, 1, 1, 2, 2, 2, 1}));
  EXPECT_EQ(labels("sls", 0, 1), (Labels{0, 0, 0, 2, 2, 0, 0, 1}));
  EXPECT_EQ(labels("sls", 1, 0), (Labels{2, 1, 1, 0, 1, 2, 0, 1}));
  EXPECT_EQ(labels("sls", 12345678901234567, 5000000000), (Labels{2, 2, 1, 1, 1, 0, 2, 1}));
}

TEST(KnownAnswers, Multipass) {
  EXPECT_EQ(labels("multipass", 0, 0), (Labels{1, 1, 1, 0, 2, 2, 2, 1}));
  EXPECT_EQ(labels("multipass", 0, 1), (Labels{2, 2, 0, 0, 1, 2, 2, 2}));
  EXPECT_EQ(labels("multipass", 0, 50), (Labels{1, 1, 2, 0, 2, 2, 1, 1}));
  EXPECT_EQ(labels("deterministic", 0, 1), (Labels{0, 2, 2, 1, 2, 2, 0, 1}));
}

TEST(KnownAnswers, ShuffledSlsAndMajority) {
  EXPECT_EQ(labels("shuffled-sls", 0, 0), (Labels{0, 0, 1, 2, 2, 2, 1, 0}));
  EXPECT_EQ(labels("majority", 0, 0), (Labels{1, 1, 0, 1, 1, 2, 2, 1}));
}

TEST(KnownAnswers, Cuts) {
  const VoteTable votes = test::counts_table({{20, 21, 10}, {5, 0, 5}});
  const auto cells = [&](VoteCut how) {
    const VoteTable cut = cut_votes(votes, {5, how}, 0);
    std::vector<std::uint32_t> row(6);
    for (std::size_t i = 0; i < 2; ++i) cut.counts_of(i, std::span(row).subspan(3 * i, 3));
    return row;
  };
  EXPECT_EQ(cells(VoteCut::multinomial), (std::vector<std::uint32_t>{1, 4, 0, 3, 0, 2}));
  EXPECT_EQ(cells(VoteCut::nested), (std::vector<std::uint32_t>{2, 3, 0, 1, 0, 4}));
}

TEST(Cifar10h, EveryVoteOnceACycleAndTheSharesOfSls) {
  const auto path = real_data("cifar10h/cifar10h-counts.npy");
  if (!path) GTEST_SKIP() << "cifar10h-counts.npy is not here";
  const VoteTable votes = import_votes(*path).votes;
  const std::size_t items = votes.items();
  const auto multipass = make_delivery("multipass", DeliverySource{votes, {}, 0, {}});
  const auto sls = make_delivery("sls", DeliverySource{votes, {}, 0, {}});
  constexpr std::size_t kEpochs = 200;
  std::vector<std::uint32_t> seen(items * 10), drawn(10), row(10);
  for (std::uint64_t epoch = 0; epoch < kEpochs; ++epoch) {
    const Labels real = test::labels_of(*multipass, epoch, items),
                 sampled = test::labels_of(*sls, epoch, items);
    for (std::size_t i = 0; i < items; ++i) {
      if (epoch < votes.votes_of(i)) ++seen[i * 10 + static_cast<std::size_t>(real[i])];
      ++drawn[static_cast<std::size_t>(sampled[i])];
    }
  }
  // The variance of a class's draws is the sum over items of p (1 - p), in each epoch.
  std::vector<double> mean(10), variance(10), p(10);
  for (std::size_t i = 0; i < items; ++i) {
    votes.counts_of(i, row);
    EXPECT_TRUE(std::equal(row.begin(), row.end(), seen.begin() + static_cast<std::ptrdiff_t>(i * 10))) << i;
    votes.fractions_of(i, p);
    for (std::size_t k = 0; k < 10; ++k) {
      mean[k] += p[k] * kEpochs;
      variance[k] += p[k] * (1 - p[k]) * kEpochs;
    }
  }
  for (std::size_t k = 0; k < 10; ++k) EXPECT_NEAR(drawn[k], mean[k], 5 * std::sqrt(variance[k]));
  const auto majority = make_delivery("majority", DeliverySource{votes, {}, 0, {}});
  EXPECT_EQ(majority->facts().at(0).value, 3);
  const auto smoothed = make_delivery("smoothed-soft", DeliverySource{votes, {}, 0, {}});
  EXPECT_NEAR(smoothed->facts().at(0).value, 0.258, 5e-4);
}

}  // namespace
}  // namespace dissent::known_answers_test
