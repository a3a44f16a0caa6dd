#include "dissent/study/results_json.h"

namespace dissent {

Json results_marker_json(int format) {
  return {{"format", format}};
}

int read_results_format(const Json& json) {
  if (!json.is_object() || !json.contains("format") || !json.at("format").is_number_integer()) return 0;
  return json.at("format").get<int>();
}

}  // namespace dissent
