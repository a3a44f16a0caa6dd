// What every delivery of the list keeps, whichever it is: a new method is tested the moment it is listed.
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "delivery/delivery_support.h"
#include "dissent/delivery/delivery.h"
#include "support/arrays.h"

namespace dissent::contract_test {
namespace {

using test::counts_table;
using test::rows_of;

class Contract : public ::testing::TestWithParam<std::string> {};

std::unique_ptr<Delivery> make(const std::string& method, const VoteTable& votes, std::uint64_t seed,
                               std::span<const std::uint32_t> items = {}) {
  return make_delivery(method, DeliverySource{votes, items, seed, {}});
}

// Items of few and of many votes, more than are drawn together.
test::Counts mixed_counts() {
  test::Counts counts = test::random_counts(700, 4, 9);
  for (const auto& row : test::random_counts(40, 4, 300)) counts.push_back(row);
  return counts;
}

TEST_P(Contract, RowsSumToOne) {
  const VoteTable votes = counts_table(mixed_counts());
  const auto delivery = make(GetParam(), votes, 3);
  for (const std::uint64_t epoch : {0, 1, 17, 1000}) {
    const std::vector<float> rows = rows_of(*delivery, epoch, votes, votes.items());
    for (std::size_t i = 0; i < votes.items(); ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < votes.classes(); ++k) {
        EXPECT_GE(rows[i * votes.classes() + k], 0);
        sum += rows[i * votes.classes() + k];
      }
      EXPECT_NEAR(sum, 1, 1e-6) << "item " << i;
    }
  }
}

TEST_P(Contract, SameKeySameTargets) {
  const VoteTable votes = counts_table(mixed_counts());
  const auto one = make(GetParam(), votes, 3), other = make(GetParam(), votes, 3);
  const auto later = rows_of(*one, 5, votes, votes.items());
  rows_of(*other, 0, votes, votes.items());  // what was asked before does not matter
  EXPECT_EQ(later, rows_of(*other, 5, votes, votes.items()));
  EXPECT_EQ(later, rows_of(*one, 5, votes, votes.items()));
  if (!one->changes()) {
    EXPECT_EQ(later, rows_of(*one, 6, votes, votes.items()));
    return;
  }
  EXPECT_NE(later, rows_of(*one, 6, votes, votes.items()));
  EXPECT_NE(later, rows_of(*make(GetParam(), votes, 4), 5, votes, votes.items()));
}

TEST_P(Contract, AnyPieceAndAnyNumberOfThreadsGivesTheSame) {
  const VoteTable votes = counts_table(mixed_counts());
  const std::size_t classes = votes.classes(), items = votes.items();
  ::setenv("DISSENT_THREADS", "1", 1);
  const auto delivery = make(GetParam(), votes, 9);
  const std::vector<float> whole = rows_of(*delivery, 2, votes, items);
  for (const char* threads : {"2", "3", "16"}) {
    ::setenv("DISSENT_THREADS", threads, 1);
    EXPECT_EQ(whole, rows_of(*delivery, 2, votes, items)) << threads << " threads";
    EXPECT_EQ(whole, rows_of(*make(GetParam(), votes, 9), 2, votes, items)) << threads << " threads";
  }
  ::unsetenv("DISSENT_THREADS");
  for (const std::size_t begin :
       {std::size_t{0}, std::size_t{1}, std::size_t{255}, std::size_t{301}, items - 1}) {
    for (const std::size_t size : {std::size_t{1}, std::size_t{3}, std::size_t{257}, items - begin}) {
      if (begin + size > items) continue;
      std::vector<float> part(size * classes);
      epoch_rows(*delivery, 2, classes, part, begin);
      const auto from = whole.begin() + static_cast<std::ptrdiff_t>(begin * classes);
      EXPECT_EQ(part, std::vector<float>(from, from + static_cast<std::ptrdiff_t>(size * classes)));
      if (!delivery->hard()) continue;
      std::vector<std::int32_t> labels(size);
      epoch_labels(*delivery, 2, labels, begin);
      for (std::size_t i = 0; i < size; ++i) {
        EXPECT_EQ(part[i * classes + static_cast<std::size_t>(labels[i])], 1);
      }
    }
  }
}

TEST_P(Contract, CountsAndVotesInAnyOrderGiveTheSame) {
  const test::Counts counts = mixed_counts();
  const VoteTable by_count = counts_table(counts), one = test::votes_table(counts, 1),
                  other = test::votes_table(counts, 2);
  for (const std::uint64_t epoch : {0, 1, 4, 63, 250}) {
    const auto expected = rows_of(*make(GetParam(), by_count, 3), epoch, by_count, by_count.items());
    EXPECT_EQ(expected, rows_of(*make(GetParam(), one, 3), epoch, one, one.items()));
    EXPECT_EQ(expected, rows_of(*make(GetParam(), other, 3), epoch, other, other.items()));
  }
}

// The target of an item is keyed by its index in the table. These two look at all training items.
TEST_P(Contract, AnItemKeepsItsTargetsWhicheverItemsAreTrainedOn) {
  if (GetParam() == "shuffled-sls" || GetParam() == "smoothed-soft") return;
  const VoteTable votes = counts_table(mixed_counts());
  const std::vector<std::uint32_t> items = {700, 3, 4, 699, 31};
  const auto all = rows_of(*make(GetParam(), votes, 3), 7, votes, votes.items());
  const auto some = rows_of(*make(GetParam(), votes, 3, items), 7, votes, items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(some[i * 4 + k], all[items[i] * 4 + k]);
  }
}

// Whether an item's targets are made of its own votes alone.
bool keeps_to_the_votes(const std::string& method) {
  return method != "shuffled-sls" && method != "label-smoothing" && method != "smoothed-soft";
}

TEST_P(Contract, UnanimousVotesGiveThatLabel) {
  if (!keeps_to_the_votes(GetParam())) return;
  const test::Counts counts = {{0, 4, 0}, {1, 0, 0}, {0, 0, 100}};
  for (const VoteTable& votes : {counts_table(counts), test::votes_table(counts)}) {
    const auto delivery = make(GetParam(), votes, 11);
    for (std::uint64_t epoch = 0; epoch < 130; ++epoch) {
      EXPECT_EQ(rows_of(*delivery, epoch, votes, 3), (std::vector<float>{0, 1, 0, 1, 0, 0, 0, 0, 1}));
    }
  }
}

TEST_P(Contract, OnlyLabelsThatSomebodyGaveAreDelivered) {
  if (!keeps_to_the_votes(GetParam())) return;
  const VoteTable votes = counts_table(mixed_counts());
  const auto delivery = make(GetParam(), votes, 11);
  std::vector<std::uint32_t> counts(votes.classes());
  for (std::uint64_t epoch = 0; epoch < 20; ++epoch) {
    const std::vector<float> rows = rows_of(*delivery, epoch, votes, votes.items());
    for (std::size_t i = 0; i < votes.items(); ++i) {
      votes.counts_of(i, counts);
      for (std::size_t k = 0; k < counts.size(); ++k) {
        EXPECT_TRUE(counts[k] > 0 || rows[i * counts.size() + k] == 0) << "item " << i << ", class " << k;
      }
    }
  }
}

TEST_P(Contract, AnItemWithoutVotesIsAnErrorThatNamesIt) {
  const VoteTable votes = counts_table({{1, 1}, {0, 0}, {2, 0}});
  EXPECT_EQ(test::message_of([&] { make(GetParam(), votes, 0); }),
            "item 'i1' has no votes; drop such items with drop-empty");
  const std::vector<std::uint32_t> others = {0, 2};
  EXPECT_NO_THROW(make(GetParam(), votes, 0, others));
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const DeliveryEntry& method : deliveries()) names.emplace_back(method.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(Deliveries, Contract, ::testing::ValuesIn(method_names()), [](const auto& method) {
  std::string name = method.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace dissent::contract_test
