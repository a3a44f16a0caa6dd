// SLS draws from the item's votes, and Proposition 1 of "Same Target, Different Basins" holds: bounds are
// computed from the number of draws, at 5 standard errors.
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "delivery/delivery_support.h"
#include "dissent/delivery/delivery.h"

namespace dissent::sls_test {
namespace {

constexpr double kErrors = 5;  // standard errors

std::unique_ptr<Delivery> make_sls(const VoteTable& votes, int every = 1) {
  DeliveryOptions options;
  options.resample_every = every;
  return make_delivery("sls", DeliverySource{votes, {}, 5, options});
}

TEST(Sls, TheMeanOverEpochsTendsToTheVotes) {
  const test::Counts counts = {{1, 2, 2}, {9, 1, 0}, {0, 0, 3}, {50, 30, 20}, {1, 1, 1}};
  constexpr int kEpochs = 40000;
  for (const VoteTable& votes :
       {test::counts_table(counts), test::votes_table(counts), test::probabilities_table(counts)}) {
    const auto delivery = make_sls(votes);
    std::vector<int> drawn(counts.size() * 3);
    std::vector<std::int32_t> labels(counts.size());
    for (int epoch = 0; epoch < kEpochs; ++epoch) {
      delivery->labels(static_cast<std::uint64_t>(epoch), 0, labels);
      for (std::size_t i = 0; i < labels.size(); ++i) ++drawn[i * 3 + static_cast<std::size_t>(labels[i])];
    }
    std::vector<double> p(3);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      votes.fractions_of(i, p);
      for (std::size_t k = 0; k < 3; ++k) {
        const double error = std::sqrt(p[k] * (1 - p[k]) / kEpochs);
        EXPECT_NEAR(drawn[i * 3 + k] / double{kEpochs}, p[k], kErrors * error + 1e-12)
            << "item " << i << ", class " << k << ", " << to_string(votes.knowledge());
      }
    }
  }
}

TEST(Sls, NeighbouringItemsAndEpochsAreIndependent) {
  const std::size_t items = 100000;
  const VoteTable votes = test::counts_table(test::Counts(items, {1, 1}));
  const auto delivery = make_sls(votes);
  const auto now = test::labels_of(*delivery, 0, items), next = test::labels_of(*delivery, 1, items);
  double in_time = 0, in_space = 0;
  for (std::size_t i = 0; i + 1 < items; ++i) {
    in_time += now[i] == next[i] ? 1 : -1;
    in_space += now[i] == now[i + 1] ? 1 : -1;
  }
  const double bound = kErrors * std::sqrt(static_cast<double>(items));
  EXPECT_LT(std::abs(in_time), bound);
  EXPECT_LT(std::abs(in_space), bound);
}

TEST(Sls, ALabelStaysForItsPeriod) {
  const VoteTable votes = test::counts_table(test::random_counts(300, 5, 9));
  const auto each = make_sls(votes), third = make_sls(votes, 3);
  for (std::uint64_t epoch = 0; epoch < 12; ++epoch) {
    EXPECT_EQ(test::labels_of(*third, epoch, 300), test::labels_of(*each, epoch / 3, 300));
  }
}

TEST(ShuffledSls, KeepsTheDistributionsButNotTheirItems) {
  test::Counts counts;
  for (std::int64_t i = 0; i < 500; ++i) {  // unanimous items show where their votes went
    counts.emplace_back(500, 0);
    counts.back()[static_cast<std::size_t>(i)] = 1 + i % 3;
  }
  const VoteTable votes = test::counts_table(counts);
  std::vector<std::uint32_t> items;
  for (std::uint32_t i = 0; i < 500; i += 2) items.push_back(i);  // evaluation items stay out of it
  const auto delivery = make_delivery("shuffled-sls", DeliverySource{votes, items, 5, {}});
  const auto labels = test::labels_of(*delivery, 0, items.size());
  EXPECT_EQ(labels, test::labels_of(*delivery, 1, items.size()));  // one permutation for all epochs
  std::size_t own = 0;
  for (std::size_t i = 0; i < items.size(); ++i) own += labels[i] == static_cast<std::int32_t>(items[i]);
  EXPECT_LE(own, 8u);  // fixed points of a permutation: Poisson(1)
  std::vector<std::int32_t> sorted = labels;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, std::vector<std::int32_t>(items.begin(), items.end()));
}

// Gradients q - e_y of the cross-entropy in the logits, for one item over many epochs.
TEST(Proposition1, MeanCovarianceAndSecondMoment) {
  constexpr std::size_t K = 4;
  const std::vector<std::int64_t> counts = {7, 2, 1, 0};
  const double p[K] = {0.7, 0.2, 0.1, 0}, z[K] = {0.3, -1.2, 0.8, 0.1};
  double q[K], sum = 0;
  for (std::size_t k = 0; k < K; ++k) sum += q[k] = std::exp(z[k]);
  for (double& x : q) x /= sum;
  // Many items with the same votes in some epochs are as good as one item in many epochs.
  constexpr std::size_t kItems = 20000, kEpochs = 20;
  constexpr double n = kItems * kEpochs;
  const VoteTable votes = test::counts_table(test::Counts(kItems, counts));
  const auto delivery = make_sls(votes);

  double mean[K] = {}, second[K][K] = {}, loss = 0, norm = 0, norm_of_norm = 0, loss_of_loss = 0;
  for (std::uint64_t epoch = 0; epoch < kEpochs; ++epoch) {
    for (const std::int32_t label : test::labels_of(*delivery, epoch, kItems)) {
      double g[K], squared = 0;
      for (std::size_t k = 0; k < K; ++k) {
        g[k] = q[k] - (static_cast<std::size_t>(label) == k ? 1 : 0);
        mean[k] += g[k] / n;
        squared += g[k] * g[k];
      }
      for (std::size_t j = 0; j < K; ++j) {
        for (std::size_t k = 0; k < K; ++k) second[j][k] += g[j] * g[k] / n;
      }
      const double nll = -std::log(q[label]);
      loss += nll / n;
      loss_of_loss += nll * nll / n;
      norm += squared / n;
      norm_of_norm += squared * squared / n;
    }
  }
  double cross_entropy = 0, distance = 0, peak = 0;
  for (std::size_t k = 0; k < K; ++k) {
    cross_entropy -= p[k] * std::log(q[k]);
    distance += (q[k] - p[k]) * (q[k] - p[k]);
    peak += p[k] * p[k];
  }
  EXPECT_NEAR(loss, cross_entropy, kErrors * std::sqrt((loss_of_loss - loss * loss) / n));  // (4)
  for (std::size_t j = 0; j < K; ++j) {
    EXPECT_NEAR(mean[j], q[j] - p[j], kErrors * std::sqrt(p[j] * (1 - p[j]) / n) + 1e-9);  // (5)
    for (std::size_t k = 0; k < K; ++k) {
      const double expected = (j == k ? p[j] : 0) - p[j] * p[k];
      // The product (e_j - p_j)(e_k - p_k) has this second moment, a sum over the label that was drawn.
      double moment = 0;
      for (std::size_t y = 0; y < K; ++y) {
        const double a = (y == j ? 1 : 0) - p[j], b = (y == k ? 1 : 0) - p[k];
        moment += p[y] * a * a * b * b;
      }
      const double error = std::sqrt((moment - expected * expected) / n);
      EXPECT_NEAR(second[j][k] - mean[j] * mean[k], expected, kErrors * error + 20 / n)
          << j << " " << k;  // (6)
    }
  }
  EXPECT_NEAR(norm, distance + 1 - peak, kErrors * std::sqrt((norm_of_norm - norm * norm) / n));  // (8)
}

}  // namespace
}  // namespace dissent::sls_test
