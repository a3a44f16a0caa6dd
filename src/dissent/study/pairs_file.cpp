#include "dissent/study/pairs_file.h"

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/study/pairs_json.h"

namespace dissent {
namespace {

std::filesystem::path pairs_path(const ResultsFolder& results, const Study& study) {
  return results.path() / study.name / "pairs.json";
}

}  // namespace

StudyPairs read_pairs_file(const ResultsFolder& results, const Study& study) {
  const std::filesystem::path file = pairs_path(results, study);
  if (!std::filesystem::exists(file)) return {};
  const Json json = parse_json(read_file(file), file);
  try {
    if (json.is_object()) return read_pairs(json);
  } catch (const Json::exception&) {
    // As what is no object.
  }
  fail("{}: not what `dissent study` keeps there; remove it", file.string());
}

void write_pairs_file(const ResultsFolder& results, const Study& study, const StudyPairs& pairs) {
  const std::filesystem::path file = pairs_path(results, study);
  std::filesystem::create_directories(file.parent_path());
  write_file(file, pairs_json(pairs).dump(1) + "\n");
}

bool same_question(const PairsQuestion& a, const PairsQuestion& b) {
  return question_json(a) == question_json(b);
}

}  // namespace dissent
