// Votes written for other tools: a row a vote (CSV), counts or probabilities [items, classes] (npy, npz with
// the names, or CSV with the names). Files appear whole or not at all; what a table does not know is refused.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "dissent/votes/vote_table.h"

namespace dissent {

// item,annotator,label; item,label repeated where annotators are not known. Items without votes have no row;
// how many there were is returned.
std::uint64_t write_long_csv(const VoteTable& votes, const std::filesystem::path& path, char delimiter = ',');

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
