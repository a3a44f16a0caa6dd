// Votes cut to V an item: how many, from where, and independent or nested as asked.
#include "dissent/delivery/cut.h"

#include <cmath>

#include <gtest/gtest.h>

#include "delivery/delivery_support.h"
#include "dissent/core/choices.h"
#include "support/arrays.h"

namespace dissent::cut_test {
namespace {

std::vector<std::uint32_t> cells_of(const VoteTable& votes) {
  std::vector<std::uint32_t> cells(votes.items() * votes.classes());
  for (std::size_t i = 0; i < votes.items(); ++i) {
    votes.counts_of(i, std::span(cells).subspan(i * votes.classes(), votes.classes()));
  }
  return cells;
}

std::vector<std::uint32_t> cut_cells(const VoteTable& votes, int v, VoteCut how, std::uint64_t seed = 3) {
  const VoteTable cut = cut_votes(votes, {v, how}, seed);
  EXPECT_EQ(cut.knowledge(), Knowledge::counts);
  EXPECT_EQ(cut.items(), votes.items());
  EXPECT_EQ(cut.class_space().names, votes.class_space().names);
  for (std::size_t i = 0; i < cut.items(); ++i) {
    EXPECT_EQ(cut.item_name(i), votes.item_name(i));
    EXPECT_EQ(cut.votes_of(i), votes.is_empty(i) ? 0 : static_cast<std::uint64_t>(v));
  }
  return cells_of(cut);
}

TEST(Cut, NothingCutIsACopy) {
  const VoteTable votes = test::counts_table({{1, 3}, {2, 0}});
  EXPECT_EQ(cells_of(cut_votes(votes, {}, 3)), cells_of(votes));
}

TEST(Cut, MultinomialSumsToVForAnyFormAndAnyThreads) {
  const test::Counts counts = test::random_counts(500, 6, 12);
  for (const int v : {1, 5, 50}) {
    const auto expected = cut_cells(test::counts_table(counts), v, VoteCut::multinomial);
    EXPECT_EQ(expected, cut_cells(test::votes_table(counts), v, VoteCut::multinomial));
    ::setenv("DISSENT_THREADS", "7", 1);
    EXPECT_EQ(expected, cut_cells(test::counts_table(counts), v, VoteCut::multinomial));
    ::unsetenv("DISSENT_THREADS");
    EXPECT_NE(expected, cut_cells(test::counts_table(counts), v, VoteCut::multinomial, 4));
    cut_cells(test::probabilities_table(counts), v, VoteCut::multinomial);
  }
}

TEST(Cut, MultinomialHasItsMeanAndSpread) {
  constexpr std::size_t kItems = 40000;
  constexpr int kVotes = 5;
  const double p[] = {0.6, 0.3, 0.1};
  const VoteTable votes = test::counts_table(test::Counts(kItems, {6, 3, 1}));
  const auto cells = cut_cells(votes, kVotes, VoteCut::multinomial);
  for (std::size_t k = 0; k < 3; ++k) {
    double mean = 0, square = 0;
    for (std::size_t i = 0; i < kItems; ++i) {
      mean += cells[i * 3 + k] / double{kItems};
      square += cells[i * 3 + k] * double(cells[i * 3 + k]) / kItems;
    }
    const double variance = kVotes * p[k] * (1 - p[k]);
    EXPECT_NEAR(mean, kVotes * p[k], 5 * std::sqrt(variance / kItems));
    // Var of the sample variance is about 2 s^4 / n (and 0.1 s^4 from the fourth cumulant: left to the 5).
    EXPECT_NEAR(square - mean * mean, variance, 5 * variance * std::sqrt(2.2 / kItems));
  }
}

// The votes that 5 and 6 draws have in common are no more than chance gives: the draws of one number do not
// begin with those of the other.
TEST(Cut, MultinomialOfDifferentVIsIndependent) {
  constexpr std::size_t kItems = 20000;
  const VoteTable votes = test::counts_table(test::Counts(kItems, {1, 1}));
  const auto five = cut_cells(votes, 5, VoteCut::multinomial),
             six = cut_cells(votes, 6, VoteCut::multinomial);
  double covariance = 0;
  for (std::size_t i = 0; i < kItems; ++i) covariance += (five[2 * i] - 2.5) * (six[2 * i] - 3.0) / kItems;
  EXPECT_NEAR(covariance, 0, 5 * std::sqrt(1.25 * 1.5 / kItems));
}

TEST(Cut, NestedSubsetsAreNestedAndReal) {
  test::Counts counts = test::random_counts(400, 6, 12);
  for (auto& row : counts) row[0] += 8;
  const VoteTable votes = test::counts_table(counts);
  std::vector<std::uint32_t> smaller(counts.size() * 6, 0);
  for (int v = 1; v <= 9; ++v) {
    const auto cells = cut_cells(votes, v, VoteCut::nested);
    EXPECT_EQ(cells, cut_cells(test::votes_table(counts), v, VoteCut::nested));
    for (std::size_t at = 0; at < cells.size(); ++at) {
      EXPECT_LE(smaller[at], cells[at]);
      EXPECT_LE(cells[at], counts[at / 6][at % 6]);
    }
    smaller = cells;
  }
  EXPECT_NE(smaller, cut_cells(votes, 9, VoteCut::nested, 4));
  const VoteTable nine = test::counts_table(test::Counts(3, {4, 5}));
  EXPECT_EQ(cut_cells(nine, 9, VoteCut::nested), cells_of(nine));
}

TEST(Cut, NestedDrawsWithoutReplacement) {
  constexpr std::size_t kItems = 40000;
  const VoteTable votes = test::counts_table(test::Counts(kItems, {6, 4}));
  const auto cells = cut_cells(votes, 5, VoteCut::nested);
  double mean = 0;
  for (std::size_t i = 0; i < kItems; ++i) mean += cells[2 * i] / double{kItems};
  const double variance = 5 * 0.6 * 0.4 * (10 - 5) / (10 - 1.0);  // hypergeometric
  EXPECT_NEAR(mean, 3, 5 * std::sqrt(variance / kItems));
}

TEST(Cut, WhatCannotBeCutIsSaid) {
  const VoteTable votes = test::counts_table({{1, 3}, {2, 0}, {9, 1}, {0, 0}});
  EXPECT_EQ(test::message_of([&] {
              cut_votes(votes, {4, VoteCut::nested}, 0);
            }),
            "cut nested: 1 of 4 items have fewer than 4 votes (item 'i1' has 2); ask for fewer, or cut "
            "multinomial");
  // An item without votes stays without.
  for (const VoteCut cut : {VoteCut::multinomial, VoteCut::nested}) {
    const auto cells = cut_cells(votes, 2, cut);
    EXPECT_EQ(cells[6] + cells[7], 0U) << name_of(cut);
  }
  EXPECT_EQ(test::message_of([&] {
              cut_votes(votes, {-1, VoteCut::nested}, 0);
            }),
            "votes-per-item -1: give a whole number from 0 to 1000000");
  EXPECT_EQ(test::message_of([&] { choice_of<VoteCut>("cut", "neste"); }),
            "cut: unknown cut 'neste'; did you mean 'nested'? known: multinomial, nested");
  EXPECT_NE(test::message_of([&] {
              cut_votes(test::probabilities_table({{1, 3}}), {1, VoteCut::nested}, 0);
            }).find("cut nested needs vote counts"),
            std::string::npos);
}

}  // namespace
}  // namespace dissent::cut_test
