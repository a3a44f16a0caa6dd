// What a set of votes holds: how many there are, how far annotators agree, and which items they disagree on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dissent/io/csv_texts.h"
#include "dissent/votes/agreement.h"
#include "dissent/votes/audit.h"
#include "dissent/votes/human_reference.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

struct InspectOptions {
  std::size_t contested = 10;  // items with the highest entropy to name
  std::size_t bins = 20;       // of the histogram of entropies
  bool confusion = false;      // whether chosen_together is computed
  int threads = 0;             // 0: DISSENT_THREADS where it is set, else all cores
};

struct Inspection {
  struct VotesPerItem {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    double mean = 0;
    double median = 0;
  };
  struct Histogram {
    std::vector<double> edges;          // [bins + 1], equal steps from 0 to log(classes), nats
    std::vector<std::uint64_t> counts;  // [bins] items
  };
  struct Annotator {
    std::string name;
    AnnotatorAgreement with_the_rest;
  };
  struct ClassVotes {
    std::size_t label = 0;    // index of the class
    std::uint32_t votes = 0;  // 0 where the source has probabilities only
    double share = 0;         // of the item's votes, above 0
  };
  struct ContestedItem {
    std::string name;
    double entropy = 0;               // nats
    std::uint64_t votes = 0;          // 0 where the source has probabilities only
    std::vector<ClassVotes> classes;  // those that were chosen, in the order of the classes
  };

  std::size_t items = 0;
  std::optional<std::size_t> annotators;  // empty where the source does not say who voted
  std::optional<std::uint64_t> votes;     // empty where the source has probabilities only
  Knowledge knowledge = Knowledge::votes;
  ClassSpace classes;
  std::vector<double> class_shares;  // [classes], of all votes
  std::optional<VotesPerItem>
      votes_per_item;  // over all items; empty where the source has probabilities only

  std::uint64_t items_with_votes = 0;
  double mean_entropy = 0;  // nats, over the items with votes
  double unanimous = 0;     // share of the items with votes
  std::uint64_t ties = 0;   // items whose most frequent class is shared
  Histogram entropy_histogram;
  // [classes, classes]: row a is the mean of the vote shares over all votes for a. Empty where not asked for.
  std::vector<double> chosen_together;

  Coefficient alpha_nominal, alpha_ordinal, alpha_interval, fleiss_kappa;
  std::optional<HumanReference> human;   // empty without counts, and where no item has two votes
  std::string human_reason;              // why it is empty
  std::vector<Annotator> agreement;      // by index of the annotator; empty where they are not known
  std::vector<ContestedItem> contested;  // the items with the highest entropy above 0, highest first

  std::optional<Audit> audit;  // of the import; empty where the votes came from a program
};

// Throws where no item has votes.
Inspection inspect(const VoteTable& votes, const InspectOptions& options = {});
// The same with the import's audit.
Inspection inspect(const ImportResult& imported, const InspectOptions& options = {});
// Reads the file first; throws as import_votes() does.
Inspection inspect(const std::filesystem::path& file, const ImportOptions& import = {},
                   const InspectOptions& options = {});

// Writes a CSV row an item ("-" is standard output): item, votes, majority, entropy (nats), tie (1 where the
// majority was drawn), agreement (share of the pairs of votes that agree; empty below two votes), then a
// column a class with its votes. Where the source has probabilities only, votes and agreement are empty and
// the classes' columns have those. An item without votes has 0 votes and empty cells.
void write_item_table(const VoteTable& votes, const std::filesystem::path& path,
                      CsvTexts texts = CsvTexts::safe);

}  // namespace dissent
