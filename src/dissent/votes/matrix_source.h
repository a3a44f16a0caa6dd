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
  std::vector<double> cells;              // [rows, columns]
  NameList items;                         // [rows], distinct
  std::vector<std::string> class_names;   // [columns], or empty where the source states none
  std::vector<std::string> column_names;  // [columns] of annotators; empty where they are only numbered
  std::vector<std::size_t> offsets;       // [rows] byte of each record in a CSV; empty for arrays
  std::string array;                      // name of the array in an npz; empty elsewhere
  std::vector<std::string> remarks;

  double at(std::size_t row, std::size_t column) const { return cells[row * columns + column]; }
  bool has_fractions() const;
  // For messages: "votes.csv, line 4: column 'dog'" or "votes.npy: row 3, column 1 (from 0)".
  std::string place(const Source& source, std::size_t row, std::size_t column) const;
  std::string place(const Source& source, std::size_t row) const;
};

Matrix read_matrix(const Source& source, const ImportOptions& options);

// The first rows of an npy or of the matrix in an npz.
struct MatrixPreview {
  std::vector<double> cells;  // [some rows, columns]
  std::size_t columns = 0;
  bool fractions = false;    // among the cells
  bool says_counts = false;  // the array is called so
  bool says_probabilities = false;
  bool says_labels = false;
  bool names_classes = false;  // an array beside it names its columns
};
MatrixPreview preview_matrix(const Source& source);

// Whether the classes that the options list are names for these columns: as many, and none of them a number,
// as labels in the cells would be.
bool names_columns_by_class(const ImportOptions& options, std::size_t columns);

// A matrix has neither columns with names nor records with keys: an option that would name one is an error.
void refuse_columns_of_array(const Source& source, const ImportOptions& options);

// Gives the columns their classes: what the options rename is renamed, what they take for no vote is left
// out; then ImportOptions::classes chooses and orders them by name, or names them where the source has other
// names or none. Votes in columns that are no class are dropped and counted.
ClassSpace settle_classes(Matrix& matrix, const ImportOptions& options, Audit& audit);

// The ends of the two importers, each in its file; the cells are checked there.
ImportResult votes_from_counts(Matrix matrix, const Source& source, const ImportOptions& options);
ImportResult votes_from_probabilities(Matrix matrix, const Source& source, const ImportOptions& options);

}  // namespace dissent
