// Two deliveries trained over three seeds, and compared pair by pair. A test builds and runs this.
#include <cstdio>
#include <filesystem>

#include <dissent/compare.h>
#include <dissent/train.h>

int main(int argc, char** argv) {
  using namespace dissent;
  if (argc != 2) return std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]), 2;
  // 200 items with one feature, 0 to 1. Ten people vote: the larger it is, the more of them say yes.
  constexpr std::size_t kItems = 200;
  FeatureInputs features{1, {}};
  std::vector<std::int64_t> counts;
  NameList names;
  for (std::size_t i = 0; i < kItems; ++i) {
    features.values.push_back(static_cast<float>(i) / kItems);
    const auto yes = static_cast<std::int64_t>((i * 11) / kItems);
    counts.insert(counts.end(), {10 - yes, yes});
    names.add("item " + std::to_string(i));
  }
  VoteTable votes = VoteTable::from_counts(counts, std::move(names), classes_as_listed({"no", "yes"}, false));
  const Dataset dataset = make_dataset("doubts", std::move(features), std::move(votes), {}, {}, {});

  TrainJob job;
  job.deliveries = {"soft", "majority"};
  job.seeds = {0, 1, 2};
  job.output = argv[1];
  job.train.model = "mlp";
  job.train.epochs = 20;
  job.execution.device = DeviceKind::cpu;
  const TrainResult result = train(dataset, job);
  for (const TrainFailure& failure : result.failures) std::fprintf(stderr, "%s\n", failure.reason.c_str());
  if (result.runs.size() != 6) return 1;

  CompareOptions options;
  options.pairs.baseline = "majority";
  const std::filesystem::path folders[] = {job.output};
  for (const Comparison& found : compare(folders, options).result.comparisons) {
    std::printf("%s: %s scores %s than %s in %zu of %zu seeds\n", found.metric.c_str(), found.group.c_str(),
                found.difference.mean < 0 ? "lower" : "higher", options.pairs.baseline.c_str(), found.seeds_better,
                found.seeds.size());
  }
  return 0;
}
