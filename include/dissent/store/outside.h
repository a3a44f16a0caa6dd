// Images or features from outside a run's data, for out-of-distribution detection, and images brought to
// another size, since outside images seldom have the run's.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "dissent/data/dataset.h"

namespace dissent {

struct OutsideSet {
  std::string name;
  Inputs inputs;  // images or features; at least one item
};

// By name: svhn, cifar100 (the store's test images), or a name of known_loaders() whose inputs are not text.
// By path: a folder of images, a manifest or its folder, .npy (uint8 images, or rows of numbers as features),
// .mat (X as in SVHN), .bin (CIFAR).
OutsideSet load_outside(std::string_view name_or_path);

// The images at another size, by Pillow's BILINEAR: a triangle filter that grows with the shrink factor,
// first along the rows, then along the columns, each rounded to 8 bits. Grey images are repeated where 3
// channels are wanted; any other change of channels is refused.
ImageInputs resized(const ImageInputs& images, std::size_t height, std::size_t width, std::size_t channels);

}  // namespace dissent
