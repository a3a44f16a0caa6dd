// Votes written for other tools: a row a vote or a column an annotator (CSV), JSON, counts or probabilities
// [items, classes] (npy, npz with the names, or CSV with the names). Files appear whole or not at all; what a
// table does not know is refused. Text goes to standard output where the path is "-".
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "dissent/votes/vote_table.h"

namespace dissent {

// item,annotator,label; item,label repeated where annotators are not known. Items without votes have no row;
// how many there were is returned.
std::uint64_t write_long_csv(const VoteTable& votes, const std::filesystem::path& path, char delimiter = ',');

// task,worker,label, as crowd-kit reads it; asks for annotators. Returns as write_long_csv() does.
std::uint64_t write_crowdkit_csv(const VoteTable& votes, const std::filesystem::path& path,
                                 char delimiter = ',');
// A row an item after the column `item`, a column an annotator, blank where they did not vote: cleanlab's
// layout. Asks for annotators; several votes of one on an item have no place in it, and are an error that
// counts them.
void write_wide_csv(const VoteTable& votes, const std::filesystem::path& path, char delimiter = ',');
// The JSON of Learning with Disagreements 2023, without texts: {item: {number of annotations, annotations,
// annotators, hard_label, soft_label}}. Asks for annotators; a name with a comma has no place in its lists.
void write_lewidi_json(const VoteTable& votes, const std::filesystem::path& path);

// A column a class after the column `item`.
void write_counts_csv(const VoteTable& votes, const std::filesystem::path& path, char delimiter = ',');
void write_probabilities_csv(const VoteTable& votes, const std::filesystem::path& path, char delimiter = ',');

// The bare matrix: int64 or float64.
void write_counts_npy(const VoteTable& votes, const std::filesystem::path& path);
void write_probabilities_npy(const VoteTable& votes, const std::filesystem::path& path);

// The matrix as `counts` or `probabilities`, with the names as `items` and `classes`.
void write_counts_npz(const VoteTable& votes, const std::filesystem::path& path);
void write_probabilities_npz(const VoteTable& votes, const std::filesystem::path& path);

}  // namespace dissent
