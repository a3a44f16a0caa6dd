// The votes that predictions are scored against, with gold labels where there are some, from a file of votes
// or from a data set.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "dissent/core/settings.h"
#include "dissent/data/dataset.h"
#include "dissent/predictions/attributes.h"
#include "dissent/votes/audit.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

struct Annotations {
  VoteTable votes;
  std::vector<std::int32_t> gold;      // [items] class index, -1 where unknown; empty where there is no gold
  std::string name;                    // of the file or data set, for results
  std::optional<Audit> audit;          // what the import saw, where a file of votes was read
  std::optional<Inputs> inputs;        // pictures or texts of the items, where a data set was loaded
  std::vector<std::string> remarks{};  // how the gold labels were read, where that is worth knowing
};

// Where annotations come from: exactly one of `votes` and `data` is given.
struct AnnotationSource {
  std::string votes{}, data{}, gold{};
  GoldOptions gold_options{};
  ImportOptions import{};

  static constexpr auto fields() {
    using O = AnnotationSource;
    return std::tuple{
        Field{"votes", &O::votes, "the annotators' votes, in any format of `dissent formats`"},
        Field{"data", &O::data, "instead of {votes}: a data set, by name or manifest, with its gold labels"},
        Field{"gold", &O::gold,
              "gold labels, for accuracy and calibration: a table with item and label, or a label for each "
              "item "
              "in the order of the votes, as text or npy"},
    };
  }
};

// Throws where options contradict each other, before anything is read.
void check_source(const AnnotationSource& source);

// Reads votes and gold labels. Throws as check_source() does, and where a file cannot be read.
Annotations read_annotations(const AnnotationSource& source);

}  // namespace dissent
