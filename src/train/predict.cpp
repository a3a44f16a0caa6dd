#include "train/predict.h"

#include <algorithm>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

namespace dissent {
namespace {

constexpr std::size_t kBatch = 500;

}  // namespace

Predictions predict(Network& network, const InputReader& reader, std::span<const std::uint32_t> items,
                    bool features, const std::function<void(std::size_t)>& after_batch) {
  const c10::NoGradGuard no_grad;
  Predictions result;
  const auto append = [](std::vector<float>& to, const at::Tensor& rows) {
    const at::Tensor host = rows.to(at::kCPU, at::kFloat).contiguous();
    const float* data = host.data_ptr<float>();
    to.insert(to.end(), data, data + host.numel());
  };
  for (std::size_t begin = 0; begin < items.size(); begin += kBatch) {
    const auto chunk = items.subspan(begin, std::min<std::size_t>(kBatch, items.size() - begin));
    const at::Tensor batch = reader.allocate(static_cast<std::int64_t>(chunk.size()));
    reader.read(chunk, batch);
    const Forward forward = network.forward(batch.to(network.device()), /*training=*/false);
    append(result.logits, forward.logits);
    if (features) {
      append(result.features, forward.features);
      result.feature_width = static_cast<std::size_t>(forward.features.size(1));
    }
    if (after_batch) after_batch(begin + chunk.size());
  }
  return result;
}

}  // namespace dissent
