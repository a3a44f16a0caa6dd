#include "dissent/model/pooling.h"

#include "dissent/catalog/poolings.h"

namespace dissent {

#define DISSENT_POOLING(identifier, ...) \
  at::Tensor pool_##identifier(const at::Tensor& hidden, const at::Tensor& mask);
#include "dissent/catalog/poolings.def"

at::Tensor pooled(const at::Tensor& hidden, const at::Tensor& mask, std::string_view pooling) {
  static constexpr at::Tensor (*functions[])(const at::Tensor&, const at::Tensor&) = {
#define DISSENT_POOLING(identifier, ...) pool_##identifier,
#include "dissent/catalog/poolings.def"
  };
  return functions[entry_index(poolings(), find_pooling(pooling))](hidden, mask);
}

}  // namespace dissent
