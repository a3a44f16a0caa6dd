#include "dissent/study/results_json.h"

namespace dissent {

Json results_marker_json(int format) {
  return {{"format", format}};
}

int read_results_format(const JsonValue& json) {
  return json.at("format").whole<int>();
}

}  // namespace dissent
