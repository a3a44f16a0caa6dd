#include "dissent/metrics/evaluation.h"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/core/random.h"
#include "dissent/metrics/distances.h"

namespace dissent::evaluation_test {
namespace {

struct Data {
  std::size_t classes = 0;
  std::vector<double> q, p;
  std::vector<std::int32_t> labels;
  std::size_t items() const { return labels.size(); }
};

// Random rows; `votes` annotators an item, so that targets are tied and have zeros.
Data random_data(std::size_t items, std::size_t classes, std::size_t votes, std::uint64_t seed) {
  Data data;
  data.classes = classes;
  data.q.resize(items * classes);
  data.p.resize(items * classes);
  Draws draws(Stream(seed, "test"), 0);
  for (std::size_t i = 0; i < items; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k) sum += data.q[i * classes + k] = std::exp(2 * draws.normal());
    for (std::size_t k = 0; k < classes; ++k) data.q[i * classes + k] /= sum;
    for (std::size_t v = 0; v < votes; ++v) {
      data.p[i * classes + draws.below(1 + draws.below(classes))] += 1 / static_cast<double>(votes);
    }
    data.labels.push_back(static_cast<std::int32_t>(draws.below(classes)));
  }
  return data;
}

Evaluation evaluate(const Data& data, const EvaluationOptions& options = {}, bool ordered = true) {
  return {{PredictionRows(std::span<const double>(data.q), data.classes, PredictionKind::probabilities),
           TargetRows(data.p, data.classes),
           data.labels,
           data.labels,
           ordered,
           {}},
          options};
}

double score(const Evaluation& evaluation, std::string_view name) {
  return evaluation.scores()[find_metric(name)];
}

TEST(Evaluation, NllLessKlIsTheEntropyAndTheBrierDecompositionAddsUp) {
  for (const std::size_t classes : {2U, 5U, 30U}) {
    const Data data = random_data(700, classes, 6, classes);
    const Evaluation evaluation = evaluate(data);
    const ScoreValues& s = evaluation.scores();
    double entropy = 0;
    for (const double p : data.p) entropy -= p > 0 ? p * std::log(p) : 0;
    EXPECT_NEAR(s.soft_nll - s.kl, entropy / 700, 1e-12);
    EXPECT_NEAR(s.soft_brier,
                s.brier_reliability - s.brier_resolution + s.brier_uncertainty + s.brier_within_variance -
                    2 * s.brier_within_covariance,
                1e-12);
  }
}

TEST(Evaluation, EntropiesThatDifferByRoundingAreTies) {
  // 1/4 four times and 1/2 with 1/8 four times: 2 log 2, of different numbers. Predictions say which is
  // which.
  Data data;
  data.classes = 5;
  for (std::size_t i = 0; i < 40; ++i) {
    const bool even = i % 2 == 0;
    for (std::size_t k = 0; k < 5; ++k) {
      const std::size_t at = (k + i) % 5;
      data.p.push_back(even ? (at == 0 ? 0 : 0.25) : (at == 0 ? 0.5 : 0.125));
      data.q.push_back(even ? 0.2 : (at == 0 ? 0.4 : 0.15));
    }
    data.labels.push_back(0);
  }
  const Evaluation tied = evaluate(data);
  EXPECT_TRUE(std::isnan(tied.scores().entropy_corr));
  EXPECT_EQ(tied.reason(find_metric("entropy_corr")),
            "the entropy of the annotators is the same on all items");
}

TEST(Evaluation, ScoresOfTheLikeliestClass) {
  // labels 0 0 1 1 2, predictions 0 1 1 1 0
  Data data;
  data.classes = 4;  // the last is neither a label nor a prediction
  data.labels = {0, 0, 1, 1, 2};
  for (const std::size_t best : {0U, 1U, 1U, 1U, 0U}) {
    for (std::size_t k = 0; k < 4; ++k) data.q.push_back(k == best ? 0.7 : 0.1);
  }
  data.p = {0.5, 0.5, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0.25, 0.75, 0, 0.2, 0.2, 0.2, 0.4};
  const Evaluation evaluation = evaluate(data);
  EXPECT_DOUBLE_EQ(score(evaluation, "macro_f1"), (0.5 + 0.8 + 0) / 3);
  EXPECT_DOUBLE_EQ(score(evaluation, "cohen_kappa"), (0.6 - 0.4) / (1 - 0.4));
  EXPECT_DOUBLE_EQ(score(evaluation, "error_rate"), (0.5 + 1 + 0 + 0.75 + 0.8) / 5);
  EXPECT_DOUBLE_EQ(score(evaluation, "absolute_distance"), (0.5 + 1 + 0 + 0.75 + 1.8) / 5 / 4);
  EXPECT_DOUBLE_EQ(score(evaluation, "manhattan"), 2 * score(evaluation, "total_variation"));
  const Evaluation unordered = evaluate(data, {}, false);
  EXPECT_EQ(unordered.reason(find_metric("absolute_distance")), "the classes have no order");
}

TEST(Evaluation, LogitsAndTheirProbabilitiesScoreAlike) {
  const Data data = random_data(300, 6, 5, 1);
  std::vector<double> logits(data.q.size());
  for (std::size_t at = 0; at < logits.size(); ++at) {
    logits[at] = std::log(data.q[at]) + 7 * std::sin(static_cast<double>(at / 6));  // any shift a row
  }
  const Evaluation ours = evaluate(data);
  const Evaluation same({PredictionRows(std::span<const double>(logits), 6, PredictionKind::logits),
                         TargetRows(data.p, 6),
                         data.labels,
                         data.labels,
                         true,
                         {}},
                        {});
  for (const Metric& metric : metric_list()) {
    EXPECT_NEAR(ours.scores()[metric], same.scores()[metric], 1e-12) << metric.name;
  }
}

TEST(Evaluation, VotesAndTheirSharesAreTheSameTargets) {
  const Data data = random_data(200, 4, 8, 2);
  std::vector<std::int64_t> counts;
  for (const double p : data.p) counts.push_back(std::llround(8 * p));
  NameList names;
  for (int i = 0; i < 200; ++i) names.add(std::to_string(i));
  const VoteTable votes = VoteTable::from_counts(counts, std::move(names), {{"a", "b", "c", "d"}, {}, true});
  std::vector<std::uint32_t> all(200);
  std::iota(all.begin(), all.end(), 0U);
  const Evaluation ours = evaluate(data);
  const Evaluation same({PredictionRows(std::span<const double>(data.q), 4, PredictionKind::probabilities),
                         TargetRows(votes, all),
                         data.labels,
                         data.labels,
                         true,
                         {}},
                        {});
  for (const Metric& metric : metric_list()) {
    EXPECT_NEAR(ours.scores()[metric], same.scores()[metric], 1e-13) << metric.name;
  }
}

TEST(Evaluation, DoesNotDependOnTheOrderOfItemsOrClasses) {
  Data data = random_data(400, 5, 3, 3);
  for (std::size_t i = 0; i < 100 * 5; i += 5) {  // rows that are permutations of each other: tied entropies
    for (std::size_t k = 0; k < 5; ++k) data.q[i + k] = std::array{0.1, 0.3, 0.2, 0.35, 0.05}[(k + i) % 5];
  }
  EvaluationOptions options;
  options.tie_safe = true;
  const ScoreValues before = evaluate(data, options).scores();
  Data turned = data, relabelled = data;
  for (std::size_t i = 0; i < 400; ++i) {
    for (std::size_t k = 0; k < 5; ++k) {
      turned.q[(399 - i) * 5 + k] = data.q[i * 5 + k];
      turned.p[(399 - i) * 5 + k] = data.p[i * 5 + k];
      relabelled.q[i * 5 + (k + 2) % 5] = data.q[i * 5 + k];
      relabelled.p[i * 5 + (k + 2) % 5] = data.p[i * 5 + k];
    }
    turned.labels[399 - i] = data.labels[i];
    relabelled.labels[i] = (data.labels[i] + 2) % 5;
  }
  const ScoreValues by_item = evaluate(turned, options).scores(),
                    by_class = evaluate(relabelled, options).scores();
  for (const Metric& metric : metric_list()) {
    // The decomposition's bins are not tie-safe; q_k has ties here.
    const bool binned = metric.name.starts_with("brier_") || metric.name == "classwise_ece";
    if (!binned) {
      EXPECT_NEAR(by_item[metric], before[metric], 1e-13) << metric.name;
    }
    if (!metric.ordinal) {
      EXPECT_NEAR(by_class[metric], before[metric], 1e-13) << metric.name;
    }
  }
}

TEST(Evaluation, ASliceIsAnEvaluationOfItsItemsAlone) {
  const Data data = random_data(300, 4, 5, 4);
  std::vector<std::uint32_t> some;
  Data alone;
  alone.classes = 4;
  for (std::uint32_t i = 0; i < 300; i += 7) {
    some.push_back(i);
    alone.q.insert(alone.q.end(), &data.q[i * 4], &data.q[i * 4] + 4);
    alone.p.insert(alone.p.end(), &data.p[i * 4], &data.p[i * 4] + 4);
    alone.labels.push_back(data.labels[i]);
  }
  const Evaluation whole = evaluate(data);
  const Evaluation slice(whole.input().select(some), {});
  const Evaluation expected = evaluate(alone);
  for (const Metric& metric : metric_list()) {
    EXPECT_EQ(slice.scores()[metric], expected.scores()[metric]) << metric.name;
  }
}

TEST(Evaluation, AReplicateIsAnEvaluationOfTheDrawnItems) {
  const Data data = random_data(150, 3, 4, 5);
  const Evaluation whole({PredictionRows(std::span<const double>(data.q), 3, PredictionKind::probabilities),
                          TargetRows(data.p, 3),
                          data.labels,
                          data.labels,
                          true,
                          {}},
                         {}, Evaluation::Depth::resampling);
  std::vector<std::uint32_t> weights(150), drawn;
  resample(9, 0, weights);
  for (std::uint32_t i = 0; i < 150; ++i) drawn.insert(drawn.end(), weights[i], i);
  const Evaluation expected(whole.input().select(drawn), {});
  const auto intervals = whole.intervals(Evaluation::Resampled::all, 1, 9);
  for (std::size_t m = 0; m < metric_list().size(); ++m) {
    EXPECT_NEAR(intervals[m].low, expected.scores()[metric_list()[m]], 1e-12) << metric_list()[m].name;
    EXPECT_EQ(intervals[m].low, intervals[m].high);
  }
  const auto many = whole.intervals(Evaluation::Resampled::all, 200, 9);
  const auto means = whole.intervals(Evaluation::Resampled::means, 200, 9);
  EXPECT_EQ(many[0].low, means[0].low);
  EXPECT_LT(many[0].low, whole.scores().soft_nll);
  EXPECT_GT(many[0].high, whole.scores().soft_nll);
  EXPECT_TRUE(std::isnan(means[4].low));  // ece is no mean over items
}

TEST(Evaluation, OneItemUnanimousAndImpossibleAnswers) {
  Data one = random_data(1, 3, 2, 6);
  const Evaluation single = evaluate(one);
  EXPECT_TRUE(std::isnan(score(single, "entropy_corr")));
  EXPECT_EQ(single.reason(find_metric("entropy_corr")), "there is only one item");
  EXPECT_GE(score(single, "soft_nll"), 0);

  Data unanimous = random_data(50, 3, 1, 7);
  const Evaluation agreed = evaluate(unanimous, {}, false);
  EXPECT_TRUE(std::isnan(score(agreed, "entropy_corr")));
  EXPECT_EQ(agreed.reason(find_metric("entropy_corr")),
            "the entropy of the annotators is the same on all items");
  EXPECT_EQ(agreed.reason(find_metric("wasserstein")), "the classes have no order");
  EXPECT_EQ(score(agreed, "kl"), score(agreed, "soft_nll"));

  Data impossible = random_data(20, 2, 5, 8);
  for (std::size_t i = 0; i < 20; ++i) {
    impossible.q[2 * i] = 1;
    impossible.q[2 * i + 1] = 0;
  }
  const Evaluation infinite = evaluate(impossible);
  EXPECT_EQ(score(infinite, "soft_nll"), std::numeric_limits<double>::infinity());
  EXPECT_GT(infinite.infinite(), 0U);
  EXPECT_NE(infinite.reason(find_metric("soft_nll")).find("infinite"), std::string::npos);
  EXPECT_TRUE(std::isfinite(score(infinite, "soft_brier")));
}

TEST(Evaluation, RecallOfAClassThatNoItemHasIsNotANumber) {
  Data data = random_data(40, 3, 2, 9);
  for (std::int32_t& label : data.labels) label = label == 2 ? 0 : label;
  const auto recall = evaluate(data).recall();
  EXPECT_TRUE(recall[0] >= 0 && recall[0] <= 1);
  EXPECT_TRUE(std::isnan(recall[2]));
}

TEST(Rows, WhatIsNoDistributionIsRefusedByRow) {
  const std::vector<double> good{0.25, 0.75, 1, 0}, sums{0.5, 0.5, 0.5, 0.6}, negative{0.5, 0.5, -0.2, 1.2},
      missing{0.5, 0.5, std::nan(""), 1}, logits{3, -1, 0.2, 8}, close{0.5, 0.5004, 0.3, 0.7};
  const auto problem = [](const std::vector<double>& cells, PredictionKind kind) {
    return first_bad_row(std::span<const double>(cells), 2, kind);
  };
  EXPECT_FALSE(problem(good, PredictionKind::probabilities));
  EXPECT_EQ(problem(sums, PredictionKind::probabilities)->row, 1U);
  EXPECT_NE(problem(sums, PredictionKind::probabilities)->reason.find("sum to 1.1"), std::string::npos);
  EXPECT_NE(problem(negative, PredictionKind::probabilities)->reason.find("-0.2"), std::string::npos);
  EXPECT_NE(problem(missing, PredictionKind::probabilities)->reason.find("nan"), std::string::npos);
  EXPECT_TRUE(problem(missing, PredictionKind::logits));
  EXPECT_FALSE(problem(logits, PredictionKind::logits));
  const auto guess = [](const std::vector<double>& cells) {
    return guess_kind(std::span<const double>(cells), 2);
  };
  EXPECT_EQ(guess(good), PredictionKind::probabilities);
  EXPECT_EQ(guess(logits), PredictionKind::logits);
  EXPECT_EQ(guess(sums), std::nullopt);
  EXPECT_EQ(guess(negative), std::nullopt);  // half of the rows are distributions
  const PredictionRows rows(std::span<const double>(close), 2, PredictionKind::probabilities);
  EXPECT_NEAR(rows.largest_miss(), 4e-4, 1e-12);
  std::vector<double> q(2), log_q(2);
  rows.row(0, q, log_q);
  EXPECT_DOUBLE_EQ(q[0] + q[1], 1);
  EXPECT_THROW(PredictionRows(std::span<const double>(sums), 2, PredictionKind::probabilities), Error);
}

TEST(Distances, HandComputed) {
  const std::vector<double> sure{1, 0}, even{0.5, 0.5}, other{0, 1};
  EXPECT_NEAR(js_distance(sure, even), 0.4645014040, 1e-10);
  EXPECT_NEAR(js_distance(sure, other), std::sqrt(std::log(2.0)), 1e-15);
  EXPECT_EQ(js_distance(even, even), 0);
  const std::vector<double> near{0.5 + 1e-9, 0.5 - 1e-9};  // JS^2 = d^2 / 2 for small d: nothing cancels
  EXPECT_NEAR(js_distance(even, near), 1e-9 / std::sqrt(2.0), 5e-17);
  const std::vector<double> p{0.2, 0.3, 0.5}, q{0.5, 0.5, 0};
  EXPECT_NEAR(total_variation(p, q), 0.5, 1e-15);
  EXPECT_NEAR(ranked_probability(p, q), 0.09 + 0.25, 1e-15);
  EXPECT_NEAR(wasserstein(p, q, {}), 0.3 + 0.5, 1e-15);
  EXPECT_NEAR(wasserstein(p, q, std::vector<double>{1, 2, 5}), 0.3 + 1.5, 1e-15);
}

}  // namespace
}  // namespace dissent::evaluation_test
