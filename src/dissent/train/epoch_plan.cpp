#include "dissent/train/epoch_plan.h"

#include <algorithm>
#include <numeric>

#include <boost/math/special_functions/beta.hpp>

#include "dissent/core/random.h"

namespace dissent {
namespace {

constexpr std::size_t kWindow = 16;  // batches

void plan_augmentation(EpochPlan& plan, const PlanShape& shape, std::span<const std::uint32_t> items,
                       std::uint64_t seed, std::uint64_t epoch) {
  const Stream stream(seed, "augmentation");
  const auto offsets = static_cast<std::uint64_t>(2 * shape.padding + 1);
  const std::size_t n = items.size();
  plan.row_start.resize(n);
  plan.column_start.resize(n);
  plan.column_step.resize(n);
  for (std::size_t j = 0; j < n; ++j) {
    const PhiloxCounter r = stream.block(items[static_cast<std::size_t>(plan.position[j])], epoch);
    plan.row_start[j] = static_cast<std::int64_t>(below(std::uint64_t{r[0]} << 32, offsets));
    const auto column = static_cast<std::int64_t>(below(std::uint64_t{r[1]} << 32, offsets));
    const bool flip = (r[2] & 1) != 0;
    plan.column_start[j] = flip ? column + shape.width - 1 : column;
    plan.column_step[j] = flip ? -1 : 1;
  }
}

void plan_mixing(EpochPlan& plan, const PlanShape& shape, std::size_t n, std::uint64_t seed,
                 std::uint64_t epoch) {
  plan.partner.resize(n);
  plan.lambda.clear();
  const Stream partners(seed, "mixup partners"), lambdas(seed, "mixup lambda");
  Draws draws(partners, epoch);
  for (std::size_t begin = 0; begin < n; begin += shape.batch) {
    const std::size_t size = std::min(shape.batch, n - begin);
    const auto batch = std::span(plan.partner).subspan(begin, size);
    std::iota(batch.begin(), batch.end(), 0);
    draws.shuffle(batch);
    const double u = unit(lambdas.bits(begin / shape.batch, epoch));
    const double lambda = boost::math::ibeta_inv(shape.mixup_alpha, shape.mixup_alpha, u);
    plan.lambda.push_back(static_cast<float>(lambda));
  }
}

// In windows of some batches, items are sorted by length and dealt into batches; then the batches are
// shuffled. What is left for a last, smaller batch is as it came, and is padded to the longest.
void plan_lengths(EpochPlan& plan, const PlanShape& shape, std::span<const std::int64_t> lengths,
                  std::uint64_t seed, std::uint64_t epoch) {
  const std::size_t whole = plan.position.size() / shape.batch;
  const auto length = [&](std::int64_t position) { return lengths[static_cast<std::size_t>(position)]; };
  const auto begin = plan.position.begin();
  const auto at = [&](std::size_t batch) { return begin + static_cast<std::ptrdiff_t>(batch * shape.batch); };
  for (std::size_t first = 0; first < whole; first += kWindow) {
    std::stable_sort(at(first), at(std::min(whole, first + kWindow)),
                     [&](std::int64_t a, std::int64_t b) { return length(a) < length(b); });
  }
  std::vector<std::size_t> order(whole);
  std::iota(order.begin(), order.end(), 0);
  Draws(Stream(seed, "batches by length"), epoch).shuffle(std::span(order));
  const std::vector<std::int64_t> sorted(begin, at(whole));
  plan.length.clear();
  for (std::size_t b = 0; b < whole; ++b) {
    const auto from = sorted.begin() + static_cast<std::ptrdiff_t>(order[b] * shape.batch);
    const auto to = from + static_cast<std::ptrdiff_t>(shape.batch);
    std::copy(from, to, at(b));
    plan.length.push_back(length(*std::prev(to)));
  }
  if (plan.position.size() % shape.batch > 0) plan.length.push_back(shape.longest);
}

}  // namespace

void make_plan(EpochPlan& plan, const PlanShape& shape, std::span<const std::uint32_t> items,
               std::uint64_t seed, std::uint64_t epoch, std::span<const std::int64_t> lengths) {
  plan.position.resize(items.size());
  std::iota(plan.position.begin(), plan.position.end(), 0);
  Draws(Stream(seed, "batch order"), epoch).shuffle(std::span(plan.position));
  plan.rate.assign((items.size() + shape.batch - 1) / shape.batch, 0);
  if (shape.longest > 0) plan_lengths(plan, shape, lengths, seed, epoch);
  if (shape.augment) plan_augmentation(plan, shape, items, seed, epoch);
  if (shape.mixup_alpha > 0) plan_mixing(plan, shape, items.size(), seed, epoch);
}

}  // namespace dissent
