// From votes to one distribution an item, by a method of the catalogue (catalog/aggregators.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "dissent/catalog/aggregators.h"
#include "dissent/core/choice.h"
#include "dissent/core/monitor.h"
#include "dissent/core/settings.h"
#include "dissent/io/csv_texts.h"
#include "dissent/votes/dawid_skene.h"
#include "dissent/votes/glad.h"
#include "dissent/votes/mace.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

struct AggregateOptions {
  std::string method = "majority";  // a name of aggregators()
  DawidSkeneOptions dawid_skene{};  // smoothing and end of every model of annotators
  MaceOptions mace{};               // read by mace only
  GladOptions glad{};               // read by glad only
  int threads = 0;                  // 0: DISSENT_THREADS where it is set, else all cores
};

// What a model's estimation makes as large as it can.
enum class Objective { log_likelihood, log_posterior, bound };
template <>
struct Choices<Objective> {
  static constexpr Choice<Objective> list[] = {{Objective::log_likelihood, "log-likelihood"},
                                               {Objective::log_posterior, "log-posterior"},
                                               {Objective::bound, "bound on the log-likelihood"}};
};

// How the estimation of a model of annotators ended.
struct ModelFit {
  Objective objective = Objective::log_likelihood;
  double value = 0;  // of the objective, per vote
  int iterations = 0;
  bool converged = false;
  int restarts = 1;      // random starts, of which the one with the best value was kept
  int best_restart = 0;  // which one that is, from 0
};

struct Aggregation {
  std::string method;
  std::vector<double> rows;           // [items, classes], rows sum to 1
  std::optional<std::uint64_t> ties;  // items whose majority was drawn; majority only
  std::optional<DawidSkene> model;    // dawid-skene only; its posterior has moved to `rows`
  std::optional<ModelFit> fit;        // of methods that estimate a model
  std::vector<double> prior;          // [classes] where the model estimates the classes' shares
  std::vector<double> reliability;    // [annotators] where the catalogue says what it is
  std::vector<double> easiness;       // [items] glad's beta: how much an item lets ability show
};

// Throws where the method is unknown, where an option of it makes no sense, and where the votes do not know
// what it asks for (models of annotators: who voted; all: at least a vote an item).
Aggregation aggregate(const VoteTable& votes, const AggregateOptions& options,
                      Monitor& monitor = Monitor::quiet());

// The one label of each item: the class with the most weight in its row. Weights within 1e-12 tie, and ties
// are broken as everywhere, by a draw keyed by the item's index.
struct AggregatedLabels {
  std::vector<VoteTable::Label> label;  // [items]
  // [items]: the label's weight in the row; for majority, whose rows are 0 and 1, its share of the votes.
  std::vector<double> confidence;
  std::uint64_t ties = 0;  // items whose label was drawn
};
AggregatedLabels aggregated_labels(const VoteTable& votes, const Aggregation& aggregation);

// What looks wrong with a model's result, in sentences; empty for majority and soft. Annotators whose matrix
// has all rows alike, classes that are voted for and never come out, classes whose items were mostly called
// by another class's name.
std::vector<std::string> aggregation_warnings(const VoteTable& votes, const Aggregation& aggregation);

// A column a class, or one label an item.
enum class AggregationForm { shares, labels };
template <>
struct Choices<AggregationForm> {
  static constexpr Choice<AggregationForm> list[] = {{AggregationForm::shares, "shares"},
                                                     {AggregationForm::labels, "labels"}};
};
// The kind of file; automatic: by the ending of its name, CSV on standard output.
enum class AggregationFile { automatic, csv, tsv, json, jsonl, npy, npz };
template <>
struct Choices<AggregationFile> {
  static constexpr Choice<AggregationFile> list[] = {
      {AggregationFile::automatic, "auto"}, {AggregationFile::csv, "csv"},     {AggregationFile::tsv, "tsv"},
      {AggregationFile::json, "json"},      {AggregationFile::jsonl, "jsonl"}, {AggregationFile::npy, "npy"},
      {AggregationFile::npz, "npz"}};
};

struct WriteAggregationOptions {
  AggregationForm form = AggregationForm::shares;
  AggregationFile file = AggregationFile::automatic;

  static constexpr auto fields() {
    using O = WriteAggregationOptions;
    return std::tuple{
        Field{"form", &O::form,
              "what to write of an item: shares (a column a class) or labels (item, label, confidence, "
              "votes)"},
        Field{
            "as", &O::file,
            "kind of file: csv, tsv, json, jsonl (JSON lines), npy or npz; auto: by the ending of {output}, "
            "csv on standard output"},
    };
  }
};

// Throws where the file's kind cannot be told or cannot hold the form: what can be told before the work.
void check_aggregation_output(const std::filesystem::path& path, const WriteAggregationOptions& options);

// Writes the rows or labels with the names of `votes`, from which they were made; "-" is standard output.
// Throws as check_aggregation_output() does.
void write_aggregation(const VoteTable& votes, const Aggregation& aggregation,
                       const std::filesystem::path& path, const WriteAggregationOptions& options = {});
// Writes a CSV row for each annotator and true class: annotator, true, then P(given label | true class) by
// class.
void write_confusions(const VoteTable& votes, const DawidSkene& model, const std::filesystem::path& path,
                      CsvTexts texts = CsvTexts::safe);
// Writes a CSV row for each annotator: annotator, votes, reliability.
void write_reliability(const VoteTable& votes, const Aggregation& aggregation,
                       const std::filesystem::path& path, CsvTexts texts = CsvTexts::safe);

}  // namespace dissent
