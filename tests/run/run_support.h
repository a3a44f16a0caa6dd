// Finished runs made up for tests: a small data set by a manifest, records with chosen scores, and
// predictions.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/core/random.h"
#include "dissent/data/split.h"
#include "dissent/io/file.h"
#include "dissent/io/npy.h"
#include "dissent/predictions/predictions.h"
#include "dissent/run/run_set.h"
#include "dissent/run/run_spec_json.h"
#include "dissent/store/loaders.h"
#include "support/temporary_folder.h"

namespace dissent::test {

class MadeUpRuns {
 public:
  static constexpr std::size_t kItems = 120, kClasses = 3, kVotes = 12;

  MadeUpRuns() {
    std::string votes = "item,a,b,c\n";
    Draws draws(Stream(1, "test"), 0);
    for (std::size_t i = 0; i < kItems; ++i) {
      std::size_t counts[kClasses] = {};
      const std::size_t favourite = draws.below(kClasses);
      for (std::size_t v = 0; v < kVotes; ++v)
        ++counts[draws.unit() < 0.6 ? favourite : draws.below(kClasses)];
      votes += fmt::format("i{},{},{},{}\n", i, counts[0], counts[1], counts[2]);
    }
    write_file(folder_ / "votes.csv", votes);
    const std::vector<float> cells(kItems * 2, 1.0F);
    const std::size_t shape[] = {kItems, 2};
    write_npy<float>(folder_ / "features.npy", cells, shape);
    write_file(folder_ / "dataset.yaml",
               "name: made-up\nvotes: {file: votes.csv, format: counts}\ninputs: {features: features.npy}\n");
    dataset_ = std::make_unique<Dataset>(load_dataset(folder_.path()));
  }

  const Dataset& dataset() const { return *dataset_; }
  std::filesystem::path path() const { return folder_ / "runs"; }

  RunSpec spec(const std::string& delivery, std::uint64_t seed, int votes = 0) const {
    RunSpec spec;
    spec.data = folder_.path().string();
    spec.delivery = delivery;
    spec.seed = seed;
    spec.cut.votes_per_item = votes;
    spec.train.model = "linear";
    return resolved(spec, *dataset_, false);
  }

  std::filesystem::path add(const RunSpec& spec, const Json& best) const {
    const std::filesystem::path folder =
        path() / fmt::format("{}-{}-{}-seed{}", spec.delivery, name_of(spec.train.optimizer),
                             spec.cut.votes_per_item, spec.seed);
    std::filesystem::create_directories(folder);
    write_file(folder / RunFileNames::record,
               Json{{"id", run_id(spec)}, {"spec", canonical(spec)}, {"best", best}}.dump());
    return folder;
  }

  // logits(item, class)
  template <class Logits>
  void predict(const std::filesystem::path& folder, const RunSpec& spec, const Logits& logits) const {
    PredictionArrays arrays;
    arrays.classes = {"a", "b", "c"};
    arrays.split.assign(kItems, "train");
    for (const std::uint32_t item : split_dataset(*dataset_, spec.seed, spec.split).evaluation) {
      arrays.split[item] = "evaluation";
    }
    std::vector<float> cells;
    for (std::size_t i = 0; i < kItems; ++i) {
      arrays.items.push_back(fmt::format("i{}", i));
      for (std::size_t k = 0; k < kClasses; ++k) cells.push_back(static_cast<float>(logits(i, k)));
    }
    arrays.logits = cells;
    write_predictions(folder / RunFileNames::predictions, arrays);
  }

  // A run whose logits are the annotators' shares, times `sharpness`.
  std::filesystem::path add_following(const RunSpec& spec, const Json& best, double sharpness) const {
    const std::filesystem::path folder = add(spec, best);
    std::vector<double> shares(kClasses);
    predict(folder, spec, [&](std::size_t i, std::size_t k) {
      dataset_->votes.fractions_of(i, shares);
      return sharpness * shares[k];
    });
    return folder;
  }

  std::vector<FinishedRun> all() const {
    const std::filesystem::path folders[] = {path()};
    return find_runs(folders);
  }

 private:
  TemporaryFolder folder_;
  std::unique_ptr<Dataset> dataset_;
};

}  // namespace dissent::test
