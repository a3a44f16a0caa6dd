// A made-up part of geometry: the run's seed, halved.
#include "dissent/geometry/geometry_part.h"

namespace dissent {

void measure_made_up(MeasuredRun& run, GeometryContext& /*context*/, RunGeometry& found) {
  found.values.emplace_back("made_up", static_cast<double>(run.run().spec.seed) / 2);
}

}  // namespace dissent
