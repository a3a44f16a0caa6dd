#include "train/lane.h"

#include <algorithm>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include "model/architectures.h"
#include "train/compat.h"

namespace dissent {
namespace {

constexpr std::int64_t kEvaluationBatch = 500;

bool same(const PlanShape& a, const PlanShape& b) {
  return a.batch == b.batch && a.augment == b.augment && a.padding == b.padding && a.width == b.width &&
         (a.mixup_alpha > 0) == (b.mixup_alpha > 0);
}

}  // namespace

bool LaneShape::operator==(const LaneShape& other) const {
  return model == other.model && network.input == other.network.input &&
         network.classes == other.network.classes && train_items == other.train_items &&
         evaluation_items == other.evaluation_items && same(plan, other.plan) && bf16 == other.bf16 &&
         momentum == other.momentum && weight_decay == other.weight_decay;
}

Lane::Lane(const LaneShape& shape, at::Device device, bool graphs)
    : shape_(shape), queue_(make_queue(device, graphs)) {
  const std::int64_t classes = shape.network.classes;
  const BatchesShape batches{shape.train_items, classes, shape.network.input, shape.plan,
                             shape.bf16 ? at::kBFloat16 : at::kFloat};
  queue_->run([&] {
    network_ = make_network(shape.model, shape.network, queue_->device());
    network_->initialise(0);
    sgd_ = std::make_unique<Sgd>(*network_, shape.momentum, shape.weight_decay);
    batches_ = device.is_cuda() ? make_device_batches(batches, *queue_) : make_host_batches(batches);
    const auto options = at::TensorOptions().device(queue_->device());
    loss_sum_ = at::zeros({}, options.dtype(at::kDouble));
    std::vector<std::int64_t> sizes = shape.network.input;
    sizes.insert(sizes.begin(), shape.evaluation_items);
    const auto type = device.is_cuda() ? batches.type : at::kFloat;
    evaluation_ = at::zeros(sizes, options.dtype(type));
    if (sizes.size() == 4) evaluation_ = evaluation_.contiguous(at::MemoryFormat::ChannelsLast);
    logits_ = at::zeros({shape.evaluation_items, classes}, options.dtype(at::kFloat));
  });
  host_loss_ = queue_->host({}, at::kDouble);
  host_logits_ = queue_->host({shape.evaluation_items, classes}, at::kFloat);
  const auto batch = static_cast<std::int64_t>(shape.plan.batch);
  const std::int64_t rest = shape.train_items - (shape.steps() - 1) * batch;
  const auto record_step = [&](std::int64_t size) {
    return queue_->record([this, size] { train_batch(size); }, [this] { batches_->rewind(); });
  };
  full_ = record_step(std::min(batch, shape.train_items));
  last_ = rest == batch || shape.steps() == 1 ? full_ : record_step(rest);
  eval_ = queue_->record([this] { evaluate_all(); }, [] {});
}

Lane::~Lane() = default;

void Lane::load(const InputReader& reader, std::span<const std::uint32_t> train,
                std::span<const std::uint32_t> evaluation) {
  batches_->load(reader, train);
  const at::Tensor host = reader.allocate(shape_.evaluation_items);
  reader.read(evaluation, host);
  queue_->run([&] { evaluation_.copy_(host); });
  queue_->wait();
}

void Lane::begin_epoch(const EpochPlan& plan, std::span<const float> rows, double learning_rate,
                       std::int64_t first, double loss_sum) {
  batches_->begin(plan, rows, first);
  queue_->run([&] {
    sgd_->set_learning_rate(learning_rate);
    loss_sum_.fill_(loss_sum);
  });
}

void Lane::step(std::int64_t number) {
  queue_->launch(number + 1 == shape_.steps() ? last_ : full_);
}

void Lane::train_batch(std::int64_t size) {
  const Batch batch = batches_->next(size);
  at::Tensor logits;
  {
    const Autocast autocast(shape_.bf16, queue_->device().type());
    logits = network_->forward(batch.inputs, /*training=*/true).logits;
  }
  // Hard labels are one-hot rows: the same loss for every delivery.
  const at::Tensor total = -(batch.targets * at::log_softmax(logits.to(at::kFloat), 1)).sum();
  (total / static_cast<double>(size)).backward();
  loss_sum_.add_(total.detach());
  sgd_->step();
}

void Lane::evaluate() {
  queue_->launch(eval_);
}

void Lane::evaluate_all() {
  const c10::NoGradGuard no_grad;
  const Autocast autocast(shape_.bf16, queue_->device().type());
  for (std::int64_t begin = 0; begin < shape_.evaluation_items; begin += kEvaluationBatch) {
    const std::int64_t size = std::min(kEvaluationBatch, shape_.evaluation_items - begin);
    const at::Tensor logits =
        network_->forward(evaluation_.narrow(0, begin, size), /*training=*/false).logits;
    logits_.narrow(0, begin, size).copy_(logits);
  }
}

void Lane::wait() {
  queue_->run([&] {
    host_loss_.copy_(loss_sum_, /*non_blocking=*/true);
    host_logits_.copy_(logits_, /*non_blocking=*/true);
  });
  queue_->wait();
}

std::span<const float> Lane::evaluation_logits() const {
  return {host_logits_.data_ptr<float>(), static_cast<std::size_t>(host_logits_.numel())};
}

}  // namespace dissent
