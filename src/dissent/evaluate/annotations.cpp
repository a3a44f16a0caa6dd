#include "dissent/evaluate/annotations.h"

#include <type_traits>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/io/settings_json.h"
#include "dissent/predictions/matched_predictions.h"
#include "dissent/store/loaders.h"

namespace dissent {
namespace {

template <class Options>
bool differs_from_default(const Options& options) {
  return settings_json(options) != settings_json(Options{});
}

Annotations read_votes(const AnnotationSource& source) {
  if (!source.data.empty()) {
    Dataset dataset = load_dataset_named(source.data);
    return {std::move(dataset.votes), std::move(dataset.gold), source.data, {}, std::move(dataset.inputs)};
  }
  ImportResult imported = import_votes(source.votes, source.import);
  return {std::move(imported.votes), std::move(imported.gold), source.votes, std::move(imported.audit), {}};
}

}  // namespace

void check_source(const AnnotationSource& source) {
  if (!source.data.empty() && differs_from_default(source.import)) {
    fail("{} {}: a data set says itself how its votes are read; leave those flags away, or give {}",
         option("data"), source.data, option("votes"));
  }
  if (source.gold.empty() && differs_from_default(source.gold_options)) {
    fail("{} and {} are about the file of {}, which is not given", option("gold-column"),
         option("gold-item-column"), option("gold"));
  }
  if (source.votes.empty() == source.data.empty()) {
    fail("give the annotators' votes, either as a file ({}) or as a data set ({})", option("votes"),
         option("data"));
  }
}

Annotations read_annotations(const AnnotationSource& source) {
  check_source(source);
  Annotations annotations = read_votes(source);
  if (!source.gold.empty()) {
    annotations.gold =
        read_gold_file(source.gold, source.gold_options, annotations.votes, ItemIndex(annotations.votes));
  }
  return annotations;
}

}  // namespace dissent
