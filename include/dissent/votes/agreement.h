// How far annotators agree: Krippendorff's alpha, Fleiss' kappa, and each annotator against the rest.
// Formulas in docs/agreement.md. All are linear in the number of votes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dissent/votes/vote_table.h"

namespace dissent {

// A coefficient, or the reason why there is none.
struct Coefficient {
  std::optional<double> value;
  std::string reason;
};

enum class AlphaMetric { nominal, ordinal, interval };

// Krippendorff's alpha = 1 - D_observed / D_expected over the items with at least two votes. Ordinal asks for
// an order of the classes, interval for numeric ones.
Coefficient krippendorff_alpha(const VoteTable& votes, AlphaMetric metric);

// Fleiss' kappa; asks for the same number of votes (two or more) on every item.
Coefficient fleiss_kappa(const VoteTable& votes);

// The mean share of an item's other votes that are like this annotator's, over the votes that have company.
struct AnnotatorAgreement {
  std::uint64_t votes = 0;
  std::uint64_t compared = 0;  // votes on items that somebody else voted on too
  double agreement = 0;        // NaN where compared is 0
};
std::vector<AnnotatorAgreement> agreement_with_the_rest(const VoteTable& votes);  // asks for annotators

}  // namespace dissent
