#include "dissent/study/pairs_json.h"

#include "dissent/diagnostics/barrier_json.h"
#include "dissent/diagnostics/cka_json.h"
#include "dissent/diagnostics/grad_cam_json.h"
#include "dissent/io/settings_json.h"

namespace dissent {
namespace {

PairsQuestion read_question(const JsonValue& json) {
  PairsQuestion question;
  if (const auto options = json.find("options")) read_settings(*options, question.options);
  json.read("between", question.between);
  if (const auto runs = json.find("runs")) {
    for (const JsonValue& run : runs->elements()) {
      const auto parts = run.elements(2);
      question.runs.emplace_back(parts[0].text(), parts[1].is_null() ? std::string() : parts[1].text());
    }
  }
  return question;
}

}  // namespace

Json question_json(const PairsQuestion& question) {
  Json runs = Json::array();
  for (const auto& [id, sum] : question.runs)
    runs.push_back(Json::array({id, sum.empty() ? Json() : Json(sum)}));
  return {
      {"options", settings_json(question.options)}, {"between", question.between}, {"runs", std::move(runs)}};
}

Json pairs_json(const StudyPairs& pairs) {
  Json json = {{"question", question_json(pairs.question)}};
  for (const CkaResult& one : pairs.cka) json["cka"].push_back(cka_json(one));
  for (const GradCamResult& one : pairs.grad_cam) json["grad_cam"].push_back(grad_cam_json(one));
  for (const BarrierResult& one : pairs.barriers) json["barriers"].push_back(barrier_json(one));
  return json;
}

StudyPairs read_pairs(const JsonValue& json) {
  StudyPairs pairs;
  if (const auto found = json.find("question")) pairs.question = read_question(*found);
  const auto read = [&](const char* key, auto& list, auto one) {
    if (const auto found = json.find(key)) {
      for (const JsonValue& result : found->elements()) list.push_back(one(result));
    }
  };
  read("cka", pairs.cka, read_cka);
  read("grad_cam", pairs.grad_cam, read_grad_cam);
  read("barriers", pairs.barriers, read_barrier);
  return pairs;
}

}  // namespace dissent
