#include "dissent/train/lane.h"

#include <algorithm>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include "dissent/core/random.h"
#include "dissent/model/architectures.h"
#include "dissent/model/bert.h"
#include "dissent/train/compat.h"

namespace dissent {
namespace {

bool same(const PlanShape& a, const PlanShape& b) {
  return a.batch == b.batch && a.longest == b.longest && a.augment == b.augment && a.padding == b.padding &&
         a.width == b.width && (a.mixup_alpha > 0) == (b.mixup_alpha > 0);
}

bool same(const std::optional<EncoderShape>& a, const std::optional<EncoderShape>& b) {
  if (!a || !b) return !a && !b;
  return a->hash == b->hash && a->pooling == b->pooling && a->choices == b->choices;
}

}  // namespace

bool LaneShape::operator==(const LaneShape& other) const {
  return model == other.model && layout == other.layout && network.classes == other.network.classes &&
         train_items == other.train_items && evaluation_items == other.evaluation_items &&
         same(plan, other.plan) && bf16 == other.bf16 && optimizer == other.optimizer &&
         same(network.encoder, other.network.encoder);
}

Lane::Lane(const LaneShape& shape, at::Device device, bool graphs)
    : shape_(shape), queue_(make_queue(device, graphs)) {
  const std::int64_t classes = shape.network.classes;
  const at::ScalarType number = shape.bf16 ? at::kBFloat16 : at::kFloat;
  const bool rounded = at::isFloatingType(shape.layout.element);  // to the precision of the run
  const BatchesShape batches{shape.train_items, classes, shape.layout, shape.plan,
                             rounded ? number : shape.layout.element};
  queue_->run([&] {
    network_ = make_network(shape.model, shape.network, queue_->device());
    network_->initialise(0);
    optimizer_ = make_optimizer(shape.optimizer, *network_);
    batches_ = device.is_cuda() ? make_device_batches(batches, *queue_) : make_host_batches(batches);
    const auto options = at::TensorOptions().device(queue_->device());
    loss_sum_ = at::zeros({}, options.dtype(at::kDouble));
    noise_ = at::zeros({2}, options.dtype(at::kLong));
    std::vector<std::int64_t> sizes = shape.network.input;
    sizes.insert(sizes.begin(), shape.evaluation_items);
    evaluation_ = at::zeros(sizes, options.dtype(device.is_cuda() ? batches.type : shape.layout.element));
    if (shape.layout.image) evaluation_ = evaluation_.contiguous(at::MemoryFormat::ChannelsLast);
    logits_ = at::zeros({shape.evaluation_items, classes}, options.dtype(at::kFloat));
  });
  host_loss_ = queue_->host({}, at::kDouble);
  host_noise_ = queue_->host({2}, at::kLong);
  host_logits_ = queue_->host({shape.evaluation_items, classes}, at::kFloat);
  evaluation_logits_.resize(static_cast<std::size_t>(shape.evaluation_items * classes));
  pieces_ = in_order(static_cast<std::size_t>(shape.evaluation_items));
  record_work();
}

Lane::~Lane() = default;

void Lane::record_work() {
  const auto batch = static_cast<std::int64_t>(shape_.plan.batch);
  const std::int64_t longest = shape_.plan.longest, whole = shape_.train_items / batch;
  const auto record_step = [&](std::int64_t size, std::int64_t length) {
    return queue_->record([this, size, length] { train_batch(size, length); },
                          [this] { batches_->rewind(); });
  };
  if (whole > 0) {
    for (const std::int64_t length : lengths_up_to(longest)) full_[length] = record_step(batch, length);
  }
  if (const std::int64_t rest = shape_.train_items - whole * batch; rest > 0)
    last_ = record_step(rest, longest);
  // How long the evaluation items are changes from run to run: sequences are evaluated as they come.
  if (longest == 0 && shape_.evaluation_items > 0) eval_ = queue_->record([this] { evaluate_all(); }, [] {});
}

void Lane::load(const InputReader& reader, std::span<const std::uint32_t> train,
                std::span<const std::uint32_t> evaluation, std::uint64_t seed) {
  batches_->load(reader, train);
  host_noise_.data_ptr<std::int64_t>()[0] = static_cast<std::int64_t>(Stream(seed, "dropout").key());
  if (evaluation.empty()) return queue_->wait();
  if (shape_.layout.varying_length) pieces_ = reader.pieces(evaluation, tokens_at_once(queue_->device()));
  std::vector<std::uint32_t> ordered;
  for (const std::uint32_t position : pieces_.order) ordered.push_back(evaluation[position]);
  const at::Tensor host = reader.allocate(shape_.evaluation_items);
  reader.read(ordered, host);
  queue_->run([&] { evaluation_.copy_(host); });
  queue_->wait();
}

void Lane::begin_epoch(int epoch, const EpochPlan& plan, std::span<const float> rows, std::int64_t first,
                       double loss_sum) {
  batches_->begin(plan, rows, first);
  lengths_ = plan.length;
  host_noise_.data_ptr<std::int64_t>()[1] = epoch * shape_.steps() + first;
  queue_->run([&] {
    noise_.copy_(host_noise_, /*non_blocking=*/true);
    loss_sum_.fill_(loss_sum);
  });
}

void Lane::step(std::int64_t number) {
  const bool whole = (number + 1) * static_cast<std::int64_t>(shape_.plan.batch) <= shape_.train_items;
  const std::int64_t length = lengths_.empty() ? 0 : lengths_[static_cast<std::size_t>(number)];
  queue_->launch(whole ? full_.at(length) : last_);
}

void Lane::train_batch(std::int64_t size, std::int64_t length) {
  const Batch batch = batches_->next(size, length);
  at::Tensor logits;
  {
    const Autocast autocast(shape_.bf16, queue_->device().type());
    logits = network_->forward_training(batch.inputs, {noise_, batch.partner, batch.lambda}).logits;
  }
  // Hard labels are one-hot rows: the same loss for every delivery.
  const at::Tensor total = -(batch.targets * at::log_softmax(logits.to(at::kFloat), 1)).sum();
  (total / static_cast<double>(size)).backward();
  loss_sum_.add_(total.detach());
  optimizer_->step(batch.rate);
  noise_.select(0, 1).add_(1);
}

void Lane::evaluate() {
  if (shape_.evaluation_items == 0) return;
  if (shape_.plan.longest == 0) return queue_->launch(eval_);
  queue_->run([this] { evaluate_all(); });
}

void Lane::evaluate_all() {
  const c10::NoGradGuard no_grad;
  const Autocast autocast(shape_.bf16, queue_->device().type());
  for (const Piece& piece : pieces_.pieces) {
    const auto begin = static_cast<std::int64_t>(piece.begin), size = static_cast<std::int64_t>(piece.size);
    at::Tensor inputs = evaluation_.narrow(0, begin, size);
    if (piece.length > 0) inputs = inputs.narrow(2, 0, piece.length);
    logits_.narrow(0, begin, size).copy_(network_->forward(inputs, /*training=*/false).logits);
  }
}

void Lane::wait() {
  queue_->run([&] {
    host_loss_.copy_(loss_sum_, /*non_blocking=*/true);
    host_logits_.copy_(logits_, /*non_blocking=*/true);
  });
  queue_->wait();
  const auto classes = static_cast<std::size_t>(shape_.network.classes);
  const float* row = host_logits_.data_ptr<float>();
  for (const std::uint32_t position : pieces_.order) {
    std::copy_n(row, classes, evaluation_logits_.data() + position * classes);
    row += classes;
  }
}

}  // namespace dissent
