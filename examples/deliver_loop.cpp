// Labels delivered to one's own libtorch loop: a linear classifier trained on labels that are drawn anew from
// the votes in every epoch. A test builds and runs this.
#include <cmath>
#include <cstdio>
#include <numbers>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <dissent/deliver.h>

int main() {
  using namespace dissent;
  constexpr std::int64_t kItems = 120, kClasses = 3;
  // Items on a circle. Eight people vote for the nearest of three directions, and disagree between them.
  std::vector<float> points;
  std::vector<std::int64_t> counts(kItems * kClasses);
  NameList names;
  for (std::size_t i = 0; i < kItems; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / kItems;
    points.push_back(static_cast<float>(std::cos(angle)));
    points.push_back(static_cast<float>(std::sin(angle)));
    for (std::size_t k = 0; k < kClasses; ++k) {
      const double apart = angle - 2 * std::numbers::pi * static_cast<double>(k) / kClasses;
      counts[i * kClasses + k] = std::lround(4 + 4 * std::cos(apart));
    }
    names.add("item " + std::to_string(i));
  }
  const VoteTable votes =
      VoteTable::from_counts(counts, std::move(names), classes_as_listed({"left", "middle", "right"}, false));

  const DeliveredTargets targets = deliver(votes, {.method = "sls", .seed = 1, .epochs = {0, 99}});
  const at::Tensor inputs = at::from_blob(points.data(), {kItems, 2}, at::kFloat);
  at::Tensor weights = at::zeros({2, kClasses}, at::kFloat).requires_grad_(true);
  for (std::uint64_t epoch = 0; epoch < 100; ++epoch) {
    std::vector<std::int32_t> labels = targets.labels(epoch);  // another draw of each item's votes
    const at::Tensor drawn = at::from_blob(labels.data(), {kItems}, at::kInt).to(at::kLong);
    const at::Tensor loss = at::nll_loss(at::log_softmax(inputs.matmul(weights), 1), drawn);
    loss.backward();
    const c10::NoGradGuard no_grad;
    weights.sub_(weights.grad(), 0.5);
    weights.grad().zero_();
  }

  // The classifier has learnt the people's shares, which it never saw.
  const at::Tensor said = at::softmax(inputs.matmul(weights), 1);
  std::vector<double> shares(kClasses);
  for (const std::int64_t item : {0, 20, 60}) {
    votes.fractions_of(static_cast<std::size_t>(item), shares);
    std::printf("item %2d  people %.1f %.1f %.1f  network %.1f %.1f %.1f\n", static_cast<int>(item), shares[0], shares[1],
                shares[2], said[item][0].item<double>(), said[item][1].item<double>(), said[item][2].item<double>());
  }
  return 0;
}
