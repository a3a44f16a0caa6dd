// What can be measured of the basins that runs ended in, in one list
// (src/dissent/catalog/geometry_parts.def), and what holds of each. Known without torch; room geometry
// measures them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dissent/catalog/catalog.h"

namespace dissent {

// What a part is measured of: one run, the seeds of a method, or two runs of different deliveries.
enum class PartScope { run, method, pair };

struct GeometryPartEntry {
  std::string_view name;  // as in options, study files and messages
  std::string_view help;
  std::string_view label;  // for people
  PartScope scope = PartScope::run;
  bool needs_maps = false;  // only of networks with convolutions
};

std::span<const GeometryPartEntry> geometry_parts();
// Throws for an unknown name, with the list of those that are known.
const GeometryPartEntry& find_geometry_part(std::string_view name);
std::string geometry_part_list();  // for help texts: "hessian, variance, ..."

}  // namespace dissent
