// Features: vectors of numbers, or several an item where its choices are scored against each other, each
// number normalised by its position in the vector.
#include <algorithm>
#include <cmath>
#include <utility>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <fmt/format.h>

#include "dissent/train/input_kinds.h"

namespace dissent {
namespace {

constexpr std::size_t kNormalisedOnce = std::size_t{1} << 26;  // numbers: a reader keeps no more, 256 MB

class FeatureReader final : public InputReader {
 public:
  FeatureReader(std::shared_ptr<const FeatureInputs> features, InputLayout layout,
                Normalisation normalisation)
      : InputReader(std::move(layout), std::move(normalisation)), features_(std::move(features)) {
    if (features_->values.size() > kNormalisedOnce) return;
    normalised_.resize(features_->values.size());
    normalise(features_->values.data(), normalised_.data(), static_cast<std::int64_t>(normalised_.size()));
  }

  void read(std::span<const std::uint32_t> items, const at::Tensor& batch) const override {
    float* out = batch.data_ptr<float>();
    const auto size = static_cast<std::int64_t>(features_->width());
    at::parallel_for(0, static_cast<std::int64_t>(items.size()), 16,
                     [&](std::int64_t begin, std::int64_t end) {
                       for (std::int64_t i = begin; i < end; ++i) {
                         const auto item = static_cast<std::int64_t>(items[static_cast<std::size_t>(i)]);
                         if (normalised_.empty()) {
                           normalise(features_->values.data() + item * size, out + i * size, size);
                         } else {
                           std::copy_n(normalised_.data() + item * size, size, out + i * size);
                         }
                       }
                     });
  }

 private:
  // `from` and `to` begin with the first feature of an item or of a choice.
  void normalise(const float* from, float* to, std::int64_t count) const {
    const Normalisation& by = normalisation();
    for (std::int64_t at = 0; at < count;) {
      for (std::size_t d = 0; d < by.mean.size(); ++d, ++at) {
        to[at] = static_cast<float>((from[at] - by.mean[d]) / by.sd[d]);
      }
    }
  }

  std::shared_ptr<const FeatureInputs> features_;
  std::vector<float> normalised_;  // as FeatureInputs::values; empty where there are too many of them
};

class Features final : public NetworkInputs {
 public:
  explicit Features(std::shared_ptr<const FeatureInputs> features) : features_(std::move(features)) {}

  std::vector<std::int64_t> shape() const override {
    const auto dimension = static_cast<std::int64_t>(features_->dimension);
    if (features_->choices > 0) return {static_cast<std::int64_t>(features_->choices), dimension};
    return {dimension};
  }
  std::string describe() const override { return fmt::format("features {}", features_->dimension); }
  std::unique_ptr<InputReader> reader(Normalisation normalisation) const override {
    return std::make_unique<FeatureReader>(features_, InputLayout{.shape = shape()},
                                           std::move(normalisation));
  }

  // The choices of an item are alike: they share a mean and a deviation.
  Normalisation normalisation(std::span<const std::uint32_t> items) const override {
    const std::size_t dimension = features_->dimension, width = features_->width();
    Normalisation result{std::vector<double>(dimension), std::vector<double>(dimension)};
    const auto n = static_cast<double>(items.size() * (width / dimension));
    const auto row = [&](std::uint32_t item) { return features_->values.data() + item * width; };
    for (const std::uint32_t item : items) {
      for (std::size_t j = 0; j < width; ++j) result.mean[j % dimension] += row(item)[j] / n;
    }
    for (const std::uint32_t item : items) {
      for (std::size_t j = 0; j < width; ++j) {
        const double distance = row(item)[j] - result.mean[j % dimension];
        result.sd[j % dimension] += distance * distance / n;
      }
    }
    for (double& sd : result.sd) sd = sd > 0 ? std::sqrt(sd) : 1;
    return result;
  }

 private:
  std::shared_ptr<const FeatureInputs> features_;
};

}  // namespace

NetworkInputsPointer made_of(std::shared_ptr<const FeatureInputs> features) {
  return std::make_shared<Features>(std::move(features));
}

NetworkInputsPointer feature_inputs(const InputRequest& request) {
  const auto* features = std::get_if<FeatureInputs>(&request.inputs);
  if (features == nullptr) return nullptr;
  return made_of(std::shared_ptr<const FeatureInputs>(std::shared_ptr<void>(), features));  // not owned
}

}  // namespace dissent
