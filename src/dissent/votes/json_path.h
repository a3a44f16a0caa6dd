// Paths of keys into a JSON record ("annotation.value", "answers.0"), and names compared as people write
// them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dissent/io/json.h"
#include "dissent/votes/column_names.h"

namespace dissent {

// The value at `path`: dots walk into objects, numbers index arrays (from 0; an array of one element needs
// none), and a key that itself has dots wins. Null where there is none.
const Json* find_path(const Json& record, std::string_view path);

// The same for a path: of the last key ("annotation.label"), or of the last two together ("worker.id").
int rank_of_path(std::string_view path, std::span<const std::string_view> names);

// Whether a name is that of something made of votes: "majority", "gold", "mean".
bool is_aggregate(std::string_view name);

// Whether a name is one that people or models have as annotators: "ann3", "worker_12", "w7", "gpt-4o".
bool looks_like_annotator(std::string_view name);
// Whether a name is one that only an item has: "img-7", "doc_12", "q3", "cat.png", or a sentence.
bool looks_like_item(std::string_view name);

}  // namespace dissent
