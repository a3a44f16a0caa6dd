#include "dissent/delivery/delivery_methods.h"

#include <array>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

constexpr std::array<std::string_view, 0> kNone{};
constexpr std::array<std::string_view, 1> kSampling = {"resample-every"};
constexpr std::array<std::string_view, 1> kSmoothing = {"smoothing"};
constexpr std::array<std::string_view, 1> kMixing = {"mixup-alpha"};
constexpr std::array<std::string_view, 2> kPrior = {"prior", "prior-weight"};

constexpr std::array kMethods = {
    DeliveryMethod{"soft", "the shares of the item's votes, in every epoch", kNone, false, make_soft},
    DeliveryMethod{"multipass", "one real vote an epoch, each once in a cycle, in an order of the seed",
                   kNone, false, make_multipass},
    DeliveryMethod{"deterministic", "multipass in the order of seed + 1000", kNone, false,
                   make_deterministic},
    DeliveryMethod{"sls", "one label an epoch, drawn from the item's votes", kSampling, false, make_sls},
    DeliveryMethod{"shuffled-sls", "sls from the votes of another item, by one permutation of the items",
                   kSampling, false, make_shuffled_sls},
    DeliveryMethod{"majority", "the class with most votes; ties by a draw keyed by the item", kNone, false,
                   make_majority},
    DeliveryMethod{"label-smoothing", "the majority label, a share of it spread over all classes", kSmoothing,
                   false, make_label_smoothing},
    DeliveryMethod{"mixup", "the majority label, pairs of a batch mixed by the training loop", kMixing, true,
                   make_mixup},
    DeliveryMethod{"smoothed-soft", "the shares of the votes and of a prior that counts for some votes",
                   kPrior, false, make_smoothed_soft},
};

}  // namespace

std::span<const DeliveryMethod> delivery_methods() {
  return kMethods;
}

const DeliveryMethod& delivery_method(std::string_view name) {
  std::vector<std::string_view> names;
  for (const DeliveryMethod& method : kMethods) {
    if (method.name == name) return method;
    names.push_back(method.name);
  }
  throw Error(unknown_name("delivery", name, names));
}

}  // namespace dissent
