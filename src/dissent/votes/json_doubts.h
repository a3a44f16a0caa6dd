// Second thoughts about a layout: what the first reading would put together, turn round or lose becomes
// another reading with a remark, or a question to the user.
#pragma once

#include <string>

#include "dissent/votes/json_layout.h"

namespace dissent {

// Looks again at the item and the annotator of records that are a vote each.
void look_again(JsonLayout& layout, const JsonProfile& profile, const ImportOptions& options);

// Asks about keys that could be an annotator each, where nobody is known who voted.
void ask_about_shared_values(JsonLayout& layout, const JsonTable& table, const JsonProfile& profile,
                             const ImportOptions& options);

// The question which of these keys, that could be an annotator or a question each, is meant.
std::string question_of_keys(const std::vector<std::string>& keys);

// Looks which way round objects of votes in records are.
void turn_round(JsonLayout& layout, const JsonProfile& profile, const ImportOptions& options);

// Whose votes lists by name are, whose elements name their items: an annotator's, or those of a batch.
void name_lists(JsonLayout& layout, const JsonProfile& profile, const JsonProfile& inner,
                const ImportOptions& options);

// Remarks that the key at `path` could name the annotators; nothing where it is empty.
void remark_person(JsonLayout& layout, const std::string& path);

}  // namespace dissent
