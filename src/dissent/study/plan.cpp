#include "dissent/study/plan.h"

#include <optional>
#include <set>

#include "dissent/core/error.h"
#include "dissent/data/split.h"
#include "dissent/delivery/cut.h"
#include "dissent/delivery/delivery.h"
#include "dissent/run/run_options.h"

namespace dissent {
namespace {

// Makes the targets of a run's first epoch possible, and throws them away.
void try_targets(const RunSpec& spec, const Dataset& dataset) {
  check_cut_options(spec.cut);
  check_delivery_options(find_delivery(spec.delivery), spec.delivery_options);
  const Split split = split_dataset(dataset, spec.seed, spec.split);
  if (spec.cut.votes_per_item == 0) {
    make_delivery(spec.delivery, {dataset.votes, split.train, spec.seed, spec.delivery_options});
    return;
  }
  const VoteTable cut = cut_votes(dataset.votes, spec.cut, spec.seed);
  make_delivery(spec.delivery, {cut, split.train, spec.seed, spec.delivery_options});
}

void name_run(StudyRun& run) {
  run.id = run_id(run.spec);
  run.name = fmt::format("{}-seed{}-{}", run.spec.delivery, run.spec.seed, run.id);
  run.options = study_options(run.spec);
}

}  // namespace

std::vector<StudyRun> plan_study(const Study& study, DataCache& data, bool cuda) {
  std::vector<StudyRun> runs;
  std::set<std::string> ids, tried;
  for (const PlannedRun& planned : study.runs) {
    const Dataset& dataset = data.named(planned.spec.data);
    StudyRun run;
    try {
      run.spec = resolved(planned.spec, dataset, cuda);
      RunSpec any_seed = run.spec;
      any_seed.seed = 0;
      if (tried.insert(run_id(any_seed)).second) try_targets(run.spec, dataset);
    } catch (const Error& error) {
      throw Error(fmt::format("{}: {} on {}: {}", planned.place, planned.spec.delivery, planned.spec.data,
                              error.message()));
    }
    name_run(run);
    if (ids.insert(run.id).second) runs.push_back(std::move(run));
  }
  return runs;
}

std::vector<StudyRun> plan_from_records(const Study& study, std::span<const FinishedRun> known) {
  std::set<std::string> known_ids, ids;
  std::map<std::string, std::vector<const FinishedRun*>>
      by_data;  // those that differ in what is taken from them
  std::set<std::string> seen;
  for (const FinishedRun& run : known) {
    known_ids.insert(run.record.id);
    const TrainOptions& train = run.spec.train;
    const std::string key =
        fmt::format("{} {} {} {} {}", run.spec.data, run.spec.data_hash, run.spec.encoder_hash,
                    name_of(train.augment), name_of(train.precision));
    if (seen.insert(key).second) by_data[run.spec.data].push_back(&run);
  }
  std::vector<StudyRun> runs;
  for (const PlannedRun& planned : study.runs) {
    std::optional<StudyRun> found;
    for (const FinishedRun* like : by_data[planned.spec.data]) {
      StudyRun run{planned.spec, "", "", {}};
      run.spec.data_hash = like->spec.data_hash;
      if (!run.spec.encoder.encoder.empty()) run.spec.encoder_hash = like->spec.encoder_hash;
      TrainOptions& train = run.spec.train;
      resolve_by_model(train);
      if (train.augment == Augmentation::automatic) train.augment = like->spec.train.augment;
      if (train.augment == Augmentation::none) train.padding = TrainOptions{}.padding;
      if (train.precision == Precision::automatic) train.precision = like->spec.train.precision;
      name_run(run);
      const bool there = known_ids.count(run.id) > 0;
      if (!found || there) found = std::move(run);
      if (there) break;
    }
    if (!found) {  // no run on that data is known: it is missing, whatever its hash
      found = StudyRun{planned.spec, "", "", {}};
      resolve_by_model(found->spec.train);
      name_run(*found);
    }
    if (ids.insert(found->id).second) runs.push_back(std::move(*found));
  }
  return runs;
}

}  // namespace dissent
