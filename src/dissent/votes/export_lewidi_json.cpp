// The JSON of Learning with Disagreements 2023: annotations and annotators as comma-separated texts in step.
#include <string>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/json.h"
#include "dissent/votes/export.h"
#include "dissent/votes/majority.h"
#include "dissent/votes/text_file.h"

namespace dissent {
namespace {

Json record_of(const VoteTable& votes, std::size_t item, std::vector<double>& shares) {
  const auto given = votes.labels_of(item);
  const auto by = votes.annotators_of(item);
  std::string annotations, annotators, hard;
  for (std::size_t v = 0; v < given.size(); ++v) {
    annotations.append(v == 0 ? "" : ",").append(votes.class_name(given[v]));
    annotators.append(v == 0 ? "" : ",").append(votes.annotator_name(by[v]));
  }
  Json soft = Json::object();
  if (!given.empty()) {
    hard = votes.class_name(majority_label(votes, item).label);
    votes.fractions_of(item, shares);
    for (std::size_t k = 0; k < shares.size(); ++k) soft[votes.class_name(k)] = shares[k];
  }
  return {{"number of annotations", given.size()},
          {"annotations", annotations},
          {"annotators", annotators},
          {"hard_label", hard},
          {"soft_label", std::move(soft)}};
}

}  // namespace

void write_lewidi_json(const VoteTable& votes, const std::filesystem::path& path) {
  votes.require(Knowledge::votes, "the JSON of Learning with Disagreements");
  TextFile file(path);
  file.text() = "{";
  file.end_line();
  std::vector<double> shares(votes.classes());
  for (std::size_t item = 0; item < votes.items(); ++item) {
    file.text() += Json(votes.item_name(item)).dump() + ": " + record_of(votes, item, shares).dump();
    if (item + 1 < votes.items()) file.text() += ',';
    file.end_line();
  }
  file.text() += '}';
  file.end_line();
  file.commit();
}

}  // namespace dissent
