#include "dissent/model/architectures.h"

#include "dissent/core/error.h"
#include "dissent/model/onednn.h"

namespace dissent {

#define DISSENT_MODEL(identifier, ...) \
  std::unique_ptr<Network> make_##identifier(const NetworkShape&, at::Device);
#include "dissent/catalog/models.def"

namespace {

constexpr std::unique_ptr<Network> (*kMakers[])(const NetworkShape&, at::Device) = {
#define DISSENT_MODEL(identifier, ...) make_##identifier,
#include "dissent/catalog/models.def"
};

}  // namespace

std::unique_ptr<Network> make_network(std::string_view name, const NetworkShape& shape, at::Device device) {
  const ModelEntry& model = find_model(name);
  if (model.takes == ModelInput::images && shape.input.size() != 3) {
    fail("model {} takes images, and these inputs are vectors of {} numbers; use {}", name,
         shape.input.back(), models_on_features());
  }
  if ((model.takes == ModelInput::tokens) != shape.encoder.has_value()) {
    fail("model {} {}", name,
         shape.encoder ? "takes numbers, and these inputs are tokens"
                       : "takes texts and an encoder, and these inputs are numbers");
  }
  keep_onednn_from_amx();
  return kMakers[entry_index(models(), model)](shape, device);
}

}  // namespace dissent
