// Whether the key that was taken for the item names something that holds several items: a document with its
// sentences, a post with its replies, a query with its documents.
#pragma once

#include <string>
#include <vector>

#include "dissent/votes/json_roles.h"

namespace dissent {

struct FinerItem {
  std::string path;    // a key that takes the votes of the first one apart; empty where there is none
  bool asked = false;  // it may name the item only together with the first one, or not at all
};

// Of records that are a vote each. `annotator` and `label` are paths; an empty annotator is not known.
FinerItem finer_item(const JsonProfile& profile, const std::string& item, const std::string& annotator,
                     const std::string& label);

// Keys that differ between the votes of one annotator on one item, where such votes are many, and that
// several annotators have alike: they may tell items apart.
std::vector<std::string> keys_of_repeats(const JsonProfile& profile, const std::string& item,
                                         const std::string& annotator, const std::string& label);

// The name of a record's item: the value at `path`, or, where `path` is several paths with commas between
// them, their values joined by '/'. A record without one is an error that names the option.
std::string item_name(const Json& record, const std::string& path, std::string_view place);
// The paths that a role names.
std::vector<std::string> paths_of(const std::string& path);

}  // namespace dissent
