// What was measured between a study's runs (CKA, Grad-CAM stability, loss barriers), kept in its folder.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dissent/diagnostics/geometry_result.h"
#include "dissent/study/results.h"
#include "dissent/study/study.h"

namespace dissent {

// What was asked, and of which weights: a question that changed is asked again.
struct PairsQuestion {
  GeometryOptions options;
  std::vector<std::string> between;
  std::vector<std::pair<std::string, std::string>> runs;  // id, and SHA-256 of its best weights or nothing
};

struct StudyPairs {
  PairsQuestion question;
  std::vector<CkaResult> cka;
  std::vector<GradCamResult> grad_cam;
  std::vector<BarrierResult> barriers;
};

// Without runs in its question where there is none.
StudyPairs read_pairs_file(const ResultsFolder& results, const Study& study);
void write_pairs_file(const ResultsFolder& results, const Study& study, const StudyPairs& pairs);

bool same_question(const PairsQuestion& a, const PairsQuestion& b);

}  // namespace dissent
