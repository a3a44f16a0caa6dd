// Images: pixels of 8 bits, normalised by channel through a table of 256 values, cropped and flipped while
// they are read.
#include <array>
#include <cmath>
#include <utility>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <fmt/format.h>

#include "dissent/train/input_kinds.h"

namespace dissent {
namespace {

class ImageReader final : public InputReader {
 public:
  ImageReader(const ImageInputs& images, InputLayout layout, Normalisation normalisation)
      : InputReader(std::move(layout), std::move(normalisation)), pixels_(images.pixels.data()) {
    const std::size_t channels = images.channels;
    table_.resize(256 * channels);
    for (std::size_t v = 0; v < 256; ++v) {
      for (std::size_t c = 0; c < channels; ++c) {
        table_[v * channels + c] = static_cast<float>(
            (static_cast<double>(v) / 255 - this->normalisation().mean[c]) / this->normalisation().sd[c]);
      }
    }
  }

  void read(std::span<const std::uint32_t> items, const at::Tensor& batch) const override {
    float* out = batch.data_ptr<float>();
    at::parallel_for(0, static_cast<std::int64_t>(items.size()), 16,
                     [&](std::int64_t begin, std::int64_t end) {
                       for (std::int64_t i = begin; i < end; ++i) {
                         const auto item = static_cast<std::int64_t>(items[static_cast<std::size_t>(i)]);
                         read_image(pixels_ + item * size(), 0, 0, 1, height(), width(), out + i * size());
                       }
                     });
  }

  void read_augmented(std::span<const std::uint32_t> items, const EpochPlan& plan, std::size_t begin,
                      std::int64_t padding, const at::Tensor& batch) const override {
    float* out = batch.data_ptr<float>();
    at::parallel_for(0, batch.size(0), 16, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i) {
        const std::size_t at = begin + static_cast<std::size_t>(i);
        const std::uint32_t item = items[static_cast<std::size_t>(plan.position[at])];
        read_image(pixels_ + static_cast<std::int64_t>(item) * size(), plan.row_start[at] - padding,
                   plan.column_start[at] - padding, plan.column_step[at], height(), width(),
                   out + i * size());
      }
    });
  }

  at::Tensor resident(std::span<const std::uint32_t> items, std::int64_t padding) const override {
    const std::int64_t rows = height() + 2 * padding, columns = width() + 2 * padding;
    const auto n = static_cast<std::int64_t>(items.size());
    at::Tensor result = at::empty({n, rows, columns, channels()}, at::kFloat);
    float* out = result.data_ptr<float>();
    at::parallel_for(0, n, 16, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const auto item = static_cast<std::int64_t>(items[static_cast<std::size_t>(i)]);
        read_image(pixels_ + item * size(), -padding, -padding, 1, rows, columns,
                   out + i * rows * columns * channels());
      }
    });
    return result;
  }

 private:
  std::int64_t channels() const { return shape()[0]; }
  std::int64_t height() const { return shape()[1]; }
  std::int64_t width() const { return shape()[2]; }
  std::int64_t size() const { return channels() * height() * width(); }

  // Pixel (y, x) of the result is (row_start + y, column_start + column_step x) of the image; outside of it
  // a pixel is 0 before it is normalised.
  void read_image(const std::uint8_t* image, std::int64_t row_start, std::int64_t column_start,
                  std::int64_t column_step, std::int64_t rows, std::int64_t columns, float* out) const {
    const std::int64_t c_end = channels(), y_end = height(), x_end = width();
    for (std::int64_t y = row_start; y < row_start + rows; ++y) {
      std::int64_t x = column_start;
      for (std::int64_t j = 0; j < columns; ++j, x += column_step) {
        const bool inside = y >= 0 && y < y_end && x >= 0 && x < x_end;
        const std::uint8_t* pixel = image + (y * x_end + x) * c_end;
        for (std::int64_t c = 0; c < c_end; ++c) {
          const std::int64_t value = inside ? pixel[c] : 0;
          *out++ = table_[static_cast<std::size_t>(value * c_end + c)];
        }
      }
    }
  }

  const std::uint8_t* pixels_;
  std::vector<float> table_;  // [256, C] the normalised value of a pixel
};

class ImagesOfDataset final : public NetworkInputs {
 public:
  explicit ImagesOfDataset(const ImageInputs& images) : images_(images) {}

  std::vector<std::int64_t> shape() const override {
    return {static_cast<std::int64_t>(images_.channels), static_cast<std::int64_t>(images_.height),
            static_cast<std::int64_t>(images_.width)};
  }
  std::string describe() const override {
    return fmt::format("images {} x {} x {}", images_.height, images_.width, images_.channels);
  }
  std::unique_ptr<InputReader> reader(Normalisation normalisation) const override {
    return std::make_unique<ImageReader>(images_, InputLayout{.shape = shape(), .image = true},
                                         std::move(normalisation));
  }

  // From 256 counts a channel: exact, in one pass over the pixels.
  Normalisation normalisation(std::span<const std::uint32_t> items) const override {
    const std::size_t size = images_.height * images_.width * images_.channels;
    std::vector<std::array<std::uint64_t, 256>> counts(images_.channels);
    for (const std::uint32_t item : items) {
      const std::uint8_t* pixel = images_.pixels.data() + item * size;
      for (std::size_t at = 0; at < size; at += images_.channels) {
        for (std::size_t c = 0; c < images_.channels; ++c) ++counts[c][pixel[at + c]];
      }
    }
    Normalisation result;
    const auto n = static_cast<double>(items.size() * images_.height * images_.width);
    for (const auto& channel : counts) {
      double sum = 0, squares = 0;
      for (std::size_t v = 0; v < channel.size(); ++v) sum += static_cast<double>(channel[v] * v);
      const double mean = sum / n;
      for (std::size_t v = 0; v < channel.size(); ++v) {
        const double distance = static_cast<double>(v) - mean;
        squares += static_cast<double>(channel[v]) * distance * distance;
      }
      result.mean.push_back(mean / 255);
      result.sd.push_back(squares > 0 ? std::sqrt(squares / n) / 255 : 1);
    }
    return result;
  }

 private:
  const ImageInputs& images_;
};

}  // namespace

NetworkInputsPointer image_inputs(const InputRequest& request) {
  const auto* images = std::get_if<ImageInputs>(&request.inputs);
  return images == nullptr ? nullptr : std::make_shared<ImagesOfDataset>(*images);
}

}  // namespace dissent
