#include "dissent/shapes/shapes.h"

#include <algorithm>
#include <numeric>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/random.h"
#include "dissent/shapes/shapes_annotators.h"
#include "dissent/shapes/shapes_draw.h"

namespace dissent {
namespace {

void check(const ShapesOptions& options) {
  check_limits(options);
  if (options.votes > options.annotators) {
    fail("{} {}: an annotator votes once on an image, and there are {} ({})", option("votes"), options.votes,
         options.annotators, option("annotators"));
  }
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 36;
  if (options.items * options.size * options.size * 3 > kMostBytes) {
    fail("shapes: {} items of {} x {} pixels are more than 64 GiB; make fewer or smaller ones", options.items,
         options.size, options.size);
  }
}

// Votes as drawn, [items, votes] each; annotators by their number in the population.
struct Ballots {
  decltype(VoteTable::Parts::annotator) annotator;
  decltype(VoteTable::Parts::labels) label;
};

VoteTable vote_table(const ShapesOptions& options, Ballots ballots) {
  VoteTable::Parts parts;
  parts.classes = classes_as_listed({kShapeNames.begin(), kShapeNames.end()}, false);
  for (std::size_t i = 0; i < options.items; ++i) {
    parts.items.add(fmt::format("shape-{:06}", i));
    parts.offsets.push_back(i * options.votes);
  }
  parts.offsets.push_back(options.items * options.votes);
  parts.labels = std::move(ballots.label);
  // In order of first appearance, as a reader of the votes file numbers them.
  constexpr std::uint32_t kUnseen = 0xFFFFFFFF;
  std::vector<std::uint32_t> number(options.annotators, kUnseen);
  for (std::uint32_t& a : ballots.annotator) {
    if (number[a] == kUnseen) {
      number[a] = static_cast<std::uint32_t>(parts.annotators.size());
      parts.annotators.add(fmt::format("a{:03}", a));
    }
    a = number[a];
  }
  parts.annotator = std::move(ballots.annotator);
  return VoteTable(std::move(parts));
}

}  // namespace

Shapes generate_shapes(const ShapesOptions& options) {
  check(options);
  const std::vector<ShapeAnnotator> population = shape_annotators(options);
  const Stream scene_stream(options.seed, "shapes-scene"), noise_stream(options.seed, "shapes-noise"),
      vote_stream(options.seed, "shapes-vote");
  const std::size_t n = options.items, bytes = options.size * options.size * 3;
  ImageInputs images{options.size, options.size, 3, std::vector<std::uint8_t>(n * bytes)};
  Ballots ballots;
  ballots.annotator.resize(n * options.votes);
  ballots.label.resize(n * options.votes);
  std::vector<std::int32_t> gold(n);
  std::vector<double> truth(n * kShapeClasses);
  parallel_ranges(n, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> panel(population.size());
    for (std::size_t i = begin; i < end; ++i) {
      Draws scene_draws(scene_stream, i), noise_draws(noise_stream, i), vote_draws(vote_stream, i);
      const ShapeScene scene = draw_scene(scene_draws);
      render_scene(scene, options.size, options.noise, noise_draws,
                   std::span(images.pixels).subspan(i * bytes, bytes));
      const auto& w = scene.weights;
      gold[i] = static_cast<std::int32_t>(std::max_element(w.begin(), w.end()) - w.begin());
      const ShapeWeights p = population_distribution(population, scene);
      std::copy(p.begin(), p.end(), truth.begin() + static_cast<std::ptrdiff_t>(i * kShapeClasses));
      std::iota(panel.begin(), panel.end(), 0u);
      for (std::size_t v = 0; v < options.votes; ++v) {  // a draw without replacement
        std::swap(panel[v], panel[v + vote_draws.below(panel.size() - v)]);
        ballots.annotator[i * options.votes + v] = panel[v];
        ballots.label[i * options.votes + v] =
            static_cast<VoteTable::Label>(answer(population[panel[v]], scene, vote_draws));
      }
    }
  });
  return {options, std::move(images), vote_table(options, std::move(ballots)), std::move(gold),
          std::move(truth)};
}

Dataset shapes_dataset(Shapes shapes) {
  Audit audit;
  audit.format = "shapes";
  audit.rows = audit.votes = shapes.votes.votes();
  return make_dataset("shapes", std::move(shapes.images), std::move(shapes.votes), std::move(shapes.gold),
                      std::move(shapes.truth), std::move(audit));
}

}  // namespace dissent
