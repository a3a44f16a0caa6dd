// Probabilities by class, a row an item: a matrix of fractions as npy, npz or CSV.
#include <algorithm>
#include <cmath>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/json_numbers.h"
#include "dissent/votes/matrix_source.h"
#include "dissent/votes/table_meaning.h"

namespace dissent {
namespace {

// Divides each row by its sum and returns the largest distance of a sum from 1.
double normalise_rows(Matrix& matrix, const Source& source) {
  double largest = 0;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    double* const cells = matrix.cells.data() + row * matrix.columns;
    double sum = 0;
    for (std::size_t k = 0; k < matrix.columns; ++k) {
      if (!(cells[k] >= 0 && std::isfinite(cells[k]))) {
        fail("{}: {} is not a probability; give every item numbers from 0 to 1", matrix.place(source, row, k),
             cells[k]);
      }
      sum += cells[k];
    }
    if (!(std::abs(sum - 1) <= share_tolerance({cells, matrix.columns}))) {
      fail("{}: probabilities sum to {}, and 1 within {} is wanted; vote counts: {} counts{}",
           matrix.place(source, row), sum, kProbabilityTolerance, option("format"),
           matrix.offsets.empty() ? "" : fmt::format("; labels by annotator: {} wide", option("format")));
    }
    largest = std::max(largest, std::abs(sum - 1));
    for (std::size_t k = 0; k < matrix.columns; ++k) cells[k] /= sum;
  }
  return largest;
}

}  // namespace

Recognition recognises_probabilities(const Source& source, const ImportOptions& options) {
  if (source.kind() == Source::Kind::npy || source.kind() == Source::Kind::zip) {
    const MatrixPreview preview = preview_matrix(source);
    if (preview.says_probabilities) return {0.95, "an array called so"};
    return recognised(preview.fractions && !preview.says_counts, 0.75, "fractions by class");
  }
  const TableReading reading = read_meaning(source, options);
  return recognised(reading.meaning == TableMeaning::probabilities, reading.confidence, reading.why);
}

ImportResult votes_from_probabilities(Matrix matrix, const Source& source, const ImportOptions& options) {
  const double largest = normalise_rows(matrix, source);
  Audit audit;
  audit.file = source.path().string();
  audit.rows = matrix.rows;
  audit.remarks = std::move(matrix.remarks);
  if (largest > 1e-6) {
    audit.remarks.push_back(
        fmt::format("rows were divided by their sums, which miss 1 by up to {:.2g}", largest));
  }
  const std::size_t columns = matrix.columns;
  ClassSpace classes = settle_classes(matrix, options, audit);
  if (audit.find("unknown-label") != nullptr) {
    fail("{}: {} leaves out columns that hold probability; name all {} of them", audit.file,
         option("classes"), columns);
  }
  if (audit.find("no-vote") != nullptr) {
    fail(
        "{}: {} takes probability out of the rows; leave that column out of the file, and divide each row by "
        "what is left of it",
        audit.file, option("no-vote"));
  }
  return {VoteTable::from_probabilities(matrix.cells, std::move(matrix.items), std::move(classes)),
          std::move(audit),
          {}};
}

ImportResult read_probabilities(const Source& source, const ImportOptions& options) {
  return votes_from_probabilities(read_matrix(source, options), source, options);
}

}  // namespace dissent
