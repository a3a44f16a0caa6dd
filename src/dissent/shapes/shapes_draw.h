// Drawing a shape between classes: outlines given by their radius at each angle, mixed by weights, with
// smooth edges. A scene is all that is drawn; the annotators (shapes_annotators.h) see its weights and
// contrast.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "dissent/core/random.h"

namespace dissent {

inline constexpr std::array<std::string_view, 4> kShapeNames = {"circle", "square", "triangle", "star"};
inline constexpr std::size_t kShapeClasses = kShapeNames.size();
using ShapeWeights = std::array<double, kShapeClasses>;  // the part of each shape; sums to 1

struct ShapeScene {
  ShapeWeights weights{};
  double contrast = 1;             // 0.5 (faint) to 1
  double radius = 0.5;             // of the disc of equal area; the image reaches from -1 to 1
  double rotation = 0;             // radians
  std::array<double, 2> centre{};  // x to the right, y up
  std::array<double, 3> shade{};   // background, RGB, 0 to 1
  std::array<double, 3> light{};   // added to the background where the shape is
};

// The scene of one item, from draws keyed by it.
ShapeScene draw_scene(Draws& draws);

// Renders into pixels [size, size, 3]; `noise` is the standard deviation of the grey noise, drawn here.
void render_scene(const ShapeScene& scene, std::size_t size, double noise, Draws& draws,
                  std::span<std::uint8_t> pixels);

}  // namespace dissent
