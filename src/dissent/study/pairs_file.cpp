#include "dissent/study/pairs_file.h"

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"
#include "dissent/io/json_text.h"
#include "dissent/study/pairs_json.h"

namespace dissent {
namespace {

std::filesystem::path pairs_path(const ResultsFolder& results, const Study& study) {
  return results.path() / study.name / "pairs.json";
}

}  // namespace

StudyPairs read_pairs_file(const ResultsFolder& results, const Study& study) {
  const std::filesystem::path file = pairs_path(results, study);
  if (!is_there(file)) return {};
  const JsonSource source{file.string(), "remove it, and what it held is measured again"};
  const Json json = parse_json(read_file(file), file);
  return read_pairs(JsonValue(json, source));
}

void write_pairs_file(const ResultsFolder& results, const Study& study, const StudyPairs& pairs) {
  const std::filesystem::path file = pairs_path(results, study);
  make_folders(file.parent_path());
  write_file(file, json_text(pairs_json(pairs), 1) + "\n");
}

bool same_question(const PairsQuestion& a, const PairsQuestion& b) {
  return question_json(a) == question_json(b);
}

}  // namespace dissent
