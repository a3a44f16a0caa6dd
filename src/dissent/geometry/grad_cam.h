// Grad-CAM (Selvaraju et al. 2017) at the last residual stage: where in an image a network sees the class
// that it predicts. A map is ReLU(sum_c w_c A_c), w_c the mean gradient of the predicted class's logit by map
// A_c.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "dissent/diagnostics/grad_cam_result.h"
#include "dissent/geometry/labelled_items.h"
#include "dissent/images/image.h"

namespace dissent {

struct CamMaps {
  std::size_t height = 0, width = 0;    // of a map
  std::vector<double> values;           // [items, height, width], at least 0
  std::vector<std::int32_t> predicted;  // [items] class
  std::span<const double> map(std::size_t item) const {
    return std::span(values).subspan(item * height * width, height * width);
  }
};
// A network without maps (mlp, linear) is an error.
CamMaps grad_cam(Network& network, const InputReader& reader, std::span<const std::uint32_t> items,
                 const Compute& compute);

// How alike two networks' maps are. Of item at_a[i] among a's maps and at_b[i] among b's.
MapStability map_stability(const CamMaps& a, std::span<const std::uint32_t> at_a, const CamMaps& b,
                           std::span<const std::uint32_t> at_b);

// An image, and beside it the image under each map, in rows: what `dissent geometry --maps` writes.
struct MapRow {
  std::vector<std::span<const double>> maps;  // [height, width] each
};
Image map_sheet(const ImageInputs& images, std::uint32_t item, std::span<const MapRow> rows,
                std::size_t height, std::size_t width);

}  // namespace dissent
