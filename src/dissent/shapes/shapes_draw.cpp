#include "dissent/shapes/shapes_draw.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace dissent {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::size_t kAngles = 720;  // half a degree: finer than a pixel at every size that is allowed

// An outline with `tips` corners at radius 1 and as many inner ones, half-way between them, at `inner`: a
// regular polygon where inner = cos(pi / tips), a star where it is less. Its radius at angle `angle` from a
// tip is that of the straight edge from tip to inner corner.
double outline_radius(double angle, int tips, double inner) {
  const double half = kPi / tips;
  const double folded = std::abs(std::remainder(angle, 2 * half));
  return inner * std::sin(half) / (std::sin(folded) + inner * std::sin(half - folded));
}

using Profile = std::array<double, kAngles>;

// Outlines of area pi, so that the size of the bright patch says nothing about the shape.
std::array<Profile, kShapeClasses> make_profiles() {
  std::array<Profile, kShapeClasses> profiles{};
  for (std::size_t a = 0; a < kAngles; ++a) {
    const double angle = 2 * kPi * static_cast<double>(a) / kAngles;
    profiles[0][a] = 1;
    profiles[1][a] = outline_radius(angle - kPi / 4, 4, std::cos(kPi / 4));
    profiles[2][a] = outline_radius(angle - kPi / 2, 3, std::cos(kPi / 3));
    profiles[3][a] = outline_radius(angle - kPi / 2, 5, 0.45);
  }
  for (Profile& profile : profiles) {
    double squares = 0;  // area = 1/2 sum r^2 dangle
    for (const double r : profile) squares += r * r;
    const double scale = std::sqrt(kAngles / squares);
    for (double& r : profile) r *= scale;
  }
  return profiles;
}

const std::array<Profile, kShapeClasses>& profiles() {
  static const auto made = make_profiles();
  return made;
}

struct Outline {
  std::array<double, kAngles + 1> radius{};  // the first angle again at the end
  double smallest = 0;
  double largest = 0;
};

Outline mix_outlines(const ShapeScene& scene) {
  Outline outline;
  for (std::size_t k = 0; k < kShapeClasses; ++k) {
    if (scene.weights[k] == 0) continue;
    const double part = scene.weights[k] * scene.radius;
    const Profile& profile = profiles()[k];
    for (std::size_t a = 0; a < kAngles; ++a) outline.radius[a] += part * profile[a];
  }
  outline.radius[kAngles] = outline.radius[0];
  const auto range = std::minmax_element(outline.radius.begin(), outline.radius.end());
  outline.smallest = *range.first;
  outline.largest = *range.second;
  return outline;
}

// How much of a small square of side `side` around (x, y) is inside: 0 to 1.
double coverage(const Outline& outline, double rotation, double x, double y, double side) {
  const double distance = std::sqrt(x * x + y * y);
  double turn = (std::atan2(y, x) - rotation) / (2 * kPi);
  turn -= std::floor(turn);
  const double at = turn * kAngles;
  const auto a = std::min(static_cast<std::size_t>(at), kAngles - 1);
  const double rise = outline.radius[a + 1] - outline.radius[a];
  const double edge = outline.radius[a] + (at - static_cast<double>(a)) * rise;
  // Where the outline runs aslant of the ray, the edge is nearer than it is along the ray.
  const double slope = rise * kAngles / (2 * kPi * edge);
  return std::clamp(0.5 + (edge - distance) / (side * std::sqrt(1 + slope * slope)), 0.0, 1.0);
}

// The same for a pixel, from its four quarters, for corners thinner than a pixel.
double pixel_coverage(const Outline& outline, double rotation, double x, double y, double pixel) {
  const double squared = x * x + y * y;
  const double inner = outline.smallest - pixel, outer = outline.largest + pixel;
  if (inner > 0 && squared < inner * inner) return 1;
  if (squared > outer * outer) return 0;
  double sum = 0;
  for (const double dx : {-0.25, 0.25}) {
    for (const double dy : {-0.25, 0.25}) {
      sum += coverage(outline, rotation, x + dx * pixel, y + dy * pixel, pixel / 2);
    }
  }
  return sum / 4;
}

double between(Draws& draws, double low, double high) {
  return low + (high - low) * draws.unit();
}

}  // namespace

ShapeScene draw_scene(Draws& draws) {
  ShapeScene scene;
  // Three different shapes in a random order: mostly the first, some of the second, at times of the third.
  std::array<std::size_t, kShapeClasses> order{};
  for (std::size_t k = 0; k < kShapeClasses; ++k) order[k] = k;
  draws.shuffle(std::span<std::size_t>(order));
  const bool three = draws.unit() < 0.2;
  const double away = between(draws, 0, three ? 2.0 / 3 : 0.5);  // from the first shape
  const double second = three ? draws.unit() : 1.0;
  scene.weights[order[0]] = 1 - away;
  scene.weights[order[1]] = away * second;
  scene.weights[order[2]] = away * (1 - second);

  scene.contrast = between(draws, 0.5, 1);
  scene.radius = between(draws, 0.46, 0.58);
  scene.rotation = between(draws, -0.3, 0.3);
  scene.centre = {between(draws, -0.12, 0.12), between(draws, -0.12, 0.12)};
  const double shade = between(draws, 0.08, 0.25);
  const double shade_hue = between(draws, 0, 2 * kPi), light_hue = between(draws, 0, 2 * kPi);
  for (std::size_t c = 0; c < 3; ++c) {
    // The hues are 120 degrees apart in the three channels, so that a colour changes no brightness.
    const double third = 2 * kPi * static_cast<double>(c) / 3;
    scene.shade[c] = shade * (1 + 0.3 * std::cos(shade_hue + third));
    scene.light[c] = scene.contrast * (0.5 + 0.18 * std::cos(light_hue + third));
  }
  return scene;
}

void render_scene(const ShapeScene& scene, std::size_t size, double noise, Draws& draws,
                  std::span<std::uint8_t> pixels) {
  const Outline outline = mix_outlines(scene);
  const double pixel = 2.0 / static_cast<double>(size);
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column < size; ++column) {
      const double x = (static_cast<double>(column) + 0.5) * pixel - 1 - scene.centre[0];
      const double y = 1 - (static_cast<double>(row) + 0.5) * pixel - scene.centre[1];
      const double inside = pixel_coverage(outline, scene.rotation, x, y, pixel);
      const double grain = noise * draws.normal();
      for (std::size_t c = 0; c < 3; ++c) {
        const double value = std::clamp(scene.shade[c] + inside * scene.light[c] + grain, 0.0, 1.0);
        pixels[(row * size + column) * 3 + c] = static_cast<std::uint8_t>(std::lround(value * 255));
      }
    }
  }
}

}  // namespace dissent
