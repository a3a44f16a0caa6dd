#include "dissent/catalog/detectors.h"

#include "dissent/core/text.h"

namespace dissent {
namespace {

constexpr DetectorEntry kDetectors[] = {
#define DISSENT_DETECTOR(identifier, detector, text, shown, ...) \
  {.name = detector, .help = text, .label = shown, __VA_ARGS__},
#include "dissent/catalog/detectors.def"
};

}  // namespace

std::span<const DetectorEntry> detectors() {
  return kDetectors;
}

const DetectorEntry& find_detector(std::string_view name) {
  return find_entry(detectors(), "score", name);
}

std::string detector_list() {
  return join(entry_names(detectors()), ", ");
}

}  // namespace dissent
