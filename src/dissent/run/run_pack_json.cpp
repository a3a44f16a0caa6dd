#include "dissent/run/run_pack_json.h"

namespace dissent {

Json pack_result_json(const PackResult& result) {
  Json parts = Json::array();
  for (const std::filesystem::path& part : result.parts) parts.push_back(part.string());
  return {{"runs", result.runs}, {"parts", std::move(parts)}, {"folders_kept", result.kept}};
}

}  // namespace dissent
