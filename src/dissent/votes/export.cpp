#include "dissent/votes/export.h"

#include <array>
#include <string>
#include <vector>

#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/io/npy.h"
#include "dissent/io/npz.h"
#include "dissent/votes/text_file.h"

namespace dissent {
namespace {

constexpr std::size_t kFlushAt = std::size_t{1} << 20;  // bytes of an array written at once

std::vector<std::string> class_fields(const VoteTable& votes, char delimiter) {
  std::vector<std::string> fields;
  for (std::size_t k = 0; k < votes.classes(); ++k)
    fields.push_back(csv_field(votes.class_name(k), delimiter));
  return fields;
}

// Calls use(item, row) with each item's counts or probabilities.
template <class Cell, class Use>
void for_each_row(const VoteTable& votes, Use&& use) {
  std::vector<Cell> row(votes.classes());
  for (std::size_t item = 0; item < votes.items(); ++item) {
    if constexpr (std::is_same_v<Cell, double>) {
      votes.fractions_of(item, row);
    } else {
      votes.counts_of(item, row);
    }
    use(item, std::span<const Cell>(row));
  }
}

template <class Cell>
void write_matrix_csv(const VoteTable& votes, const std::filesystem::path& path, char delimiter) {
  TextFile file(path);
  file.text() = "item";
  for (const std::string& name : class_fields(votes, delimiter)) file.text() += delimiter + name;
  file.end_line();
  for_each_row<Cell>(votes, [&](std::size_t item, std::span<const Cell> row) {
    file.text() += csv_field(votes.item_name(item), delimiter);
    for (const Cell cell : row) {
      file.text() += delimiter;
      if constexpr (std::is_same_v<Cell, double>) {
        file.text() += shortest(cell);
      } else {
        file.text() += std::to_string(cell);
      }
    }
    file.end_line();
  });
  file.commit();
}

// Row by row into append(span of Out), so that no dense matrix is held.
template <class Cell, class Out>
void write_matrix_npy(const VoteTable& votes, const std::filesystem::path& path) {
  const std::array<std::size_t, 2> shape = {votes.items(), votes.classes()};
  NpyWriter writer = npy_writer<Out>(path, shape);
  std::vector<Out> out;
  for_each_row<Cell>(votes, [&](std::size_t, std::span<const Cell> row) {
    out.insert(out.end(), row.begin(), row.end());
    if (out.size() * sizeof(Out) < kFlushAt) return;
    writer.append(std::span<const Out>(out));
    out.clear();
  });
  writer.append(std::span<const Out>(out));
  writer.commit();
}

template <class Cell, class Out>
void write_matrix_npz(const VoteTable& votes, const std::filesystem::path& path, std::string_view name) {
  const std::array<std::size_t, 2> shape = {votes.items(), votes.classes()};
  std::vector<Out> cells;
  cells.reserve(votes.items() * votes.classes());
  std::vector<std::string> items;
  items.reserve(votes.items());
  for_each_row<Cell>(votes, [&](std::size_t item, std::span<const Cell> row) {
    items.emplace_back(votes.item_name(item));
    cells.insert(cells.end(), row.begin(), row.end());
  });
  const std::array<NpzPart, 3> parts = {npz_part<Out>(std::string(name), cells, shape),
                                        npz_part("items", items),
                                        npz_part("classes", votes.class_space().names)};
  write_npz(path, parts);
}

// A row a vote of a table that knows annotators; returns the items without votes.
std::uint64_t write_rows(const VoteTable& votes, const std::filesystem::path& path, char delimiter,
                         std::string_view header) {
  const std::vector<std::string> labels = class_fields(votes, delimiter);
  std::vector<std::string> annotators;
  for (std::size_t a = 0; a < votes.annotators(); ++a)
    annotators.push_back(csv_field(votes.annotator_name(a), delimiter));
  TextFile file(path);
  for (const char c : header) file.text() += c == ',' ? delimiter : c;
  file.end_line();
  std::uint64_t without = 0;
  for (std::size_t item = 0; item < votes.items(); ++item) {
    const std::string name = csv_field(votes.item_name(item), delimiter);
    const auto given = votes.labels_of(item);
    const auto by = votes.annotators_of(item);
    without += given.empty();
    for (std::size_t v = 0; v < given.size(); ++v) {
      (file.text() += name) += delimiter;
      (file.text() += annotators[by[v]]) += delimiter;
      file.text() += labels[given[v]];
      file.end_line();
    }
  }
  file.commit();
  return without;
}

}  // namespace

std::uint64_t write_long_csv(const VoteTable& votes, const std::filesystem::path& path, char delimiter) {
  votes.require(Knowledge::counts, "a row a vote");
  if (votes.has_annotators()) return write_rows(votes, path, delimiter, "item,annotator,label");
  const std::vector<std::string> labels = class_fields(votes, delimiter);
  TextFile file(path);
  ((file.text() = "item") += delimiter) += "label";
  file.end_line();
  std::uint64_t without = 0;
  for_each_row<std::uint32_t>(votes, [&](std::size_t item, std::span<const std::uint32_t> row) {
    const std::string name = csv_field(votes.item_name(item), delimiter);
    without += votes.is_empty(item);
    for (std::size_t k = 0; k < row.size(); ++k) {
      for (std::uint32_t v = 0; v < row[k]; ++v) {
        ((file.text() += name) += delimiter) += labels[k];
        file.end_line();
      }
    }
  });
  file.commit();
  return without;
}

std::uint64_t write_crowdkit_csv(const VoteTable& votes, const std::filesystem::path& path, char delimiter) {
  votes.require(Knowledge::votes, "crowd-kit's table");
  return write_rows(votes, path, delimiter, "task,worker,label");
}

void write_counts_csv(const VoteTable& votes, const std::filesystem::path& path, char delimiter) {
  votes.require(Knowledge::counts, "a table of counts");
  write_matrix_csv<std::uint32_t>(votes, path, delimiter);
}

void write_probabilities_csv(const VoteTable& votes, const std::filesystem::path& path, char delimiter) {
  write_matrix_csv<double>(votes, path, delimiter);
}

void write_counts_npy(const VoteTable& votes, const std::filesystem::path& path) {
  votes.require(Knowledge::counts, "an array of counts");
  write_matrix_npy<std::uint32_t, std::int64_t>(votes, path);
}

void write_probabilities_npy(const VoteTable& votes, const std::filesystem::path& path) {
  write_matrix_npy<double, double>(votes, path);
}

void write_counts_npz(const VoteTable& votes, const std::filesystem::path& path) {
  votes.require(Knowledge::counts, "an array of counts");
  write_matrix_npz<std::uint32_t, std::int64_t>(votes, path, "counts");
}

void write_probabilities_npz(const VoteTable& votes, const std::filesystem::path& path) {
  write_matrix_npz<double, double>(votes, path, "probabilities");
}

}  // namespace dissent
