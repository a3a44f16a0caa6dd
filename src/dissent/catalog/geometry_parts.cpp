#include "dissent/catalog/geometry_parts.h"

#include "dissent/core/text.h"

namespace dissent {
namespace {

constexpr GeometryPartEntry kGeometryParts[] = {
#define DISSENT_GEOMETRY_PART(identifier, part, of, text, shown, ...) \
  {.name = part, .help = text, .label = shown, .scope = PartScope::of, __VA_ARGS__},
#include "dissent/catalog/geometry_parts.def"
};

}  // namespace

std::span<const GeometryPartEntry> geometry_parts() {
  return kGeometryParts;
}

const GeometryPartEntry& find_geometry_part(std::string_view name) {
  return find_entry(geometry_parts(), "part", name);
}

std::string geometry_part_list() {
  return join(entry_names(geometry_parts()), ", ");
}

}  // namespace dissent
