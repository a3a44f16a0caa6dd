#include "dissent/votes/dawid_skene.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dissent/core/parallel.h"
#include "dissent/votes/crowd_votes.h"

namespace dissent {
namespace {

// The items are cut into pieces by the data alone, and the pieces' sums are added in their order, so that the
// result does not depend on the number of threads. A piece has its own copy of the confusion sums: as many
// pieces as keep those copies together smaller than the votes.
class Expectation {
 public:
  Expectation(const VoteTable& votes, const VoteColumns& columns)
      : votes_(votes), columns_(columns), classes_(votes.classes()) {
    const std::size_t cells = std::max<std::size_t>(1, columns.label.size() * classes_);
    pieces_.resize(std::clamp<std::size_t>(votes.votes() / cells, 1, 16));
    for (Piece& piece : pieces_) {
      piece.column.resize(columns.label.size() * classes_);
      piece.prior.resize(classes_);
    }
  }

  // Sums over items of the posterior by class (prior) and by confusion column. row_of(i, row) gives the
  // posterior and returns the item's log-likelihood.
  template <class RowOf>
  double accumulate(RowOf&& row_of, const std::vector<double>& read, std::vector<double>& column,
                    std::vector<double>& prior) {
    const auto offsets = votes_.offsets();
    parallel_pieces(pieces_.size(), thread_count(), [&](std::size_t begin, std::size_t end, std::size_t) {
      std::vector<double> row(classes_);
      for (std::size_t p = begin; p < end; ++p) {
        Piece& piece = pieces_[p];
        std::fill(piece.column.begin(), piece.column.end(), 0.0);
        std::fill(piece.prior.begin(), piece.prior.end(), 0.0);
        piece.log_likelihood = 0;
        const std::size_t last = votes_.items() * (p + 1) / pieces_.size();
        for (std::size_t i = votes_.items() * p / pieces_.size(); i < last; ++i) {
          if (i + kAhead < last) {
            for (std::uint64_t v = offsets[i + kAhead]; v < offsets[i + kAhead + 1]; ++v) {
              prefetch_row(read.data(), columns_.of_vote[v]);
              prefetch_row(piece.column.data(), columns_.of_vote[v]);
            }
          }
          piece.log_likelihood += row_of(i, row.data());
          for (std::size_t k = 0; k < classes_; ++k) piece.prior[k] += row[k];
          for (std::uint64_t v = offsets[i]; v < offsets[i + 1]; ++v) {
            double* sums = piece.column.data() + std::size_t{columns_.of_vote[v]} * classes_;
            for (std::size_t k = 0; k < classes_; ++k) sums[k] += row[k];
          }
        }
      }
    });
    column.assign(column.size(), 0.0);
    prior.assign(prior.size(), 0.0);
    double log_likelihood = 0;
    for (const Piece& piece : pieces_) {
      for (std::size_t c = 0; c < column.size(); ++c) column[c] += piece.column[c];
      for (std::size_t k = 0; k < classes_; ++k) prior[k] += piece.prior[k];
      log_likelihood += piece.log_likelihood;
    }
    return log_likelihood;
  }

 private:
  struct Piece {
    std::vector<double> column;
    std::vector<double> prior;
    double log_likelihood = 0;
  };
  static constexpr std::size_t kAhead =
      3;  // items: long enough for memory to answer, short enough to stay cached

  // A vote's rows lie anywhere in tables that are larger than the cache.
  void prefetch_row(const double* table, std::uint32_t column) const {
    const double* row = table + std::size_t{column} * classes_;
    for (std::size_t k = 0; k < classes_; k += 8) __builtin_prefetch(row + k, 1);
    __builtin_prefetch(row + classes_ - 1, 1);
  }

  const VoteTable& votes_;
  const VoteColumns& columns_;
  std::size_t classes_;
  std::vector<Piece> pieces_;
};

// From sums to probabilities: the prior, and each annotator's smoothed confusion columns.
void maximise(DawidSkene& model, const VoteColumns& columns, std::size_t items, std::size_t classes,
              double smoothing) {
  for (double& share : model.prior) share /= static_cast<double>(items);
  parallel_ranges(columns.first.size() - 1, [&](std::size_t begin, std::size_t end) {
    std::vector<double> row_sum(classes);
    for (std::size_t a = begin; a < end; ++a) {
      std::fill(row_sum.begin(), row_sum.end(), smoothing * static_cast<double>(classes));
      for (std::uint64_t c = columns.first[a]; c < columns.first[a + 1]; ++c) {
        for (std::size_t k = 0; k < classes; ++k) row_sum[k] += model.column[c * classes + k];
      }
      for (std::uint64_t c = columns.first[a]; c < columns.first[a + 1]; ++c) {
        for (std::size_t k = 0; k < classes; ++k) {
          double& cell = model.column[c * classes + k];
          cell = row_sum[k] > 0 ? (cell + smoothing) / row_sum[k] : 0;
        }
      }
      for (std::size_t k = 0; k < classes; ++k) {
        model.unused[a * classes + k] = row_sum[k] > 0 ? smoothing / row_sum[k] : 0;
      }
    }
  });
}

// Log-posterior of one item by class, turned into the posterior; returns the item's log-likelihood.
double posterior_row(std::span<const std::uint32_t> item_columns, const std::vector<double>& log_prior,
                     const std::vector<double>& log_column, std::size_t classes, double* row) {
  std::copy(log_prior.begin(), log_prior.end(), row);
  for (const std::uint32_t column : item_columns) {
    const double* cells = log_column.data() + std::size_t{column} * classes;
    for (std::size_t k = 0; k < classes; ++k) row[k] += cells[k];
  }
  return shares_from_logs({row, classes});
}

}  // namespace

DawidSkene dawid_skene(const VoteTable& votes, const DawidSkeneOptions& options,
                       const std::function<void(int, double)>& progress) {
  check_crowd(votes, options, "Dawid-Skene", Smoothing::wanted);
  const std::size_t classes = votes.classes();
  const auto offsets = votes.offsets();
  VoteColumns columns = find_columns(votes);
  const std::span<const std::uint32_t> of_vote = columns.of_vote;
  DawidSkene model;
  model.column.resize(columns.label.size() * classes);
  model.unused.resize(votes.annotators() * classes);
  model.prior.resize(classes);
  std::vector<double> log_column(model.column.size()), log_prior(classes);
  const auto item_row = [&](std::size_t i, double* row) {
    return posterior_row(of_vote.subspan(offsets[i], offsets[i + 1] - offsets[i]), log_prior, log_column,
                         classes, row);
  };
  const auto take_logs = [&] {
    std::transform(model.prior.begin(), model.prior.end(), log_prior.begin(),
                   [](double x) { return std::log(x); });
    parallel_ranges(log_column.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c) log_column[c] = std::log(model.column[c]);
    });
  };

  Expectation expectation(votes, columns);
  expectation.accumulate(  // start at the vote proportions
      [&](std::size_t i, double* row) {
        votes.fractions_of(i, std::span(row, classes));
        return 0.0;
      },
      log_column, model.column, model.prior);
  std::vector<double> next_column(model.column.size()), next_prior(classes);
  double before = -std::numeric_limits<double>::infinity();
  for (model.iterations = 1;; ++model.iterations) {
    maximise(model, columns, votes.items(), classes, options.smoothing);
    take_logs();
    // The E-step of this model and the sums of the next M-step in one pass over the votes.
    model.log_likelihood = expectation.accumulate(item_row, log_column, next_column, next_prior) /
                           static_cast<double>(votes.votes());
    if (progress) progress(model.iterations, model.log_likelihood);
    model.converged = model.log_likelihood - before < options.tolerance;
    if (model.converged || model.iterations == options.max_iterations) break;
    before = model.log_likelihood;
    model.column.swap(next_column);
    model.prior.swap(next_prior);
  }

  model.posterior.resize(votes.items() * classes);
  parallel_ranges(votes.items(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) item_row(i, model.posterior.data() + i * classes);
  });
  model.first_column = std::move(columns.first);
  model.column_label = std::move(columns.label);
  return model;
}

std::vector<double> DawidSkene::confusion(std::size_t annotator) const {
  const std::size_t classes = prior.size();
  std::vector<double> matrix(classes * classes);
  for (std::size_t k = 0; k < classes; ++k) {
    std::fill_n(matrix.begin() + static_cast<std::ptrdiff_t>(k * classes), classes,
                unused[annotator * classes + k]);
  }
  for (std::uint64_t c = first_column[annotator]; c < first_column[annotator + 1]; ++c) {
    for (std::size_t k = 0; k < classes; ++k) matrix[k * classes + column_label[c]] = column[c * classes + k];
  }
  return matrix;
}

}  // namespace dissent
