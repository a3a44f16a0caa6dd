#include "dissent/votes/json_shape.h"

#include <algorithm>
#include <array>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/json_nesting.h"
#include "dissent/votes/json_profile.h"
#include "dissent/votes/json_table.h"

namespace dissent {

bool is_json(const Source& source) {
  return source.kind() == Source::Kind::json || source.kind() == Source::Kind::jsonl;
}

bool is_general_json(const Source& source, const ImportOptions& options) {
  if (!is_json(source)) return false;
  constexpr std::array signatures = {recognises_chaosnli, recognises_lewidi, recognises_label_studio,
                                     recognises_argilla, recognises_prodigy};
  return std::none_of(signatures.begin(), signatures.end(),
                      [&](auto* recognises) { return recognises(source, options).confidence > 0; });
}

bool other_json_fits(const Source& source, const ImportOptions& options) {
  constexpr std::array others = {recognises_peerannot, recognises_json_counts, recognises_json_soft};
  return std::any_of(others.begin(), others.end(),
                     [&](auto* recognises) { return recognises(source, options).confidence > 0; });
}

namespace {

// Rows whose columns go by number: says which are most likely which, since items are many and labels few.
[[noreturn]] void fail_nameless(const Source& source, const JsonProfile& profile) {
  std::vector<const JsonPath*> columns;
  for (const JsonPath& path : profile.paths) columns.push_back(&path);
  std::stable_sort(columns.begin(), columns.end(), [](const JsonPath* a, const JsonPath* b) {
    return a->distinct.size() > b->distinct.size();
  });
  const std::string annotator =
      columns.size() == 3 ? fmt::format(" {} {}", option("annotator-column"), columns[1]->path) : "";
  fail("{}: {} columns without names; say which is which by their numbers, from 1, perhaps {} {}{} {} {}",
       source.path().string(), columns.size(), option("item-column"), columns.front()->path, annotator,
       option("label-column"), columns.back()->path);
}

}  // namespace

void fail_no_votes(const Source& source, const ImportOptions& /*options*/) {
  const std::string file = source.path().string();
  JsonTable table(source);
  const JsonProfile profile = profile_of(table);
  if (profile.records == 0) {
    const Json& document = source.document();
    if (document.empty()) fail("{}: no records: the JSON is empty", file);
    fail("{}: JSON of type {} without records (objects); write one object a vote, with item and label", file,
         document.type_name());
  }
  if (table.nameless()) fail_nameless(source, profile);
  const std::string keys = in_quotes(join(profile.keys(), ", "), 200);
  if (describes_annotators(profile)) {
    fail("{}: {} with the keys {} describe annotators and hold no votes; give the file of annotations", file,
         table.words(), keys);
  }
  fail(
      "{}: {} with the keys {}, in which no votes were found; name the keys with {}, {} and {}, or choose a "
      "{} "
      "(`dissent formats`)",
      file, table.words(), keys, option("item-column"), option("annotator-column"), option("label-column"),
      option("format"));
}

}  // namespace dissent
