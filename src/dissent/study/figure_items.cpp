#include "dissent/study/figure_items.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/metrics/scores.h"
#include "dissent/metrics/slices.h"
#include "dissent/votes/entropy.h"

namespace dissent {
namespace {

constexpr std::size_t kCurvePoints = 101;

std::string histogram(std::string_view name, std::string_view of, const std::vector<double>& entropies,
                      double most, std::size_t bins) {
  std::vector<std::size_t> counts(bins);
  for (const double entropy : entropies) {
    const double at = entropy / most * static_cast<double>(bins);
    ++counts[std::min(bins - 1, static_cast<std::size_t>(std::max(0.0, at)))];
  }
  std::string rows;
  const auto n = static_cast<double>(bins);
  for (std::size_t b = 0; b < bins; ++b) {
    rows += fmt::format("{},{},{},{},{}\n", csv_field(name), of, shortest(static_cast<double>(b) / n),
                        shortest(static_cast<double>(b + 1) / n),
                        shortest(static_cast<double>(counts[b]) / static_cast<double>(entropies.size())));
  }
  return rows;
}

}  // namespace

void PooledItems::add(const ItemScores& scores) {
  const auto append = [](std::vector<double>& to, const ItemScores::Column& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(confidence, scores.confidence);
  append(outcome, scores.outcome);
  append(predicted_entropy, scores.predicted_entropy);
  append(entropy, scores.entropy);
}

std::vector<PooledItems> pooled_items(const std::vector<PooledSeries>& series, StudyValues& values) {
  std::vector<PooledItems> lines;
  for (const PooledSeries& one : series) {
    PooledItems& line = lines.emplace_back();
    line.name = one.name;
    line.classes = values.dataset(*one.runs.front()).classes();
    for (const FinishedRun* run : one.runs) line.add(values.evaluated().of(*run).scores);
  }
  return lines;
}

std::string reliability_csv(std::span<const PooledItems> lines, std::size_t bins) {
  std::string csv = "series,curve,confidence,outcome,weight\n";
  for (const PooledItems& all : lines) {
    for (const CalibrationBin& bin : calibration_bins(all.confidence, all.outcome, bins)) {
      csv += fmt::format("{},bin,{},{},{}\n", csv_field(all.name), shortest(bin.confidence),
                         shortest(bin.outcome), shortest(bin.items));
    }
    SmoothCalibration smooth(all.confidence, all.outcome);
    const double width = std::max(smooth.fixed_point(), SmoothCalibration::kSmallestWidth);
    const SmoothCalibration::Curve curve = smooth.curve(width, kCurvePoints);
    for (std::size_t i = 0; i < curve.confidence.size(); ++i) {
      if (std::isnan(curve.outcome[i])) continue;
      csv += fmt::format("{},smooth,{},{},{}\n", csv_field(all.name), shortest(curve.confidence[i]),
                         shortest(curve.outcome[i]), shortest(curve.density[i]));
    }
  }
  return csv;
}

std::string entropy_csv(std::span<const PooledItems> lines, std::size_t bins) {
  std::string csv = "series,of,low,high,share\n";
  for (const PooledItems& all : lines) {
    const double most = std::log(static_cast<double>(all.classes));
    csv += histogram(all.name, "model", all.predicted_entropy, most, bins);
    csv += histogram(all.name, "annotators", all.entropy, most, bins);
  }
  return csv;
}

std::string entropy_map_csv(std::span<const PooledItems> lines, std::size_t bins) {
  std::string csv = "series,what,annotators_low,annotators_high,model_low,model_high,value\n";
  const auto n = static_cast<double>(bins);
  for (const PooledItems& all : lines) {
    const double most = std::log(static_cast<double>(all.classes));
    const auto bin_of = [&](double entropy) {
      return std::min(bins - 1, static_cast<std::size_t>(std::max(0.0, entropy / most * n)));
    };
    std::vector<std::size_t> counts(bins * bins);
    for (std::size_t i = 0; i < all.entropy.size(); ++i) {
      ++counts[bin_of(all.entropy[i]) * bins + bin_of(all.predicted_entropy[i])];
    }
    const std::string name = csv_field(all.name);
    for (std::size_t cell = 0; cell < counts.size(); ++cell) {
      if (counts[cell] == 0) continue;
      const std::size_t row = cell / bins, column = cell % bins;
      const auto a = static_cast<double>(row), m = static_cast<double>(column);
      csv +=
          fmt::format("{},cell,{},{},{},{},{}\n", name, shortest(a / n), shortest((a + 1) / n),
                      shortest(m / n), shortest((m + 1) / n),
                      shortest(static_cast<double>(counts[cell]) / static_cast<double>(all.entropy.size())));
    }
    const SortedOutcomes sorted(all.entropy, all.predicted_entropy);  // many items have the same entropy
    for (const CalibrationBin& bin : sorted.bins(bins, /*tie_safe=*/true)) {
      const double at = bin.confidence / most;
      csv +=
          fmt::format("{},mean,{},{},,,{}\n", name, shortest(at), shortest(at), shortest(bin.outcome / most));
    }
  }
  return csv;
}

std::string items_csv(const std::vector<PooledSeries>& series, StudyValues& values, std::size_t count) {
  const FinishedRun& first = *series.front().runs.front();
  const Dataset& dataset = values.dataset(first);
  const std::vector<std::uint32_t>& evaluation = values.evaluated().of(first).items;
  const std::vector<double> entropies = item_entropies(dataset.votes, evaluation);
  const double share = std::min(1.0, static_cast<double>(count) / static_cast<double>(evaluation.size()));
  const std::vector<std::string>& names = dataset.votes.class_space().names;
  const std::vector<std::uint32_t> chosen = highest_entropy(entropies, share);
  std::string csv = "item,entropy,series,class,probability\n";
  const auto add = [&](std::uint32_t position, const std::string& who, std::span<const double> row) {
    const std::uint32_t item = evaluation[position];
    for (std::size_t k = 0; k < row.size(); ++k) {
      csv +=
          fmt::format("{},{},{},{},{}\n", csv_field(dataset.votes.item_name(item)),
                      shortest(entropies[position]), csv_field(who), csv_field(names[k]), shortest(row[k]));
    }
  };
  std::vector<double> row(dataset.classes());
  for (const std::uint32_t position : chosen) {
    dataset.votes.fractions_of(evaluation[position], row);
    add(position, "annotators", row);
  }
  for (const PooledSeries& one : series) {
    const auto same_split = std::find_if(one.runs.begin(), one.runs.end(), [&](const FinishedRun* run) {
      return run->spec.seed == first.spec.seed && run->spec.data_hash == first.spec.data_hash;
    });
    if (same_split == one.runs.end()) continue;
    const EvaluatedRun& said = values.evaluated().of(**same_split);
    for (const std::uint32_t position : chosen) {
      log_softmax(std::span(said.logits).subspan(position * row.size(), row.size()), row);
      for (double& value : row) value = std::exp(value);
      add(position, one.name, row);
    }
  }
  return csv;
}

}  // namespace dissent
