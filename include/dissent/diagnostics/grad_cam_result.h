// How alike the Grad-CAM maps of a method's seeds are: the mean over items of the correlation of two seeds'
// maps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace dissent {

// Of two networks' maps of the same items: the mean over items of Pearson's correlation.
struct MapStability {
  double mean = 0;           // NaN where no item is left
  std::size_t items = 0;     // averaged over
  std::size_t constant = 0;  // left out: one of the two maps is the same everywhere
};

struct GradCamPair {
  std::uint64_t seed_a = 0, seed_b = 0;
  MapStability all;                   // on the evaluation items that both seeds have
  std::optional<MapStability> slice;  // on a slice of them
};

struct GradCamResult {
  std::string method;
  double all = std::numeric_limits<double>::quiet_NaN();  // mean over pairs
  std::string slice;                                      // "entropy-top:0.05"; empty: none
  double slice_mean = std::numeric_limits<double>::quiet_NaN();
  std::vector<GradCamPair> pairs;
};

// Pictures of maps, one an item: a row a method; the image, then a map for each seed.
struct MapSheetRow {
  std::string method;
  std::vector<std::uint64_t> seeds;
};
struct MapSheet {
  std::string item, file;
};
struct MapSheets {
  std::vector<MapSheetRow> rows;
  std::vector<MapSheet> sheets;
};

}  // namespace dissent
