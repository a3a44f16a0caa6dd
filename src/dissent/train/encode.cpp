#include "dissent/train/encode.h"

#include <numeric>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/io/npz.h"
#include "dissent/store/loaders.h"
#include "dissent/train/network_inputs.h"
#include "dissent/train/torch_errors.h"
#include "dissent/train/torch_setup.h"

namespace dissent {

Encoding encode(const Dataset& dataset, const EncodeJob& job, Monitor& monitor) {
  const TorchScope scope(job.execution);
  RunSpec spec;
  spec.data = job.data.empty() ? dataset.name : job.data;
  spec.encoder = job.encoder;
  spec = resolved(std::move(spec), dataset, /*cuda=*/false);
  InputCache cache;
  const NetworkInputsPointer inputs = with_clear_errors(
      [&] { return network_inputs(dataset, spec, cache, device_of(job.execution), monitor); });
  Encoding result{dataset.hash, spec.encoder_hash, {}, {dataset.items()}, {}};
  for (std::size_t i = 0; i < dataset.items(); ++i) result.items.emplace_back(dataset.votes.item_name(i));
  for (const std::int64_t size : inputs->shape()) result.shape.push_back(static_cast<std::size_t>(size));
  // Read with a mean of 0 and a deviation of 1, which changes no number.
  const std::size_t width = result.shape.back();
  const auto reader = inputs->reader({std::vector<double>(width, 0), std::vector<double>(width, 1)});
  std::vector<std::uint32_t> all(dataset.items());
  std::iota(all.begin(), all.end(), 0U);
  const at::Tensor features = reader->resident(all, 0);
  result.features.assign(features.data_ptr<float>(), features.data_ptr<float>() + features.numel());
  return result;
}

Encoding encode(const EncodeJob& job, Monitor& monitor) {
  return encode(load_dataset_named(job.data), job, monitor);
}

void check_encoding_path(const std::filesystem::path& path) {
  if (path.extension() != ".npz") fail("{}: features are written as .npz", path.string());
}

void write_encoding(const std::filesystem::path& path, const Encoding& encoding) {
  check_encoding_path(path);
  const std::vector<NpzPart> parts{
      npz_part("items", std::span<const std::string>(encoding.items)),
      npz_part("features", std::span<const float>(encoding.features), encoding.shape)};
  write_npz(path, parts);
}

}  // namespace dissent
