#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "dissent/images/image.h"
#include "dissent/shapes/shapes.h"
#include "dissent/shapes/shapes_draw.h"

namespace dissent {
namespace {

constexpr std::size_t kAcross = 8;
constexpr std::size_t kTarget = 80;  // pixels that an item is enlarged to, about
constexpr std::size_t kGap = 8;
constexpr std::size_t kBar = 6;

using Colour = std::array<std::uint8_t, 3>;
constexpr Colour kPaper = {250, 250, 250};
constexpr std::array<Colour, kShapeClasses> kClassColours = {
    {{230, 159, 0}, {86, 180, 233}, {0, 158, 115}, {204, 121, 167}}};  // told apart by colour-blind eyes too

double entropy(std::span<const double> p) {
  double sum = 0;
  for (const double value : p) sum -= value > 0 ? value * std::log(value) : 0;
  return sum;
}

// The items to show, from clear to contested.
std::vector<std::size_t> choose_items(const Shapes& shapes) {
  std::vector<double> entropies(shapes.gold.size());
  for (std::size_t i = 0; i < entropies.size(); ++i) {
    entropies[i] = entropy(std::span(shapes.truth).subspan(i * kShapeClasses, kShapeClasses));
  }
  std::vector<std::size_t> order(entropies.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return entropies[a] < entropies[b]; });
  const std::size_t shown = std::min(order.size(), kAcross * kAcross);
  std::vector<std::size_t> chosen;
  for (std::size_t s = 0; s < shown; ++s) {
    chosen.push_back(order[shown == 1 ? 0 : s * (order.size() - 1) / (shown - 1)]);
  }
  return chosen;
}

}  // namespace

void write_contact_sheet(const Shapes& shapes, const std::filesystem::path& path) {
  const std::vector<std::size_t> chosen = choose_items(shapes);
  const std::size_t side = shapes.images.width;
  const std::size_t zoom = std::max<std::size_t>(1, kTarget / side);
  const std::size_t tile = side * zoom;
  const std::size_t rows = (chosen.size() + kAcross - 1) / kAcross;
  Image sheet{kGap + kAcross * (tile + kGap), kGap + rows * (tile + kBar + kGap), 3, {}};
  sheet.pixels.resize(sheet.width * sheet.height * 3);
  const auto put = [&](std::size_t x, std::size_t y, const std::uint8_t* rgb) {
    std::copy_n(rgb, 3, sheet.pixels.begin() + static_cast<std::ptrdiff_t>((y * sheet.width + x) * 3));
  };
  for (std::size_t y = 0; y < sheet.height; ++y) {
    for (std::size_t x = 0; x < sheet.width; ++x) put(x, y, kPaper.data());
  }
  for (std::size_t s = 0; s < chosen.size(); ++s) {
    const std::size_t left = kGap + s % kAcross * (tile + kGap);
    const std::size_t top = kGap + s / kAcross * (tile + kBar + kGap);
    const std::uint8_t* image = shapes.images.pixels.data() + chosen[s] * side * side * 3;
    for (std::size_t y = 0; y < tile; ++y) {
      for (std::size_t x = 0; x < tile; ++x) {
        put(left + x, top + y, image + (y / zoom * side + x / zoom) * 3);
      }
    }
    const double* p = shapes.truth.data() + chosen[s] * kShapeClasses;
    std::size_t k = 0;
    double reached = p[0];
    for (std::size_t x = 0; x < tile; ++x) {
      const double at = (static_cast<double>(x) + 0.5) / static_cast<double>(tile);
      while (k + 1 < kShapeClasses && at > reached) reached += p[++k];
      for (std::size_t y = 1; y < kBar; ++y) put(left + x, top + tile + y, kClassColours[k].data());
    }
  }
  write_png(path, sheet);
}

}  // namespace dissent
