#include "dissent/votes/convert.h"

#include <string>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/votes/container.h"
#include "dissent/votes/export.h"

namespace dissent {
namespace {

VoteForm form_of(const ConvertOptions& options, Container container, const VoteTable& votes) {
  if (options.form) return *options.form;
  if (!votes.has_counts()) return VoteForm::probabilities;
  return container == Container::text ? VoteForm::long_rows : VoteForm::counts;
}

// Whether a reader who sees only the labels that were given would find the same classes.
bool classes_are_lost(const VoteTable& votes) {
  const ClassSpace& classes = votes.class_space();
  std::vector<bool> used(classes.size());
  for (const VoteTable::Label label : votes.entry_labels()) used[label] = true;
  std::vector<std::string> seen;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (used[k]) seen.push_back(classes.names[k]);
  }
  const ClassSpace guessed = classes_from_labels(seen);
  return guessed.names != classes.names || guessed.ordered != classes.ordered;
}

}  // namespace

void check_conversion(const std::filesystem::path& output, const ConvertOptions& options) {
  const Container container = container_of(output);
  if (options.form == VoteForm::long_rows && container != Container::text) {
    fail("{}: {} long writes text; end the name in .csv or .tsv", output.string(), option("to"));
  }
}

Conversion convert(const VoteTable& votes, const std::filesystem::path& output,
                   const ConvertOptions& options) {
  check_conversion(output, options);
  const Container container = container_of(output);
  const char delimiter = delimiter_of(output);
  Conversion result;
  result.form = form_of(options, container, votes);
  if (result.form == VoteForm::long_rows) {
    result.items_without_row = write_long_csv(votes, output, delimiter);
    result.loses_classes = classes_are_lost(votes);
    return result;
  }
  const bool counts = result.form == VoteForm::counts;
  switch (container) {
    case Container::text:
      (counts ? write_counts_csv : write_probabilities_csv)(votes, output, delimiter);
      result.needs_format = counts;
      break;
    case Container::npy:
      (counts ? write_counts_npy : write_probabilities_npy)(votes, output);
      result.loses_names = true;
      break;
    case Container::npz:
      (counts ? write_counts_npz : write_probabilities_npz)(votes, output);
      break;
  }
  return result;
}

}  // namespace dissent
