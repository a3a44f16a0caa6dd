#include "dissent/evaluate/annotations.h"

#include <type_traits>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/settings_json.h"
#include "dissent/io/stream.h"
#include "dissent/predictions/matched_predictions.h"
#include "dissent/store/loaders.h"

namespace dissent {
namespace {

template <class Options>
bool differs_from_default(const Options& options) {
  return settings_json(options) != settings_json(Options{});
}

// Classes that are named and that nobody chose: the labels that were chosen are told.
void check_classes(const AnnotationSource& source, const ImportResult& imported) {
  const VoteTable& votes = imported.votes;
  if (source.import.classes.empty() || imported.audit.find("unknown-label") == nullptr) return;
  for (std::size_t item = 0; item < votes.items(); ++item) {
    if (!votes.is_empty(item)) return;
  }
  std::string seen;
  if (!is_stream(source.votes)) {  // which would be read twice
    ImportOptions without = source.import;
    without.classes.clear();
    seen = fmt::format(
        "; they are {}",
        in_quotes(join(import_votes(source.votes, without).votes.class_space().names, ", "), 200));
  }
  fail("{}: none of its labels is among the classes {} of {}{}", source.votes,
       in_quotes(join(source.import.classes, ", "), 200), option("classes"), seen);
}

Annotations read_votes(const AnnotationSource& source) {
  if (!source.data.empty()) {
    Dataset dataset = load_dataset_named(source.data);
    return {
        std::move(dataset.votes), std::move(dataset.gold), source.data, {}, std::move(dataset.inputs), {}};
  }
  ImportResult imported = import_votes(source.votes, source.import);
  check_classes(source, imported);
  return {
      std::move(imported.votes), std::move(imported.gold), source.votes, std::move(imported.audit), {}, {}};
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
    GoldFile gold =
        read_gold_file(source.gold, source.gold_options, annotations.votes, ItemIndex(annotations.votes));
    annotations.gold = std::move(gold.labels);
    annotations.remarks = std::move(gold.remarks);
  }
  return annotations;
}

}  // namespace dissent
