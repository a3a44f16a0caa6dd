// Labels that stand as names: an object, or several keys of a record, of which those that are set are chosen,
// as in {"polite": "1"} and {"joy": 0, "anger": 1}.
#pragma once

#include <string>
#include <vector>

#include "dissent/votes/json_profile.h"

namespace dissent {

// Whether a value says that its key is chosen: true, 1, "1", and texts that do not deny it.
bool is_set(const Json& value);

// Whether the objects at `path` hold what was chosen: every name has one value wherever it is there, and each
// is set. Objects of votes by annotator differ in their values.
bool are_choices(const JsonProfile& profile, const std::string& path);

// Whether what is chosen there are numbers of their own, {"scale_3": 3}: then these are the labels.
bool are_ratings(const JsonProfile& profile, const std::string& path);

// Those of `keys` that are 0 or 1, of which every record has one that is set; empty where there are none.
std::vector<std::string> one_hot_keys(const JsonProfile& profile, const std::vector<const JsonPath*>& keys);

}  // namespace dissent
