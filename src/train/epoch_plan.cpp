#include "train/epoch_plan.h"

#include <algorithm>
#include <numeric>

#include <boost/math/special_functions/beta.hpp>

#include "core/random.h"

namespace dissent {
namespace {

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

}  // namespace

void make_plan(EpochPlan& plan, const PlanShape& shape, std::span<const std::uint32_t> items,
               std::uint64_t seed, std::uint64_t epoch) {
  plan.position.resize(items.size());
  std::iota(plan.position.begin(), plan.position.end(), 0);
  Draws(Stream(seed, "batch order"), epoch).shuffle(std::span(plan.position));
  if (shape.augment) plan_augmentation(plan, shape, items, seed, epoch);
  if (shape.mixup_alpha > 0) plan_mixing(plan, shape, items.size(), seed, epoch);
}

}  // namespace dissent
