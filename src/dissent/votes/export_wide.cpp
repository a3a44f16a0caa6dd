// A row an item and a column an annotator, blank where there is no vote.
#include <limits>
#include <string>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/votes/export.h"
#include "dissent/votes/text_file.h"

namespace dissent {
namespace {

void refuse_second_votes(const VoteTable& votes) {
  std::vector<std::size_t> voted_last(votes.annotators(), std::numeric_limits<std::size_t>::max());
  std::uint64_t more = 0;
  std::string first;
  for (std::size_t item = 0; item < votes.items(); ++item) {
    for (const std::uint32_t a : votes.annotators_of(item)) {
      if (voted_last[a] == item && more++ == 0) {
        first = fmt::format("{} on item {}", in_quotes(votes.annotator_name(a)),
                            in_quotes(votes.item_name(item)));
      }
      voted_last[a] = item;
    }
  }
  if (more == 0) return;
  fail(
      "further votes of one annotator on one item: {} (the first: {}); a wide table has one cell for all of "
      "them: read the votes with {} first (or last)",
      more, first, option("duplicates"));
}

}  // namespace

void write_wide_csv(const VoteTable& votes, const std::filesystem::path& path, char delimiter) {
  votes.require(Knowledge::votes, "a column an annotator");
  refuse_second_votes(votes);
  TextFile file(path);
  file.text() = "item";
  for (std::size_t a = 0; a < votes.annotators(); ++a)
    (file.text() += delimiter) += csv_field(votes.annotator_name(a), delimiter);
  file.end_line();
  std::vector<std::string> labels;
  for (const std::string& name : votes.class_space().names) labels.push_back(csv_field(name, delimiter));
  std::vector<const std::string*> cells(votes.annotators());
  for (std::size_t item = 0; item < votes.items(); ++item) {
    const auto given = votes.labels_of(item);
    const auto by = votes.annotators_of(item);
    for (std::size_t v = 0; v < given.size(); ++v) cells[by[v]] = &labels[given[v]];
    file.text() += csv_field(votes.item_name(item), delimiter);
    for (const std::string* cell : cells) {
      file.text() += delimiter;
      if (cell != nullptr) file.text() += *cell;
    }
    file.end_line();
    for (const std::uint32_t a : by) cells[a] = nullptr;
  }
  file.commit();
}

}  // namespace dissent
