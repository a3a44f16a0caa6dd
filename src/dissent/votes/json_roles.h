// Which keys of JSON records name the item and the annotator, by their usual names and by what differs from
// record to record.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/importer.h"
#include "dissent/votes/json_profile.h"
#include "dissent/votes/json_table.h"

namespace dissent {

// Where items or annotators stand: under a key of the record or of what lies in it, or in a name; in a list
// in step with the labels, or nowhere but in the order of the labels.
enum class JsonAt { unknown, key, record_name, record_number, inner_key, inner_name, list_key, list_number };
struct JsonRole {
  JsonAt at = JsonAt::unknown;
  std::string path{};
};

// The scalar path that passes and has the best rank among `names`; null where there is none.
const JsonPath* best_named(const JsonProfile& profile, std::span<const std::string_view> names,
                           const std::function<bool(const JsonPath&)>& passes);
bool any_path(const JsonPath& path);
// Whether a name ends in "id": of whatever it is, it is no label.
bool says_id(std::string_view name);
// "id" and "uid" may be the record's own, whatever the record is.
bool is_bare_id(const JsonPath& path);

// The path of the item in records that are an item each, or a vote each; record_name where records have
// names, record_number where nothing tells and a record is an item.
JsonRole find_item(const JsonTable& table, const JsonProfile& profile, const ImportOptions& options,
                   bool record_is_item);

// What describes a record or a person, or is the truth, by its name.
bool is_other(const JsonPath& path);
// Where the items of an annotator's list of labels stand, in a list in step with it or in their order. `told`
// is what the options name.
JsonRole item_in_step(const JsonProfile& profile, const std::string& labels, const JsonRole& told);
// Keys called as labels are, one a question.
std::vector<const JsonPath*> named_labels(const JsonProfile& profile, const std::string& item,
                                          const std::string& annotator);
// Keys that could be the label by what they hold: neither names nor texts nor about the annotator.
std::vector<const JsonPath*> unnamed_labels(const JsonProfile& profile, const std::string& item,
                                            const std::string& annotator);

// Keys of the first level on none of these paths.
std::vector<std::string> keys_not_read(const JsonProfile& profile, const std::vector<std::string>& paths);

}  // namespace dissent
