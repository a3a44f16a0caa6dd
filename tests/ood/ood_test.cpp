// Scores from logits, ODIN's step, and the k-th nearest neighbour against brute force in double.
#include <algorithm>
#include <cmath>

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "dissent/core/random.h"
#include "dissent/ood/detector.h"

namespace dissent::ood_test {
namespace {

std::vector<double> logit_scores(std::string_view name, const std::vector<float>& logits,
                                 std::size_t classes) {
  DetectorInput input;
  input.logits = logits;
  input.classes = classes;
  return detector_scores(name, input);
}

TEST(LogitScores, AreTheirFormulas) {
  const std::vector<float> logits{2, 0, -1, 0, 0, 0, 1000, 998, -1000};
  const double z = std::exp(2.0) + 1 + std::exp(-1.0);
  EXPECT_NEAR(logit_scores("energy", logits, 3)[0], std::log(z), 1e-12);
  EXPECT_NEAR(logit_scores("energy", logits, 3)[2], 1000 + std::log1p(std::exp(-2.0)), 1e-12);
  EXPECT_NEAR(logit_scores("msp", logits, 3)[0], std::exp(2.0) / z, 1e-12);
  EXPECT_NEAR(logit_scores("msp", logits, 3)[1], 1.0 / 3, 1e-12);
  EXPECT_NEAR(logit_scores("entropy", logits, 3)[1], -std::log(3.0), 1e-12);
  const double q = 1 / (1 + std::exp(-2.0));
  EXPECT_NEAR(logit_scores("entropy", logits, 3)[2], q * std::log(q) + (1 - q) * std::log(1 - q), 1e-12);
  EXPECT_NEAR(logit_scores("margin", logits, 3)[0], 2, 1e-12);
  EXPECT_NEAR(logit_scores("margin", logits, 3)[1], 0, 1e-12);
}

double brute_force(const std::vector<float>& bank, const float* query, std::size_t width, std::size_t k) {
  const auto unit = [&](const float* row) {
    std::vector<double> values(row, row + width);
    double square = 0;
    for (const double value : values) square += value * value;
    for (double& value : values) value = square > 0 ? value / std::sqrt(square) : 0;
    return values;
  };
  const std::vector<double> q = unit(query);
  std::vector<double> distances;
  for (std::size_t i = 0; i < bank.size() / width; ++i) {
    const std::vector<double> row = unit(&bank[i * width]);
    double square = 0;
    for (std::size_t j = 0; j < width; ++j) square += (q[j] - row[j]) * (q[j] - row[j]);
    distances.push_back(std::sqrt(square));
  }
  std::sort(distances.begin(), distances.end());
  return distances[k - 1];
}

TEST(Neighbours, AreThoseOfBruteForceInDouble) {
  const std::size_t width = 33, count = 700, queries = 60;
  Draws draws(Stream(0, "features"), 0);
  std::vector<float> bank(count * width), asked(queries * width);
  // Features as after a ReLU: many zeros, all in one corner, so that distances are small and close to each
  // other.
  for (float& value : bank) value = static_cast<float>(std::max(0.0, 1 + 0.05 * draws.normal()));
  for (float& value : asked) value = static_cast<float>(std::max(0.0, 1 + 0.05 * draws.normal()));
  std::copy_n(bank.begin(), width, asked.begin());                               // one that is there
  std::fill_n(asked.begin() + static_cast<std::ptrdiff_t>(width), width, 0.0F);  // one without a direction
  std::fill_n(bank.begin() + 5 * static_cast<std::ptrdiff_t>(width), width, 0.0F);
  const Neighbours neighbours(bank, width);
  for (const std::size_t k : {std::size_t{1}, std::size_t{50}, count}) {
    const std::vector<double> found = neighbours.distances(asked, k);
    for (std::size_t i = 0; i < queries; ++i) {
      EXPECT_NEAR(found[i], brute_force(bank, &asked[i * width], width, k), 1e-7) << k << " " << i;
    }
  }
}

TEST(Neighbours, TiesAreCounted) {
  std::vector<float> bank;
  for (int i = 0; i < 30; ++i) bank.insert(bank.end(), {1, 0});
  for (int i = 0; i < 30; ++i) bank.insert(bank.end(), {0, 1});
  const Neighbours neighbours(bank, 2);
  const std::vector<float> query{2, 0};
  EXPECT_NEAR(neighbours.distances(query, 30)[0], 0, 1e-12);
  EXPECT_NEAR(neighbours.distances(query, 31)[0], std::sqrt(2.0), 1e-12);
}

// Two classes, logits x1 and 0: the slope has a known sign.
class OneSlope final : public Network {
 public:
  OneSlope() : Network(at::kCPU) { weight_ = parameter("fc.weight", {2, 2}, {Initial::Kind::zeros}); }
  Forward forward(const at::Tensor& x, bool /*training*/) override {
    const at::Tensor logits =
        at::stack({x.select(1, 0), at::zeros({x.size(0)})}, 1) + x.matmul(weight_.t()) * 0;
    return {logits, x, {}};
  }

 private:
  at::Tensor weight_;
};

TEST(Odin, MovesInputsTowardsThePrediction) {
  FeatureInputs features{2, {3, 5, -2, 5}};
  const Inputs inputs = features;
  const auto reader = network_inputs(inputs)->reader({{0, 0}, {0.5, 4}});
  OneSlope network;
  network.initialise(0);
  const std::uint32_t items[] = {0, 1};
  const auto expected = [](double lead) { return 1 / (1 + std::exp(-lead / 100)); };
  // Normalised x1: 6 and -4. Moved by 0.25 away from doubt: 6.25 and -4.25. x2 has no slope and stays.
  DetectorInput input;
  input.network = &network;
  input.reader = reader.get();
  input.items = items;
  input.options.temperature = 100;
  input.options.epsilon = 0.25;
  const std::vector<double> found = detector_scores("odin", input);
  EXPECT_NEAR(found[0], expected(6.25), 1e-9);
  EXPECT_NEAR(found[1], expected(4.25), 1e-9);
  // In pixels: 0.25 of x1 is 0.5 after normalisation.
  input.options.pixel_units = true;
  EXPECT_NEAR(detector_scores("odin", input)[0], expected(6.5), 1e-9);
}

}  // namespace
}  // namespace dissent::ood_test
