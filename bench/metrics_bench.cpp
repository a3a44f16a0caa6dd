// The C++ side of bench/metrics.py: all scores of predictions and counts that lie in memory, timed. Prints
// one JSON object.
#include <chrono>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/json.h"
#include "dissent/io/npy.h"
#include "dissent/metrics/evaluation.h"
#include "dissent/votes/majority.h"
#include "program.h"

namespace dissent {
namespace {

// The most memory this process has held so far, in bytes.
std::size_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:"))
      return static_cast<std::size_t>(*parse_int(split(line, ' ').end()[-2])) * 1024;
  }
  return 0;
}

int measure(const std::vector<std::string>& words) {
  if (words.size() != 4) fail("usage: metrics_bench PREDICTIONS.npy COUNTS.npy REPEATS REPLICATES");
  const MappedFile prediction_file(words[0]);
  const NpyArray predictions = read_npy(prediction_file.bytes(), words[0]);
  const std::size_t items = predictions.shape()[0], classes = predictions.shape()[1];
  const VoteTable votes = [&] {
    const MappedFile count_file(words[1]);
    const NpyArray counts = read_npy(count_file.bytes(), words[1]);
    NameList names;
    for (std::size_t i = 0; i < items; ++i) names.add("");
    ClassSpace space;
    for (std::size_t k = 0; k < classes; ++k) space.names.push_back(std::to_string(k));
    return VoteTable::from_counts(counts.as_integers(), std::move(names), std::move(space));
  }();
  const MajorityLabels majority = majority_labels(votes);
  const std::vector<std::int32_t> labels(majority.labels.begin(), majority.labels.end());
  const Cells cells = std::span(reinterpret_cast<const double*>(predictions.data.data()), items * classes);
  std::vector<std::uint32_t> all(items);
  for (std::size_t i = 0; i < items; ++i) all[i] = static_cast<std::uint32_t>(i);

  Json result;
  const auto replicates = static_cast<std::size_t>(*parse_int(words[3]));
  for (std::int64_t repeat = 0; repeat < *parse_int(words[2]); ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    const Evaluation evaluation({PredictionRows(cells, classes, PredictionKind::probabilities),
                                 TargetRows(votes, all),
                                 labels,
                                 labels,
                                 false,
                                 {}},
                                {});
    result["seconds"].push_back(seconds());
    for (const Metric& metric : metric_list()) {
      const double value = evaluation.scores()[metric];
      if (!std::isnan(value)) result["scores"][std::string(metric.name)] = value;
    }
    if (replicates > 0) {
      const double before = seconds();
      evaluation.intervals(Evaluation::Resampled::means, replicates, 1);
      result["bootstrap_seconds"].push_back(seconds() - before);
    }
  }
  result["peak_bytes"] = peak_memory();
  fmt::print("{}\n", result.dump());
  return 0;
}

}  // namespace
}  // namespace dissent

int main(int argc, char** argv) {
  return dissent::bench_program("metrics_bench", argc, argv, dissent::measure);
}
