// The built-in generated data set: small images that lie between shape classes, seen by a simulated
// population of annotators. The distribution of the population's answers on each image is known exactly
// (docs/shapes.md has the formulas). Item i depends on the seed and i, not on how many items there are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "dissent/core/settings.h"
#include "dissent/data/dataset.h"

namespace dissent {

struct ShapesOptions {
  std::uint64_t items = 625;
  std::uint64_t size = 16;
  std::uint64_t votes = 5;
  std::uint64_t annotators = 40;
  double sensitivity = 10;
  double bias = 0.1;
  double careless = 0.05;
  double noise = 0.05;
  std::uint64_t seed = 0;

  static constexpr auto fields() {
    using O = ShapesOptions;
    return std::tuple{
        Field{"items", &O::items, from_to(1, 10'000'000), "number of images; 625 leave 500 for training"},
        Field{"size", &O::size, from_to(8, 256), "side of an image in pixels"},
        Field{"votes", &O::votes, from_to(1, 100'000), "votes an image, each of another annotator"},
        Field{"annotators", &O::annotators, from_to(1, 100'000), "size of the simulated population"},
        Field{"sensitivity", &O::sensitivity, from_to(0, 1000),
              "how sharply the typical annotator tells shapes apart; 10 is sure of a clear image"},
        Field{"bias", &O::bias, from_to(0, 10), "spread of the annotators' leanings towards each shape"},
        Field{"careless", &O::careless, from_to(0, 1),
              "share of annotators who answer at random one time in four"},
        Field{"noise", &O::noise, from_to(0, 1),
              "standard deviation of the pixel noise; 1 is from black to white"},
        Field{"seed", &O::seed, from_up(0), "seed of everything that is drawn"},
    };
  }
};

struct Shapes {
  ShapesOptions options;
  ImageInputs images;              // [items, size, size, 3]
  VoteTable votes;                 // items shape-000000, ...; annotators a000, ...
  std::vector<std::int32_t> gold;  // [items] the shape with the largest part in the drawing
  std::vector<double> truth;       // [items, 4] the population's exact distribution of answers
};

Shapes generate_shapes(const ShapesOptions& options = {});
Dataset shapes_dataset(Shapes shapes);

// Writes dataset.yaml, votes.csv, gold.csv, images.npy, true.npy (float64 [items, 4]), preview.png and README
// into `folder`, which is made where it is not there. What write_shapes wrote, load_dataset reads back with
// the same hash.
void write_shapes(const ShapesOptions& options, const std::filesystem::path& folder);

// A picture of 64 items (of all, evenly spaced, from clear to contested by the entropy of the true
// distribution), each above a bar of that distribution.
void write_contact_sheet(const Shapes& shapes, const std::filesystem::path& path);

}  // namespace dissent
