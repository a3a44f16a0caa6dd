#include "dissent/geometry/grad_cam.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include "dissent/catalog/models.h"
#include "dissent/core/error.h"
#include "dissent/core/undefined.h"
#include "dissent/stats/ranks.h"

namespace dissent {
namespace {

constexpr std::size_t kSheetSide = 160;  // pixels of a picture on a sheet, about
constexpr std::size_t kMargin = 4;

// Black, red, yellow, white: brighter is more.
std::array<double, 3> heat(double share) {
  const auto ramp = [](double value) { return std::clamp(value, 0.0, 1.0) * 255; };
  return {ramp(share * 3), ramp(share * 3 - 1), ramp(share * 3 - 2)};
}

// The map at a place of the image, both from 0 to 1, between its cells' centres linearly.
double map_at(std::span<const double> map, std::size_t height, std::size_t width, double y, double x) {
  const auto place = [](double at, std::size_t cells) {
    const double from =
        std::clamp(at * static_cast<double>(cells) - 0.5, 0.0, static_cast<double>(cells - 1));
    const auto low = static_cast<std::size_t>(from);
    return std::tuple{low, std::min(low + 1, cells - 1), from - static_cast<double>(low)};
  };
  const auto [top, bottom, down] = place(y, height);
  const auto [left, right, across] = place(x, width);
  const auto row = [&, l = left, r = right, a = across](std::size_t at) {
    return map[at * width + l] * (1 - a) + map[at * width + r] * a;
  };
  return row(top) * (1 - down) + row(bottom) * down;
}

}  // namespace

CamMaps grad_cam(Network& network, const InputReader& reader, std::span<const std::uint32_t> items,
                 const Compute& compute) {
  CamMaps result;
  const std::size_t batch = std::min<std::size_t>(compute.batch(), 500);
  for (std::size_t begin = 0; begin < items.size(); begin += batch) {
    const auto chunk = items.subspan(begin, std::min(batch, items.size() - begin));
    const Forward forward = network.forward_frozen(load_inputs(reader, chunk, compute));
    if (!forward.maps.defined())
      fail("Grad-CAM needs a network with convolutions: {}",
           listed(entry_names(models(), [](const ModelEntry& model) { return model.has_maps; })));
    const auto [logit, predicted] = forward.logits.max(1);
    const at::Tensor slope = torch::autograd::grad({logit.sum()}, {forward.maps})[0];
    const at::Tensor weights = slope.mean({2, 3}, /*keepdim=*/true);
    const at::Tensor maps =
        (weights * forward.maps.detach()).sum(1).relu().to(at::kCPU, at::kDouble).contiguous();
    result.height = static_cast<std::size_t>(maps.size(1));
    result.width = static_cast<std::size_t>(maps.size(2));
    const double* values = maps.data_ptr<double>();
    result.values.insert(result.values.end(), values, values + maps.numel());
    const at::Tensor classes = predicted.to(at::kCPU, at::kInt).contiguous();
    const auto* labels = classes.data_ptr<std::int32_t>();
    result.predicted.insert(result.predicted.end(), labels, labels + classes.numel());
  }
  return result;
}

MapStability map_stability(const CamMaps& a, std::span<const std::uint32_t> at_a, const CamMaps& b,
                           std::span<const std::uint32_t> at_b) {
  MapStability result;
  for (std::size_t i = 0; i < at_a.size(); ++i) {
    const double correlation = pearson(a.map(at_a[i]), b.map(at_b[i]));
    if (std::isnan(correlation)) {
      ++result.constant;
      continue;
    }
    ++result.items;
    result.mean += correlation;
  }
  result.mean = result.items == 0 ? kUndefined : result.mean / static_cast<double>(result.items);
  return result;
}

Image map_sheet(const ImageInputs& images, std::uint32_t item, std::span<const MapRow> rows,
                std::size_t height, std::size_t width) {
  const std::size_t zoom = std::max<std::size_t>(1, kSheetSide / std::max(images.height, images.width));
  const std::size_t high = images.height * zoom, wide = images.width * zoom;
  std::size_t columns = 1;
  for (const MapRow& row : rows) columns = std::max(columns, row.maps.size() + 1);
  Image sheet{columns * (wide + kMargin) + kMargin, rows.size() * (high + kMargin) + kMargin, 3, {}};
  sheet.pixels.assign(sheet.width * sheet.height * 3, 255);
  const std::uint8_t* source =
      images.pixels.data() + std::size_t{item} * images.height * images.width * images.channels;
  const auto draw = [&](std::size_t row, std::size_t column, std::span<const double> map) {
    const double most = map.empty() ? 0 : *std::max_element(map.begin(), map.end());
    for (std::size_t y = 0; y < high; ++y) {
      for (std::size_t x = 0; x < wide; ++x) {
        const std::uint8_t* pixel = source + (y / zoom * images.width + x / zoom) * images.channels;
        std::array<double, 3> colour{};
        for (std::size_t c = 0; c < 3; ++c) colour[c] = pixel[images.channels == 3 ? c : 0];
        if (!map.empty()) {
          const double grey = (colour[0] + colour[1] + colour[2]) / 3;
          const double value =
              map_at(map, height, width, (static_cast<double>(y) + 0.5) / static_cast<double>(high),
                     (static_cast<double>(x) + 0.5) / static_cast<double>(wide));
          const std::array<double, 3> hot = heat(most > 0 ? value / most : 0);
          for (std::size_t c = 0; c < 3; ++c) colour[c] = 0.45 * grey + 0.55 * hot[c];
        }
        const std::size_t at_y = kMargin + row * (high + kMargin) + y;
        const std::size_t at_x = kMargin + column * (wide + kMargin) + x;
        for (std::size_t c = 0; c < 3; ++c) {
          sheet.pixels[(at_y * sheet.width + at_x) * 3 + c] =
              static_cast<std::uint8_t>(std::lround(colour[c]));
        }
      }
    }
  };
  for (std::size_t row = 0; row < rows.size(); ++row) {
    draw(row, 0, {});
    for (std::size_t column = 0; column < rows[row].maps.size(); ++column) {
      draw(row, column + 1, rows[row].maps[column]);
    }
  }
  return sheet;
}

}  // namespace dissent
