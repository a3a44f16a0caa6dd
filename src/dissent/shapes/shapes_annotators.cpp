#include "dissent/shapes/shapes_annotators.h"

#include <algorithm>
#include <cmath>

namespace dissent {
namespace {

constexpr double kSensitivitySpread = 0.3;  // of its logarithm
constexpr double kCarefulLapse = 0.005;
constexpr double kCarelessLapse = 0.25;

double evidence(const ShapeAnnotator& annotator, const ShapeScene& scene, std::size_t k) {
  return annotator.sensitivity * scene.contrast * (scene.weights[k] + annotator.leaning[k]);
}

}  // namespace

std::vector<ShapeAnnotator> shape_annotators(const ShapesOptions& options) {
  const Stream stream(options.seed, "shapes-annotator");
  std::vector<ShapeAnnotator> population(options.annotators);
  for (std::size_t a = 0; a < population.size(); ++a) {
    Draws draws(stream, a);
    population[a].sensitivity = options.sensitivity * std::exp(kSensitivitySpread * draws.normal());
    for (double& leaning : population[a].leaning) leaning = options.bias * draws.normal();
    population[a].lapse = draws.unit() < options.careless ? kCarelessLapse : kCarefulLapse;
  }
  return population;
}

ShapeWeights answer_distribution(const ShapeAnnotator& annotator, const ShapeScene& scene) {
  ShapeWeights p{};
  for (std::size_t k = 0; k < kShapeClasses; ++k) p[k] = evidence(annotator, scene, k);
  const double most = *std::max_element(p.begin(), p.end());
  double sum = 0;
  for (double& value : p) sum += value = std::exp(value - most);
  for (double& value : p) value = (1 - annotator.lapse) * value / sum + annotator.lapse / kShapeClasses;
  return p;
}

std::size_t answer(const ShapeAnnotator& annotator, const ShapeScene& scene, Draws& draws) {
  if (draws.unit() < annotator.lapse) return static_cast<std::size_t>(draws.below(kShapeClasses));
  ShapeWeights perceived{};
  for (std::size_t k = 0; k < kShapeClasses; ++k) {
    const double gumbel = -std::log(-std::log1p(-draws.unit()));  // minus the logarithm of an exponential
    perceived[k] = evidence(annotator, scene, k) + gumbel;
  }
  return static_cast<std::size_t>(std::max_element(perceived.begin(), perceived.end()) - perceived.begin());
}

ShapeWeights population_distribution(std::span<const ShapeAnnotator> population, const ShapeScene& scene) {
  ShapeWeights mean{};
  for (const ShapeAnnotator& annotator : population) {
    const ShapeWeights p = answer_distribution(annotator, scene);
    for (std::size_t k = 0; k < kShapeClasses; ++k) mean[k] += p[k];
  }
  for (double& value : mean) value /= static_cast<double>(population.size());
  return mean;
}

}  // namespace dissent
