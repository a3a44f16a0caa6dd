#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/delivery/deliver.h"
#include "dissent/io/npy.h"

namespace dissent {

void check_targets_path(const std::filesystem::path& path) {
  if (to_lower(path.extension().string()) != ".npy") {
    fail("{}: the targets are written as a NumPy array; end the name in .npy", path.string());
  }
}

void write_targets(const DeliveredTargets& targets, const std::filesystem::path& path, LabelType labels,
                   Monitor& monitor) {
  check_targets_path(path);
  const std::vector<std::size_t> shape = targets.shape();
  const bool wide = labels == LabelType::int64;
  NpyWriter writer = !targets.hard() ? npy_writer<float>(path, shape)
                     : wide          ? npy_writer<std::int64_t>(path, shape)
                                     : npy_writer<std::int32_t>(path, shape);
  std::vector<std::int64_t> widened;
  targets.for_each_block(
      [&](const TargetBlock& block) {
        if (!targets.hard()) {
          writer.append(block.rows);
        } else if (!wide) {
          writer.append(block.labels);
        } else {
          widened.assign(block.labels.begin(), block.labels.end());
          writer.append(std::span<const std::int64_t>(widened));
        }
      },
      monitor);
  writer.commit();
}

}  // namespace dissent
