#include "dissent/votes/convert.h"

#include <algorithm>
#include <string>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/io/output_target.h"
#include "dissent/votes/container.h"
#include "dissent/votes/export.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/lasting_names.h"
#include "dissent/votes/source.h"

namespace dissent {
namespace {

bool is_array(Container container) {
  return container == Container::npy || container == Container::npz;
}

VoteForm form_of(const ConvertOptions& options, Container container, const VoteTable& votes) {
  if (options.form) return *options.form;
  if (!votes.has_counts()) return VoteForm::probabilities;
  return container == Container::text ? VoteForm::long_rows : VoteForm::counts;
}

bool same_classes(const ClassSpace& a, const ClassSpace& b) {
  return a.names == b.names && a.ordered == b.ordered;
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
  return !same_classes(classes_from_labels(seen), classes);
}

// Whether a reader who looks at the file alone might take it for something else than a column an annotator.
bool wide_is_unclear(const std::filesystem::path& output) {
  constexpr double kMargin = 0.3;  // of confidence: what is clearer than this is no question to anybody
  if (is_standard_output(output)) return true;  // nothing to look at
  const Source written(output);
  double wide = 0, others = 0;
  for (const Importer& importer : importers()) {
    double& confidence = importer.name == "wide" ? wide : others;
    confidence = std::max(confidence, importer.recognises(written, {}).confidence);
  }
  return wide < others + kMargin;
}

void write_matrix(const VoteTable& votes, const std::filesystem::path& output, Conversion& result) {
  const bool counts = result.form == VoteForm::counts;
  switch (container_of(output)) {
    case Container::npy:
      (counts ? write_counts_npy : write_probabilities_npy)(votes, output);
      result.loses_names = true;
      return;
    case Container::npz:
      (counts ? write_counts_npz : write_probabilities_npz)(votes, output);
      return;
    case Container::text:
    case Container::json:
      (counts ? write_counts_csv : write_probabilities_csv)(votes, output, delimiter_of(output));
      result.needs_format = counts;
  }
}

}  // namespace

void check_conversion(const std::filesystem::path& output, const ConvertOptions& options) {
  const Container container = container_of(output);
  if (options.form == VoteForm::lewidi) {
    if (container == Container::json || is_standard_output(output)) return;
    fail("{}: {} lewidi writes JSON; end the name in .json", output.string(), option("to"));
  }
  if (container == Container::json) {
    fail("{}: JSON is written by {} lewidi; say so, or end the name in .csv, .tsv, .npy or .npz",
         output.string(), option("to"));
  }
  const bool rows = options.form == VoteForm::long_rows || options.form == VoteForm::wide ||
                    options.form == VoteForm::crowdkit;
  if (rows && is_array(container)) {
    fail("{}: {} {} writes text; end the name in .csv or .tsv", output.string(), option("to"),
         name_of(*options.form));
  }
}

Conversion convert(const VoteTable& votes, const std::filesystem::path& output,
                   const ConvertOptions& options) {
  check_conversion(output, options);
  const char delimiter = delimiter_of(output);
  Conversion result;
  result.form = form_of(options, container_of(output), votes);
  check_lasting_names(votes, result.form, container_of(output));
  switch (result.form) {
    case VoteForm::long_rows:
      result.items_without_row = write_long_csv(votes, output, delimiter);
      result.loses_classes = classes_are_lost(votes);
      break;
    case VoteForm::crowdkit:
      result.items_without_row = write_crowdkit_csv(votes, output, delimiter);
      result.loses_classes = classes_are_lost(votes);
      break;
    case VoteForm::wide:
      write_wide_csv(votes, output, delimiter);
      result.loses_classes = classes_are_lost(votes);
      result.needs_annotators = annotators_are_mixed(votes);
      result.needs_format = wide_is_unclear(output);
      break;
    case VoteForm::lewidi:
      write_lewidi_json(votes, output);
      result.loses_classes =
          !same_classes(classes_from_labels(votes.class_space().names), votes.class_space());
      result.lacks_texts = true;
      break;
    case VoteForm::counts:
    case VoteForm::probabilities:
      write_matrix(votes, output, result);
      break;
  }
  return result;
}

}  // namespace dissent
