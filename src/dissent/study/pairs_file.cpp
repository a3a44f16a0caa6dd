#include "dissent/study/pairs_file.h"

#include "dissent/core/error.h"
#include "dissent/io/file.h"

namespace dissent {
namespace {

std::filesystem::path pairs_path(const ResultsFolder& results, const Study& study) {
  return results.path() / study.name / "pairs.json";
}

}  // namespace

Json read_pairs_file(const ResultsFolder& results, const Study& study) {
  const std::filesystem::path file = pairs_path(results, study);
  if (!std::filesystem::exists(file)) return Json::object();
  Json json = parse_json(read_file(file), file);
  if (!json.is_object()) fail("{}: not what `dissent study` keeps there; remove it", file.string());
  return json;
}

void write_pairs_file(const ResultsFolder& results, const Study& study, const Json& pairs) {
  const std::filesystem::path file = pairs_path(results, study);
  std::filesystem::create_directories(file.parent_path());
  write_file(file, pairs.dump(1) + "\n");
}

}  // namespace dissent
