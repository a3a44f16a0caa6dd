// JSON with shares by class: {item: {label: share}}, or such an object in every record; each sums to 1.
#include "dissent/votes/importers.h"
#include "dissent/votes/json_distribution.h"

namespace dissent {

Recognition recognises_json_soft(const Source& source, const ImportOptions& options) {
  return recognise_distribution(source, options, ByClass::shares);
}

ImportResult read_json_soft(const Source& source, const ImportOptions& options) {
  return read_distribution(source, options, ByClass::shares);
}

}  // namespace dissent
