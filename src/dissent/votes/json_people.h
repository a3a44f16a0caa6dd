// Annotators under a key that has none of their usual names, told by what it holds: it is never the same
// twice on one item, and comes again on others.
#pragma once

#include <string>

#include "dissent/votes/json_profile.h"

namespace dissent {

// A key of records that are a vote each, called as annotators sometimes are, that holds such values; empty
// where there is none. `item` is the item's path.
std::string find_person(const JsonProfile& profile, const std::string& item);
// The same among the elements of a list in every record.
std::string find_person_inside(const JsonProfile& profile, const std::string& list, const JsonProfile& inner);

// Any other key that could name the annotators, for a remark: its path from the record on.
std::string possible_person(const JsonProfile& profile, const std::string& item, const std::string& label);
std::string possible_person_inside(const JsonProfile& profile, const std::string& list,
                                   const JsonProfile& inner, const std::string& label);

}  // namespace dissent
