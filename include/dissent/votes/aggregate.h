// From votes to one distribution an item, by a method of the catalogue (catalog/aggregators.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dissent/catalog/aggregators.h"
#include "dissent/core/monitor.h"
#include "dissent/votes/dawid_skene.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

struct AggregateOptions {
  std::string method = "majority";  // a name of aggregators()
  DawidSkeneOptions dawid_skene{};  // read by dawid-skene only
  int threads = 0;                  // 0: DISSENT_THREADS where it is set, else all cores
};

struct Aggregation {
  std::string method;
  std::vector<double> rows;           // [items, classes], rows sum to 1
  std::optional<std::uint64_t> ties;  // items whose majority was drawn; majority only
  std::optional<DawidSkene> model;    // dawid-skene only; its posterior has moved to `rows`
};

// Throws where the method is unknown, where an option of it makes no sense, and where the votes do not know
// what it asks for (dawid-skene: annotators; all: at least a vote an item).
Aggregation aggregate(const VoteTable& votes, const AggregateOptions& options,
                      Monitor& monitor = Monitor::quiet());

// Writes the rows with the names of `votes`, from which they were made: CSV or TSV with `item` and a column a
// class, npy, or npz with names, by the ending of `path`. Throws for another ending.
void write_aggregation(const VoteTable& votes, const Aggregation& aggregation,
                       const std::filesystem::path& path);
// Writes a CSV row for each annotator and true class: annotator, true, then P(given label | true class) by
// class.
void write_confusions(const VoteTable& votes, const DawidSkene& model, const std::filesystem::path& path);

}  // namespace dissent
