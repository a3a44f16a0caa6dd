#include "dissent/train/batches.h"

#include <algorithm>

#include <ATen/ATen.h>

namespace dissent {
namespace {

class HostBatches final : public Batches {
 public:
  explicit HostBatches(const BatchesShape& shape) : shape_(shape) {
    targets_ = at::empty({static_cast<std::int64_t>(shape.plan.batch), shape.classes}, at::kFloat);
  }

  void load(const InputReader& reader, std::span<const std::uint32_t> items) override {
    reader_ = &reader;
    items_ = items;
    if (!shape_.layout.varying_length)
      inputs_ = reader.allocate(static_cast<std::int64_t>(shape_.plan.batch));
  }

  void begin(const EpochPlan& plan, std::span<const float> rows, std::int64_t first) override {
    plan_ = &plan;
    rows_ = rows;
    step_ = static_cast<std::size_t>(first);
  }

  void rewind() override { step_ = 0; }

  Batch next(std::int64_t size, std::int64_t length) override {
    const std::size_t begin = step_ * shape_.plan.batch;
    const auto count = static_cast<std::size_t>(size);
    const auto classes = static_cast<std::size_t>(shape_.classes);
    const Batch batch{
        shape_.layout.varying_length ? reader_->allocate(size, length) : inputs_.narrow(0, 0, size),
        targets_.narrow(0, 0, size), at::scalar_tensor(plan_->rate[step_], at::kFloat)};
    if (shape_.plan.augment) {
      reader_->read_augmented(items_, *plan_, begin, shape_.plan.padding, batch.inputs);
    } else {
      chosen_.resize(count);
      for (std::size_t i = 0; i < count; ++i) {
        chosen_[i] = items_[static_cast<std::size_t>(plan_->position[begin + i])];
      }
      reader_->read(chosen_, batch.inputs);
    }
    std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(begin * classes), count * classes,
                targets_.data_ptr<float>());
    ++step_;
    if (shape_.plan.mixup_alpha == 0) return batch;
    const at::Tensor partner = at::empty({size}, at::kLong);
    std::copy_n(plan_->partner.begin() + static_cast<std::ptrdiff_t>(begin), count,
                partner.data_ptr<std::int64_t>());
    return mixed(batch, partner, at::full({1}, plan_->lambda[step_ - 1], at::kFloat));
  }

 private:
  BatchesShape shape_;
  const InputReader* reader_ = nullptr;
  std::span<const std::uint32_t> items_;
  const EpochPlan* plan_ = nullptr;
  std::span<const float> rows_;
  std::size_t step_ = 0;
  std::vector<std::uint32_t> chosen_;
  at::Tensor inputs_, targets_;
};

class DeviceBatches final : public Batches {
 public:
  DeviceBatches(const BatchesShape& shape, Queue& queue) : shape_(shape), queue_(queue) {
    const auto options = at::TensorOptions().device(queue.device());
    const std::int64_t pad = shape.plan.augment ? 2 * shape.plan.padding : 0;
    const auto& in = shape.layout.shape;
    std::vector<std::int64_t> sizes{shape.items};
    if (shape.layout.image) {
      sizes.insert(sizes.end(), {in[1] + pad, in[2] + pad, in[0]});
    } else {
      sizes.insert(sizes.end(), in.begin(), in.end());
    }
    inputs_ = at::zeros(sizes, options.dtype(shape.type));
    const auto whole = options.dtype(at::kLong);
    plan_ = at::zeros({kRows, shape.items}, whole);
    host_plan_ = queue.host({kRows, shape.items}, at::kLong);
    rows_ = at::zeros({shape.items, shape.classes}, options.dtype(at::kFloat));
    host_rows_ = queue.host({shape.items, shape.classes}, at::kFloat);
    by_batch_ = at::zeros({kByBatch, shape.batches()}, options.dtype(at::kFloat));
    host_by_batch_ = queue.host({kByBatch, shape.batches()}, at::kFloat);
    step_ = at::zeros({1}, whole);
    in_batch_ = at::arange(static_cast<std::int64_t>(shape.plan.batch), whole);
    if (shape.plan.augment) {
      y_ = at::arange(in[1], whole).unsqueeze(0);
      x_ = at::arange(in[2], whole).unsqueeze(0);
    }
  }

  void load(const InputReader& reader, std::span<const std::uint32_t> items) override {
    const at::Tensor all = reader.resident(items, shape_.plan.augment ? shape_.plan.padding : 0);
    queue_.run([&] { inputs_.copy_(all); });
  }

  void begin(const EpochPlan& plan, std::span<const float> rows, std::int64_t first) override {
    const auto copy_row = [&](std::int64_t row, const std::vector<std::int64_t>& values) {
      std::copy(values.begin(), values.end(), host_plan_.data_ptr<std::int64_t>() + row * shape_.items);
    };
    copy_row(kPosition, plan.position);
    if (shape_.plan.augment) {
      copy_row(kRowStart, plan.row_start);
      copy_row(kColumnStart, plan.column_start);
      copy_row(kColumnStep, plan.column_step);
    }
    float* by_batch = host_by_batch_.data_ptr<float>();
    if (shape_.plan.mixup_alpha > 0) {
      copy_row(kPartner, plan.partner);
      std::copy(plan.lambda.begin(), plan.lambda.end(), by_batch + kLambda * shape_.batches());
    }
    std::copy(plan.rate.begin(), plan.rate.end(), by_batch + kRate * shape_.batches());
    std::copy(rows.begin(), rows.end(), host_rows_.data_ptr<float>());
    queue_.run([&] {
      plan_.copy_(host_plan_, /*non_blocking=*/true);
      rows_.copy_(host_rows_, /*non_blocking=*/true);
      by_batch_.copy_(host_by_batch_, /*non_blocking=*/true);
      step_.fill_(first);
    });
  }

  void rewind() override { step_.zero_(); }

  Batch next(std::int64_t size, std::int64_t length) override {
    const auto batch = static_cast<std::int64_t>(shape_.plan.batch);
    const at::Tensor entries = at::add(in_batch_.narrow(0, 0, size), step_, batch);  // [B] of the epoch
    const at::Tensor plan = plan_.index_select(1, entries);                          // [5, B]
    Batch result;
    result.targets = rows_.index_select(0, entries);
    const at::Tensor by_batch = by_batch_.index_select(1, step_);  // [2, 1]
    result.rate = by_batch.select(0, kRate).squeeze(0);
    const at::Tensor position = plan.select(0, kPosition);
    if (shape_.plan.augment) {
      const at::Tensor y = plan.select(0, kRowStart).unsqueeze(1) + y_;  // [B, H]
      const at::Tensor x = at::addcmul(plan.select(0, kColumnStart).unsqueeze(1),
                                       plan.select(0, kColumnStep).unsqueeze(1), x_);  // [B, W]
      result.inputs = at::index(inputs_, {position.view({size, 1, 1}), y.unsqueeze(2), x.unsqueeze(1)});
    } else {
      result.inputs = inputs_.index_select(0, position);
    }
    if (shape_.layout.image) result.inputs = result.inputs.permute({0, 3, 1, 2});  // channels-last
    if (shape_.layout.varying_length) result.inputs = result.inputs.narrow(2, 0, length);
    if (shape_.plan.mixup_alpha > 0) {
      result = mixed(result, plan.select(0, kPartner), by_batch.select(0, kLambda));
    }
    step_.add_(1);
    return result;
  }

 private:
  enum Row : std::int64_t { kPosition, kRowStart, kColumnStart, kColumnStep, kPartner, kRows };
  enum BatchRow : std::int64_t { kRate, kLambda, kByBatch };
  BatchesShape shape_;
  Queue& queue_;
  at::Tensor inputs_;                  // as InputReader::resident() makes them
  at::Tensor plan_, rows_, by_batch_;  // [5, n], [n, K], [2, batches], in the order of the epoch
  at::Tensor host_plan_, host_rows_, host_by_batch_;  // the same on the host
  at::Tensor step_;                                   // [1] number of the next batch
  at::Tensor in_batch_, y_, x_;                       // 0, 1, 2, ...
};

}  // namespace

Batch mixed(const Batch& batch, const at::Tensor& partner, const at::Tensor& lambda) {
  const auto mix = [&](const at::Tensor& values) {
    const at::Tensor weight = lambda.to(values.scalar_type());
    return at::lerp(values.index_select(0, partner), values,
                    weight.view(std::vector<std::int64_t>(static_cast<std::size_t>(values.dim()), 1)));
  };
  Batch result = batch;
  result.targets = mix(batch.targets);
  if (at::isFloatingType(batch.inputs.scalar_type())) {
    result.inputs = mix(batch.inputs);
  } else {
    result.partner = partner;
    result.lambda = lambda;
  }
  return result;
}

std::unique_ptr<Batches> make_host_batches(const BatchesShape& shape) {
  return std::make_unique<HostBatches>(shape);
}
std::unique_ptr<Batches> make_device_batches(const BatchesShape& shape, Queue& queue) {
  return std::make_unique<DeviceBatches>(shape, queue);
}

}  // namespace dissent
