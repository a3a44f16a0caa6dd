// JSON with votes by class: {item: {label: count}}, or such an object in every record.
#include "dissent/votes/importers.h"
#include "dissent/votes/json_distribution.h"

namespace dissent {

Recognition recognises_json_counts(const Source& source, const ImportOptions& options) {
  return recognise_distribution(source, options, ByClass::counts);
}

ImportResult read_json_counts(const Source& source, const ImportOptions& options) {
  return read_distribution(source, options, ByClass::counts);
}

}  // namespace dissent
