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

void refuse_commas(const VoteTable& votes) {
  const auto has_comma = [](std::string_view name) { return name.find(',') != std::string_view::npos; };
  for (const std::string& name : votes.class_space().names) {
    if (has_comma(name)) {
      fail("the label {} has a comma, which separates the labels of this form; rename it with {}",
           in_quotes(name), option("map"));
    }
  }
  for (std::size_t a = 0; a < votes.annotators(); ++a) {
    if (has_comma(votes.annotator_name(a))) {
      fail("the annotator {} has a comma, which separates the annotators of this form; choose another {}",
           in_quotes(votes.annotator_name(a)), option("to"));
    }
  }
}

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
  refuse_commas(votes);
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
