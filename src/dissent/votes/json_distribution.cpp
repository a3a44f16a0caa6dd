#include "dissent/votes/json_distribution.h"

#include <algorithm>
#include <cmath>

#include "dissent/core/text.h"
#include "dissent/votes/json_lists.h"
#include "dissent/votes/json_nesting.h"
#include "dissent/votes/json_path.h"
#include "dissent/votes/json_shape.h"

namespace dissent {
namespace {

using At = JsonLayout::At;

// The numbers of a record: its own, without the key that names the item.
Json without(const Json& record, const std::string& key) {
  Json rest = Json::object();
  for (const auto& [name, value] : record.items()) {
    if (name != key) rest.push_back({name, value});
  }
  return rest;
}

NumberMeaning meaning_of_records(const JsonProfile& profile, const std::string& item) {
  std::vector<Json> rests;
  for (const Json& record : profile.sample) rests.push_back(without(record, item));
  std::vector<const Json*> objects;
  for (const Json& rest : rests) {
    for (const Json& value : rest) {
      if (!value.is_number() && !value.is_null()) return {};
    }
    objects.push_back(&rest);
  }
  return meaning_of_numbers("", objects);
}

}  // namespace

JsonDistribution find_distribution(const JsonTable& table, const JsonProfile& profile,
                                   const ImportOptions& options, ByClass kind) {
  JsonDistribution found;
  if (profile.records == 0 || (options.label_column.empty() && describes_a_model(profile))) return found;
  found.item = find_item(table, profile, options, true);
  // A format that is stated takes numbers that could be either.
  const double least = options.format == "auto" ? 0.5 : 0.05;
  const auto consider = [&](const std::string& path, const NumberMeaning& meaning) {
    const bool stated = options.format != "auto" && kind == ByClass::counts && meaning.labels > 0;
    const double sure =
        kind == ByClass::counts ? std::max(meaning.counts, stated ? 0.1 : 0.0) : meaning.shares;
    if (sure < least) return;
    found.candidates.push_back(path);
    if (sure <= found.confidence) return;
    found.confidence = sure;
    found.path = path;
    found.why = meaning.why;
  };
  if (options.label_column.empty()) {
    const std::string item = found.item.at == At::key ? found.item.path : "";
    const bool flat = found.item.at == At::key || found.item.at == At::record_name;
    if (flat) consider("", meaning_of_records(profile, item));
    if (found.confidence > 0) return found;
  }
  for (const JsonPath& path : profile.paths) {
    if (!options.label_column.empty() && path.path != options.label_column) continue;
    if (path.is_object()) consider(path.path, meaning_at(profile, path.path));
    if (path.is_scalar_list()) consider(path.path, meaning_of_lists(profile, path.path));
  }
  return found;
}

Recognition recognise_distribution(const Source& source, const ImportOptions& options, ByClass kind) {
  if (!is_general_json(source, options)) return {};
  JsonTable table(source);
  const JsonProfile profile = profile_of(table);
  const JsonDistribution found = find_distribution(table, profile, options, kind);
  if (found.confidence == 0) return {};
  const JsonLayout votes = find_layout(table, profile, options);
  const bool one_by_one = votes.shape == JsonLayout::Shape::list ||
                          votes.shape == JsonLayout::Shape::objects ||
                          (votes.shape == JsonLayout::Shape::vote && votes.annotator.at != At::unknown);
  if (one_by_one && options.label_column.empty()) return {};
  // Counts know more than the shares that were made of them.
  if (kind == ByClass::shares && options.label_column.empty() &&
      find_distribution(table, profile, options, ByClass::counts).confidence >= 0.9) {
    return {};
  }
  return {found.confidence, found.why};
}

}  // namespace dissent
