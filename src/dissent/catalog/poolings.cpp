#include "dissent/catalog/poolings.h"

namespace dissent {

std::span<const PoolingEntry> poolings() {
  static constexpr PoolingEntry list[] = {
#define DISSENT_POOLING(identifier, pooling, text, ...) {.name = pooling, .help = text, __VA_ARGS__},
#include "dissent/catalog/poolings.def"
  };
  return list;
}

const PoolingEntry& find_pooling(std::string_view name) {
  return find_entry(poolings(), "pooling", name, "pooling");
}

std::string explained_poolings() {
  return explained(poolings());
}

}  // namespace dissent
