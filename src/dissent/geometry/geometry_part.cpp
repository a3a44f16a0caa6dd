#include "dissent/geometry/geometry_part.h"

namespace dissent {

#define DISSENT_OF_run(identifier) RunPart measure_##identifier;
#define DISSENT_OF_method(identifier) MethodPart measure_##identifier;
#define DISSENT_OF_pair(identifier) PairPart measure_##identifier;
#define DISSENT_GEOMETRY_PART(identifier, name, scope, ...) DISSENT_OF_##scope(identifier)
#include "dissent/catalog/geometry_parts.def"

GeometryPart geometry_part(const GeometryPartEntry& entry) {
  static constexpr GeometryPart parts[] = {
#define DISSENT_GEOMETRY_PART(identifier, name, scope, ...) {.of_##scope = measure_##identifier},
#include "dissent/catalog/geometry_parts.def"
  };
  return parts[entry_index(geometry_parts(), entry)];
}

}  // namespace dissent
