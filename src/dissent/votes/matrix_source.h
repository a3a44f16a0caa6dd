// A matrix of numbers, a row an item and a column a class, from npy, npz or CSV: what the importers of counts
// and of probabilities share. Reading it checks shapes and names; the numbers are judged by the importers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dissent/core/names.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/source.h"

namespace dissent {

// A row of probabilities may miss 1 by this much; it is then divided by its sum.
inline constexpr double kProbabilityTolerance = 1e-3;

struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> cells;             // [rows, columns]
  NameList items;                        // [rows], distinct
  std::vector<std::string> class_names;  // [columns], or empty where the source states none
  std::vector<std::size_t> offsets;      // [rows] byte of each record in a CSV; empty for arrays
  std::string array;                     // name of the array in an npz; empty elsewhere
  std::vector<std::string> remarks;

  double at(std::size_t row, std::size_t column) const { return cells[row * columns + column]; }
  bool has_fractions() const;
  // For messages: "votes.csv, line 4: column 'dog'" or "votes.npy: row 3, column 1 (from 0)".
  std::string place(const Source& source, std::size_t row, std::size_t column) const;
  std::string place(const Source& source, std::size_t row) const;
};

Matrix read_matrix(const Source& source, const ImportOptions& options);

// Whether the first cells of an npy or npz are fractions, or its array says that it holds probabilities.
bool previews_as_probabilities(const Source& source);

// Gives the columns their classes: --classes chooses and orders them by name, or names them where the source
// has other names or none. Votes in columns that are no class are dropped and counted.
ClassSpace settle_classes(Matrix& matrix, const Source& source, const ImportOptions& options, Audit& audit);

// The ends of the two importers, each in its file; the cells are checked there.
ImportResult votes_from_counts(Matrix matrix, const Source& source, const ImportOptions& options);
ImportResult votes_from_probabilities(Matrix matrix, const Source& source, const ImportOptions& options);

}  // namespace dissent
