#include "dissent/present/study_facts.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>

#include "dissent/core/duration.h"
#include "dissent/core/text.h"
#include "dissent/core/version.h"
#include "dissent/present/labels.h"
#include "dissent/run/run_methods.h"

namespace dissent {
namespace {

// Different values in the order in which they come.
class Distinct {
 public:
  void add(std::string value) {
    if (!value.empty() && std::find(values_.begin(), values_.end(), value) == values_.end())
      values_.push_back(std::move(value));
  }
  std::string text() const { return join(std::span<const std::string>(values_), "; "); }
  bool empty() const { return values_.empty(); }

 private:
  std::vector<std::string> values_;
};

std::string seeds_text(const std::vector<FinishedRun>& runs) {
  std::set<std::uint64_t> seeds;
  for (const FinishedRun& run : runs) seeds.insert(run.spec.seed);
  std::vector<std::string> texts;
  for (const std::uint64_t seed : seeds) texts.push_back(std::to_string(seed));
  return join(std::span<const std::string>(texts), ", ");
}

}  // namespace

std::vector<std::string> missing_runs(const std::vector<StudyRun>& planned, const ResultsFolder& results) {
  std::vector<const Setting*> settings;
  for (const StudyRun& run : planned) settings.push_back(&run.options);
  const std::set<std::string> varying = varying_options(settings, {"data_hash"});
  std::vector<std::string> order;
  std::map<std::string, std::vector<std::string>> seeds;  // by method
  std::size_t missing = 0;
  std::vector<std::string> lines;
  for (const StudyRun& run : planned) {
    if (results.done(run)) continue;
    ++missing;
    const std::string setting = setting_label(named_options(run.options, varying));
    const std::string method =
        setting.empty() ? run.spec.delivery : fmt::format("{} with {}", run.spec.delivery, setting);
    if (seeds.count(method) == 0) order.push_back(method);
    seeds[method].push_back(std::to_string(run.spec.seed));
    if (const auto reason = results.failure(run))
      lines.push_back(fmt::format("Failed: {}: {}", run.name, *reason));
  }
  if (missing == 0) return {};
  std::vector<std::string> parts;
  for (const std::string& method : order) {
    const auto& mine = seeds.at(method);
    parts.push_back(fmt::format("{} (seed{} {})", method, mine.size() == 1 ? "" : "s",
                                join(std::span<const std::string>(mine), ", ")));
  }
  lines.insert(lines.begin(),
               fmt::format("{} of {} runs are finished. Missing: {}.", planned.size() - missing,
                           planned.size(), join(std::span<const std::string>(parts), "; ")));
  return lines;
}

Verbatim study_file(const Study& study) {
  return {fmt::format("{}.yaml", study.name), study.text, true};
}

std::vector<ReportBlock> study_facts(const Study& study, const std::vector<StudyRun>& planned,
                                     const StudyValues& values, const std::vector<std::string>& remarks) {
  Distinct data, items, classes, model, optimiser, devices, precision, scored, torch, program, threads;
  double seconds = 0;
  for (const FinishedRun& run : values.runs()) {
    const RunRecord& record = run.record;
    const RunExecution execution = record.execution.value_or(RunExecution{});
    const TrainOptions& train = run.spec.train;
    data.add(fmt::format("{}, SHA-256 {}", run.spec.data, run.spec.data_hash));
    if (record.train_items > 0) {
      items.add(
          fmt::format("{} for training, {} for evaluation", record.train_items, record.evaluation_items));
    }
    classes.add(join(std::span<const std::string>(record.classes), ", "));
    model.add(record.parameters == 0 ? train.model
                                     : fmt::format("{}, {} parameters", train.model, record.parameters));
    optimiser.add(fmt::format(
        "{} epochs, batch {}, {}, learning rate {} ({}), weight decay {}, augmentation {}", train.epochs,
        train.batch,
        train.optimizer == OptimizerKind::adamw ? fmt::format("AdamW, clip {}", shortest(train.clip))
                                                : fmt::format("SGD, momentum {}", shortest(train.momentum)),
        shortest(train.learning_rate),
        train.schedule == Schedule::linear ? fmt::format("linear, warm-up {}", shortest(train.warmup))
                                           : std::string(name_of(train.schedule)),
        shortest(train.weight_decay), name_of(train.augment)));
    devices.add(execution.device);
    precision.add(execution.precision);
    scored.add(execution.scored_in);
    torch.add(execution.libtorch);
    program.add(execution.dissent);
    if (execution.threads > 0) threads.add(std::to_string(execution.threads));
    seconds += execution.seconds;
  }
  Facts facts;
  const auto fact = [&](const char* what, const std::string& is) {
    if (!is.empty()) facts.entries.push_back({what, is});
  };
  fact("study", study.name);
  fact("runs", fmt::format("{} of {} finished; {} of training in all", values.runs().size(), planned.size(),
                           duration_text(seconds)));
  fact("seeds", seeds_text(values.runs()));
  fact("data", data.text());
  fact("items", items.text());
  fact("classes", classes.text());
  fact("model", model.text());
  fact("training", optimiser.text());
  fact("hardware", devices.text());
  fact("threads", threads.text());
  fact("precision", scored.empty()
                        ? precision.text()
                        : fmt::format("trained in {}, scored in {}", precision.text(), scored.text()));
  fact("libtorch", torch.text());
  fact("trained by dissent", program.text());
  fact("report by dissent", full_version());

  std::vector<ReportBlock> blocks{std::move(facts)};
  if (!remarks.empty()) blocks.emplace_back(Prose{remarks, true});
  std::string commands;
  std::set<std::string> named;
  for (const FinishedRun& run : values.runs()) {
    if (named.insert(run.spec.data).second && run.spec.data.find('/') == std::string::npos) {
      commands += fmt::format("dissent data get {}\n", run.spec.data);
    }
  }
  commands += fmt::format(
      "dissent study run {0}.yaml -o results    # the study file below\ndissent report results/{0} -o "
      "{0}.html\n",
      study.name);
  blocks.emplace_back(Verbatim{"To make this again", commands, false});
  blocks.push_back(study_file(study));
  return blocks;
}

}  // namespace dissent
