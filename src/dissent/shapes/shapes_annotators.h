// The simulated population that sees the shapes. An annotator perceives the part that each shape has in an
// image, shifted by a leaning of their own and by noise of the moment, and names the shape that seems
// largest; now and then they answer at random. With Gumbel noise the probability of each answer has a closed
// form, so that nothing about the population is estimated.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dissent/core/random.h"
#include "dissent/shapes/shapes.h"
#include "dissent/shapes/shapes_draw.h"

namespace dissent {

struct ShapeAnnotator {
  double sensitivity = 0;  // evidence for a whole shape at full contrast, in units of the noise
  ShapeWeights leaning{};  // added to the perceived parts: whom they favour
  double lapse = 0;        // probability of an answer at random
};

// Annotator a depends on the seed and a, not on how many there are.
std::vector<ShapeAnnotator> shape_annotators(const ShapesOptions& options);

// P(answer k) = (1 - lapse) softmax_k(sensitivity * contrast * (weights_k + leaning_k)) + lapse / K.
ShapeWeights answer_distribution(const ShapeAnnotator& annotator, const ShapeScene& scene);
// One look at the image: the answer, by the process that answer_distribution() is the closed form of.
std::size_t answer(const ShapeAnnotator& annotator, const ShapeScene& scene, Draws& draws);

// The mean of answer_distribution() over the population: the distribution of a vote by an annotator drawn at
// random.
ShapeWeights population_distribution(std::span<const ShapeAnnotator> population, const ShapeScene& scene);

}  // namespace dissent
