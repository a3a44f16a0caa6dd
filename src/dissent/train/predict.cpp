#include "dissent/train/predict.h"

#include <algorithm>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include "dissent/model/bert.h"

namespace dissent {

Predictions predict(Network& network, const InputReader& reader, std::span<const std::uint32_t> items,
                    bool features, const std::function<void(std::size_t)>& after_batch) {
  const c10::NoGradGuard no_grad;
  Predictions result;
  const Pieces pieces = reader.pieces(items, tokens_at_once(network.device()));
  // Row b of a piece belongs to the item at positions[b].
  const auto put = [&](std::vector<float>& to, const at::Tensor& rows,
                       std::span<const std::uint32_t> positions) {
    const at::Tensor host = rows.to(at::kCPU, at::kFloat).contiguous();
    const auto width = static_cast<std::size_t>(host.size(1));
    to.resize(items.size() * width);
    const float* row = host.data_ptr<float>();
    for (const std::uint32_t position : positions) {
      std::copy_n(row, width, to.data() + position * width);
      row += width;
    }
  };
  std::vector<std::uint32_t> chosen;
  for (const Piece& piece : pieces.pieces) {
    const auto positions = std::span(pieces.order).subspan(piece.begin, piece.size);
    chosen.clear();
    for (const std::uint32_t position : positions) chosen.push_back(items[position]);
    const at::Tensor batch = reader.allocate(static_cast<std::int64_t>(piece.size), piece.length);
    reader.read(chosen, batch);
    const Forward forward = network.forward(batch.to(network.device()), /*training=*/false);
    put(result.logits, forward.logits, positions);
    if (features) {
      put(result.features, forward.features, positions);
      result.feature_width = static_cast<std::size_t>(forward.features.size(1));
    }
    if (after_batch) after_batch(piece.begin + piece.size);
  }
  return result;
}

}  // namespace dissent
