// How fast a run came to its best, from its history.
#include "dissent/geometry/geometry_part.h"

namespace dissent {

RunPart measure_dynamics;
void measure_dynamics(MeasuredRun& run, GeometryContext&, RunGeometry& found) {
  found.dynamics = run_dynamics(run.run());
}

}  // namespace dissent
