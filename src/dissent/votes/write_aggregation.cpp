#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/io/markup.h"
#include "dissent/io/output_target.h"
#include "dissent/votes/aggregate.h"
#include "dissent/votes/aggregation_json.h"
#include "dissent/votes/export.h"
#include "dissent/votes/text_file.h"

namespace dissent {
namespace {

AggregationFile file_kind(const std::filesystem::path& path, const WriteAggregationOptions& options) {
  if (options.file != AggregationFile::automatic) return options.file;
  if (is_standard_output(path)) return AggregationFile::csv;
  const std::string extension = to_lower(path.extension().string());
  for (const auto& [kind, name] : Choices<AggregationFile>::list) {
    if (kind != AggregationFile::automatic && extension == "." + std::string(name)) return kind;
  }
  fail(
      "{}: cannot tell what to write from {}; end the name in .csv, .tsv, .json, .jsonl, .npy or .npz, or "
      "say it with {}",
      path.string(), in_quotes(extension), option("as"));
}

bool is_array(AggregationFile kind) {
  return kind == AggregationFile::npy || kind == AggregationFile::npz;
}

std::uint64_t votes_of(const VoteTable& votes, std::size_t item) {
  return votes.has_counts() ? votes.votes_of(item) : 0;
}

void write_labels_text(const VoteTable& votes, const AggregatedLabels& labels, char delimiter,
                       TextFile& file) {
  std::string header = "item,label,confidence,votes";
  if (delimiter != ',') std::replace(header.begin(), header.end(), ',', delimiter);
  file.text() = header;
  file.end_line();
  for (std::size_t i = 0; i < votes.items(); ++i) {
    std::string& text = file.text();
    text.append(csv_field(votes.item_name(i), delimiter)) += delimiter;
    text.append(csv_field(votes.class_name(labels.label[i]), delimiter)) += delimiter;
    text.append(shortest(labels.confidence[i])) += delimiter;
    if (votes.has_counts()) text += std::to_string(votes_of(votes, i));
    file.end_line();
  }
}

void write_shares_text(const VoteTable& votes, const Aggregation& aggregation, char delimiter,
                       TextFile& file) {
  file.text() = "item";
  for (const std::string& name : votes.class_space().names)
    (file.text() += delimiter) += csv_field(name, delimiter);
  file.end_line();
  const double* cell = aggregation.rows.data();
  for (std::size_t i = 0; i < votes.items(); ++i) {
    file.text() += csv_field(votes.item_name(i), delimiter);
    for (std::size_t k = 0; k < votes.classes(); ++k) (file.text() += delimiter) += shortest(*cell++);
    file.end_line();
  }
}

// A record an item: a line each, or an array of them.
template <class RecordOf>
void write_records(std::size_t items, bool lines, TextFile& file, RecordOf&& record_of) {
  if (!lines) {
    file.text() = "[";
    file.end_line();
  }
  for (std::size_t i = 0; i < items; ++i) {
    file.text() += record_of(i).dump();
    if (!lines && i + 1 < items) file.text() += ',';
    file.end_line();
  }
  if (!lines) {
    file.text() += "]";
    file.end_line();
  }
}

void write_array(const VoteTable& votes, const Aggregation& aggregation, AggregationFile kind,
                 const std::filesystem::path& path) {
  NameList items;
  for (std::size_t i = 0; i < votes.items(); ++i) items.add(votes.item_name(i));
  const VoteTable table =
      VoteTable::from_probabilities(aggregation.rows, std::move(items), votes.class_space());
  (kind == AggregationFile::npy ? write_probabilities_npy : write_probabilities_npz)(table, path);
}

}  // namespace

void check_aggregation_output(const std::filesystem::path& path, const WriteAggregationOptions& options) {
  const AggregationFile kind = file_kind(path, options);
  if (!is_array(kind)) return;
  if (is_standard_output(path)) {
    fail("{} {}: standard output takes text; choose csv, tsv, json or jsonl, or name a file", option("as"),
         name_of(kind));
  }
  if (options.form == AggregationForm::labels) {
    fail("{}: {} labels writes text; end the name in .csv, .tsv, .json or .jsonl", path.string(),
         option("form"));
  }
}

void write_aggregation(const VoteTable& votes, const Aggregation& aggregation,
                       const std::filesystem::path& path, const WriteAggregationOptions& options) {
  check_aggregation_output(path, options);
  const AggregationFile kind = file_kind(path, options);
  if (is_array(kind)) return write_array(votes, aggregation, kind, path);
  const bool text = kind == AggregationFile::csv || kind == AggregationFile::tsv;
  const char delimiter = kind == AggregationFile::tsv ? '\t' : ',';
  TextFile file(path);
  if (options.form == AggregationForm::labels) {
    const AggregatedLabels labels = aggregated_labels(votes, aggregation);
    if (text) {
      write_labels_text(votes, labels, delimiter, file);
    } else {
      write_records(votes.items(), kind == AggregationFile::jsonl, file,
                    [&](std::size_t i) { return label_record_json(votes, labels, i); });
    }
  } else if (text) {
    write_shares_text(votes, aggregation, delimiter, file);
  } else {
    write_records(votes.items(), kind == AggregationFile::jsonl, file,
                  [&](std::size_t i) { return shares_record_json(votes, aggregation, i); });
  }
  file.commit();
}

void write_confusions(const VoteTable& votes, const DawidSkene& model, const std::filesystem::path& path,
                      CsvTexts texts) {
  TextFile file(path);
  file.text() = "annotator,true";
  for (const std::string& name : votes.class_space().names) file.text() += "," + sheet_field(name, texts);
  file.end_line();
  for (std::size_t a = 0; a < votes.annotators(); ++a) {
    const std::vector<double> matrix = model.confusion(a);
    for (std::size_t k = 0; k < votes.classes(); ++k) {
      file.text() +=
          sheet_field(votes.annotator_name(a), texts) + "," + sheet_field(votes.class_name(k), texts);
      for (std::size_t l = 0; l < votes.classes(); ++l)
        file.text() += "," + shortest(matrix[k * votes.classes() + l]);
      file.end_line();
    }
  }
  file.commit();
}

void write_reliability(const VoteTable& votes, const Aggregation& aggregation,
                       const std::filesystem::path& path, CsvTexts texts) {
  std::vector<std::uint64_t> given(votes.annotators());
  for (const std::uint32_t a : votes.entry_annotators()) ++given[a];
  TextFile file(path);
  file.text() = "annotator,votes,reliability";
  file.end_line();
  for (std::size_t a = 0; a < aggregation.reliability.size(); ++a) {
    file.text() += sheet_field(votes.annotator_name(a), texts) + "," + std::to_string(given[a]) + "," +
                   shortest(aggregation.reliability[a]);
    file.end_line();
  }
  file.commit();
}

}  // namespace dissent
