// The deliveries that are the same in every epoch, against values by hand.
#include <cmath>

#include <gtest/gtest.h>

#include "delivery/delivery_support.h"
#include "dissent/data/dataset.h"
#include "dissent/delivery/delivery.h"
#include "dissent/votes/human_reference.h"
#include "dissent/votes/majority.h"
#include "dissent/votes/select_votes.h"
#include "support/arrays.h"

namespace dissent::constant_test {
namespace {

using test::counts_table;

std::vector<float> rows_of(const std::string& method, const VoteTable& votes,
                           const DeliveryOptions& options = {}, std::span<const std::uint32_t> items = {}) {
  const DeliverySource source{votes, items, 0, options};
  return test::rows_of(*make_delivery(method, source), 0, votes, source.size());
}

void expect_near(const std::vector<float>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-6) << "cell " << i;
}

TEST(Soft, IsTheSharesOfTheVotes) {
  expect_near(rows_of("soft", counts_table({{1, 3}, {2, 0}})), {0.25, 0.75, 1, 0});
  expect_near(rows_of("soft", test::probabilities_table({{1, 3}, {2, 0}})), {0.25, 0.75, 1, 0});
}

TEST(MajorityDelivery, IsTheMajorityLabelWithItsTies) {
  test::Counts counts = test::random_counts(200, 3, 6);
  counts.push_back({0, 0, 5});
  const VoteTable votes = counts_table(counts);
  const MajorityLabels expected = majority_labels(votes);
  for (const std::string method : {"majority", "mixup"}) {
    const auto delivery = make_delivery(method, DeliverySource{votes, {}, 12, {}});
    EXPECT_EQ(test::labels_of(*delivery, 3, votes.items()),
              std::vector<std::int32_t>(expected.labels.begin(), expected.labels.end()));
    ASSERT_EQ(delivery->facts().size(), 1u);
    EXPECT_EQ(delivery->facts()[0].name, "ties");
    EXPECT_EQ(delivery->facts()[0].value, static_cast<double>(expected.ties));
    EXPECT_GT(expected.ties, 0u);
  }
}

TEST(LabelSmoothing, SpreadsItsShare) {
  const VoteTable votes = counts_table({{1, 3, 0, 0}, {2, 0, 0, 0}});
  expect_near(rows_of("label-smoothing", votes), {0.025, 0.925, 0.025, 0.025, 0.925, 0.025, 0.025, 0.025});
  expect_near(rows_of("label-smoothing", votes, {.smoothing = 0}), {0, 1, 0, 0, 1, 0, 0, 0});
  expect_near(rows_of("label-smoothing", votes, {.smoothing = 1}), std::vector<double>(8, 0.25));
}

TEST(SmoothedSoft, AddsThePriorsVotes) {
  const VoteTable votes = counts_table({{1, 3}, {2, 0}});  // shares 1/2, 1/2
  expect_near(rows_of("smoothed-soft", votes, {.prior_weight = "2"}), {2.0 / 6, 4.0 / 6, 3.0 / 4, 1.0 / 4});
  expect_near(rows_of("smoothed-soft", votes, {.prior_weight = "0"}), {0.25, 0.75, 1, 0});
  const VoteTable skewed = counts_table({{1, 3}, {0, 4}});  // shares 1/8, 7/8
  expect_near(rows_of("smoothed-soft", skewed, {.prior_weight = "0.8"}),
              {1.1 / 4.8, 3.7 / 4.8, 0.1 / 4.8, 4.7 / 4.8});
  expect_near(rows_of("smoothed-soft", skewed, {.prior = Prior::uniform, .prior_weight = "0.8"}),
              {1.4 / 4.8, 3.4 / 4.8, 0.4 / 4.8, 4.4 / 4.8});
}

TEST(SmoothedSoft, ThePriorIsOfTheTrainingItems) {
  const VoteTable votes = counts_table({{1, 3}, {2, 0}, {100, 0}});
  const std::vector<std::uint32_t> items = {0, 1};
  expect_near(rows_of("smoothed-soft", votes, {.prior_weight = "2"}, items),
              {2.0 / 6, 4.0 / 6, 3.0 / 4, 1.0 / 4});
}

TEST(SmoothedSoft, AutoIsTheMaximumLikelihoodOfTheTrainingVotes) {
  const VoteTable votes = counts_table(test::random_counts(300, 4, 9));
  std::vector<std::uint32_t> items;
  for (std::uint32_t i = 0; i < 200; ++i) items.push_back(i);
  const VoteTable training = select_items(votes, items);
  const std::vector<double> shares = class_shares(training), even(4, 0.25);
  for (const auto& [prior, pi] : {std::pair{Prior::shares, shares}, std::pair{Prior::uniform, even}}) {
    const auto delivery =
        make_delivery("smoothed-soft", DeliverySource{votes, items, 0, DeliveryOptions{.prior = prior}});
    const double alpha = dirichlet_concentration(training, pi);
    EXPECT_EQ(delivery->facts().at(0).name, "prior_weight");
    EXPECT_EQ(delivery->facts().at(0).value, alpha);
    EXPECT_GT(alpha, 0.1);
    EXPECT_LT(alpha, 10);
    const std::vector<float> rows = test::rows_of(*delivery, 0, votes, items.size());
    std::vector<std::uint32_t> c(4);
    for (std::size_t i = 0; i < items.size(); ++i) {
      votes.counts_of(i, c);
      const auto m = static_cast<double>(votes.votes_of(i));
      for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_NEAR(rows[i * 4 + k], (c[k] + alpha * pi[k]) / (m + alpha), 1e-6);
      }
    }
  }
}

TEST(SmoothedSoft, TheEdgesOfAuto) {
  // Items that do not differ by more than chance: the prior itself. Unanimous ones: their votes.
  expect_near(rows_of("smoothed-soft", counts_table({{2, 2}, {2, 2}})), {0.5, 0.5, 0.5, 0.5});
  expect_near(rows_of("smoothed-soft", counts_table({{3, 0}, {0, 4}})), {1, 0, 0, 1});
  EXPECT_EQ(
      test::message_of([] {
        rows_of("smoothed-soft", counts_table({{1, 0}, {0, 1}}));
      }),
      "prior-weight auto: no item has two votes, so the spread of votes cannot be estimated; give a number "
      "of votes");
}

}  // namespace
}  // namespace dissent::constant_test
