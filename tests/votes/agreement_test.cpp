// Krippendorff's alpha against the published worked example, against brute force over all pairs, and
// properties.
#include "dissent/votes/agreement.h"

#include <cmath>

#include <gtest/gtest.h>

#include "dissent/core/random.h"
#include "dissent/votes/importer.h"

namespace dissent::agreement_test {
namespace {

VoteTable table(std::string_view text, ImportOptions options = {}) {
  return import_votes_from(text, "test.csv", options).votes;
}

// The reliability data of Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section E: 12
// units, 4 observers, missing values; the published alphas are 0.743, 0.815 and 0.849.
VoteTable worked_example() {
  constexpr const char* observers[] = {"1 2 3 3 2 1 4 1 2 . . .", "1 2 3 3 2 2 4 1 2 5 . 3",
                                       ". 3 3 3 2 3 4 2 2 5 1 .", "1 2 3 3 2 4 4 1 2 5 1 ."};
  std::string csv = "item,annotator,label\n";
  for (int o = 0; o < 4; ++o) {
    for (int unit = 0; unit < 12; ++unit) {
      const char value = observers[o][2 * unit];
      csv += std::to_string(unit) + "," + std::to_string(o) + "," +
             (value == '.' ? "" : std::string(1, value)) + "\n";
    }
  }
  return table(csv);
}

TEST(Krippendorff, WorkedExample) {
  const VoteTable votes = worked_example();
  EXPECT_NEAR(krippendorff_alpha(votes, AlphaMetric::nominal).value.value(), 0.743, 5e-4);
  EXPECT_NEAR(krippendorff_alpha(votes, AlphaMetric::ordinal).value.value(), 0.815, 5e-4);
  EXPECT_NEAR(krippendorff_alpha(votes, AlphaMetric::interval).value.value(), 0.849, 5e-4);
}

// By the definition: mean distance of pairs within items over mean distance of all pairs of pairable votes.
double brute_force(const VoteTable& votes, AlphaMetric metric) {
  std::vector<std::vector<int>> items;
  std::vector<int> all;
  for (std::size_t i = 0; i < votes.items(); ++i) {
    const auto labels = votes.labels_of(i);
    if (labels.size() < 2) continue;
    items.emplace_back(labels.begin(), labels.end());
    all.insert(all.end(), labels.begin(), labels.end());
  }
  std::vector<double> totals(votes.classes());
  for (const int k : all) ++totals[static_cast<std::size_t>(k)];
  const auto distance = [&](int a, int b) {
    if (metric == AlphaMetric::nominal) return a == b ? 0.0 : 1.0;
    if (metric == AlphaMetric::interval) {
      const auto& values = votes.class_space().values;
      return std::pow(values[static_cast<std::size_t>(a)] - values[static_cast<std::size_t>(b)], 2);
    }
    double between = 0;
    for (int k = std::min(a, b); k <= std::max(a, b); ++k) between += totals[static_cast<std::size_t>(k)];
    return std::pow(between - (totals[static_cast<std::size_t>(a)] + totals[static_cast<std::size_t>(b)]) / 2,
                    2);
  };
  double observed = 0, expected = 0;
  for (const auto& labels : items) {
    for (const int a : labels) {
      for (const int b : labels) observed += distance(a, b) / (static_cast<double>(labels.size()) - 1);
    }
  }
  for (const int a : all) {
    for (const int b : all) expected += distance(a, b);
  }
  return 1 - observed / (expected / (static_cast<double>(all.size()) - 1));
}

TEST(Krippendorff, EqualsBruteForceOverPairs) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Draws draws(Stream(seed, "alpha"), 0);
    std::string csv = "item,annotator,label\n";
    for (int v = 0; v < 120; ++v) {
      csv += std::to_string(draws.below(25)) + "," + std::to_string(v) + "," +
             std::to_string(draws.below(4) * 3) + "\n";
    }
    const VoteTable votes = table(csv);
    for (const AlphaMetric metric : {AlphaMetric::nominal, AlphaMetric::ordinal, AlphaMetric::interval}) {
      EXPECT_NEAR(krippendorff_alpha(votes, metric).value.value(), brute_force(votes, metric), 1e-12);
    }
  }
}

TEST(Krippendorff, SaysWhyThereIsNone) {
  const VoteTable words = table("item,annotator,label\na,1,cat\na,2,dog\nb,1,cat\n");
  EXPECT_TRUE(krippendorff_alpha(words, AlphaMetric::nominal).value);
  EXPECT_EQ(krippendorff_alpha(words, AlphaMetric::ordinal).reason, "no order of the classes is stated");
  EXPECT_EQ(krippendorff_alpha(words, AlphaMetric::interval).reason, "the classes are not numbers");
  const VoteTable one_class = table("item,annotator,label\na,1,cat\na,2,cat\n");
  EXPECT_EQ(krippendorff_alpha(one_class, AlphaMetric::nominal).reason, "all votes are for one class");
  const VoteTable lonely = table("item,annotator,label\na,1,cat\nb,2,dog\n");
  EXPECT_EQ(krippendorff_alpha(lonely, AlphaMetric::nominal).reason, "no item has two votes");
}

TEST(Krippendorff, AStatedOrderAllowsOrdinalButNotInterval) {
  ImportOptions options;
  options.classes = {"low", "mid", "high"};
  options.ordinal = true;
  const VoteTable votes = table("item,annotator,label\na,1,low\na,2,high\nb,1,mid\nb,2,mid\n", options);
  EXPECT_TRUE(krippendorff_alpha(votes, AlphaMetric::ordinal).value);
  EXPECT_FALSE(krippendorff_alpha(votes, AlphaMetric::interval).value);
}

TEST(Fleiss, EqualsTheFormulaByHandAndSaysWhyThereIsNone) {
  // Two items, three votes: P = (1 + 1/3) / 2, shares 5/6 and 1/6, P_e = 26/36.
  const VoteTable votes = table("item,annotator,label\na,1,x\na,2,x\na,3,x\nb,1,x\nb,2,x\nb,3,y\n");
  EXPECT_NEAR(fleiss_kappa(votes).value.value(), (2.0 / 3 - 26.0 / 36) / (1 - 26.0 / 36), 1e-15);
  const VoteTable unequal = table("item,annotator,label\na,1,x\na,2,x\nb,1,x\n");
  EXPECT_FALSE(fleiss_kappa(unequal).value);
  EXPECT_NE(fleiss_kappa(unequal).reason.find("'a' has 2, 'b' has 1"), std::string::npos);
}

TEST(AnnotatorAgreement, IsTheShareOfOthersWhoAgree) {
  const VoteTable votes = table("item,annotator,label\na,1,x\na,2,x\na,3,y\nb,1,x\nb,2,y\nc,4,x\n");
  const auto agreement = agreement_with_the_rest(votes);
  EXPECT_DOUBLE_EQ(agreement[0].agreement, (0.5 + 0) / 2);
  EXPECT_DOUBLE_EQ(agreement[2].agreement, 0);
  EXPECT_TRUE(std::isnan(agreement[3].agreement));
  EXPECT_EQ(agreement[3].votes, 1u);
}

}  // namespace
}  // namespace dissent::agreement_test
