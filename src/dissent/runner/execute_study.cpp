#include "dissent/runner/execute_study.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "dissent/core/error.h"
#include "dissent/model/architectures.h"
#include "dissent/run/run_folder.h"
#include "dissent/runner/measure_study.h"
#include "dissent/study/claims.h"
#include "dissent/train/network_inputs.h"
#include "dissent/train/trainer.h"

namespace dissent {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kLookAgain = std::chrono::seconds(2);

double seconds_from(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class StudyExecutor final : private TrainMonitor, private RunArbiter {
 public:
  StudyExecutor(const Study& study, const std::vector<StudyRun>& wanted, const ResultsFolder& results,
                DataCache& data, const StudyExecutionOptions& options, StudyMonitor& monitor)
      : study_(study), wanted_(wanted), results_(results), data_(data), options_(options), monitor_(monitor) {
    for (const StudyRun& run : wanted) by_name_[run.name] = &run;
    now_.study = study.name;
  }

  StudyExecution execute() {
    check_models_and_space();
    results_.make();
    results_.keep_study(study_);
    claims_ = std::make_unique<Claims>(results_.claims(), ClaimTimes::stale_after(options_.claim_seconds));
    if (options_.retry_failed) {
      for (const StudyRun& run : wanted_) results_.clear_failure(run.name);
    }
    train_all();
    done_.seconds = seconds_from(started_);
    if (!done_.stopped && options_.measure) {
      measure_runs(study_, wanted_, results_, *claims_, options_.execution, monitor_, done_.remarks);
      if (done_.elsewhere.empty() && claims_->take(between())) {
        measure_between(study_, wanted_, results_, options_.execution, monitor_, done_.remarks);
        claims_->leave(between());
        if (done_.remarks.empty() && claims_->held().empty()) remove_checkpoints();
      }
    }
    for (const StudyRun& run : wanted_) {
      const auto here = failed_.find(run.name);
      if (const auto reason = results_.failure(run)) {
        done_.failures.push_back({run.name, *reason, false});
      } else if (here != failed_.end() && !results_.done(run)) {
        done_.failures.push_back({run.name, Error(here->second.reason).what(), here->second.by_machine});
      }
    }
    if (!done_.stopped && done_.failures.empty() && done_.elsewhere.empty()) clear_leftovers();
    return std::move(done_);
  }

 private:
  std::string between() const { return "between-" + study_.name; }

  at::Device device() const { return device_of(options_.execution); }

  void check_models_and_space() {
    double bytes = 0;
    std::map<std::string, double> parameters;  // by model and data
    std::size_t missing = 0;
    for (const StudyRun& run : wanted_) {
      if (results_.done(run)) continue;
      ++missing;
      const std::string key =
          fmt::format("{} {} {}", run.spec.train.model, run.spec.data_hash, run.spec.encoder_hash);
      if (parameters.count(key) == 0) {
        const Dataset& dataset = data_.named(run.spec.data);
        const NetworkInputsPointer inputs =
            network_inputs(dataset, run.spec, data_.inputs(), device(), *this);
        const NetworkShape shape = inputs->network(run.spec, dataset.classes());
        parameters[key] =
            static_cast<double>(make_network(run.spec.train.model, shape, at::kCPU)->parameter_count());
      }
      const Dataset& dataset = data_.named(run.spec.data);
      const double predictions = 8.0 * static_cast<double>(dataset.items() * dataset.classes());
      const double kept = study_.checkpoints == KeptCheckpoints::all ? 2 : needs_best() ? 1 : 0;
      bytes += 4 * kept * parameters[key] + predictions;
    }
    if (missing == 0) return;
    double largest = 0;
    for (const auto& [key, count] : parameters) largest = std::max(largest, count);
    // And the states of those under way, the old and the new: weights, the best, and up to two moments.
    results_.check_space(bytes +
                         4 * 8 * static_cast<double>(side_by_side(options_.execution, requests())) * largest);
  }

  bool stopping() override { return monitor_.stopping(); }
  void note(const std::string& sentence) override { monitor_.note(sentence); }
  // Of texts that are encoded before the training.
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) override {
    StudyProgress now;
    now.study = study_.name;
    now.runs = wanted_.size();
    now.measuring = fmt::format("{}: {} of {} sequences", what, done, total);
    monitor_.study_moved(now);
  }
  void run_moved(const RunProgress& run, std::size_t) override {
    const auto [last, first_seen] = running_.try_emplace(run.run, run);
    if (first_seen || run.epoch != last->second.epoch)
      claims_->set_status(run.run, {run.epoch, run.epochs, run.soft_nll});
    done_.steps += run.steps_here - (first_seen ? 0 : last->second.steps_here);
    last->second = run;
    look_around();
    tell_progress();
  }

  bool shares() const override { return true; }
  bool take(const RunRequest& request) override {
    const std::string name = request.folder.filename().string();
    try {
      if (!claims_->take(name)) return false;
      claims_trouble_.clear();
    } catch (const SystemError& error) {  // perhaps only for a moment
      if (claims_trouble_.empty()) claims_trouble_since_ = Clock::now();
      claims_trouble_ = error.message();
      claims_trouble_passes_ = error.may_pass();
      return false;
    }
    if (!results_.done(*by_name_.at(name))) return true;
    claims_->leave(name);  // done by another just now
    return false;
  }
  bool lost(const RunRequest& request) override { return claims_->lost(request.folder.filename().string()); }
  // A run that is there was finished by another, who woke up late.
  bool ours(const RunRequest& request) override {
    const std::string name = request.folder.filename().string();
    return claims_->ours(name) && !results_.done(*by_name_.at(name));
  }
  void leave(const RunRequest& request, bool finished, const TrainFailure* failure) override {
    const std::string name = request.folder.filename().string();
    if (finished) results_.clear_failure(name);
    if (failure != nullptr) note_failure(*failure);
    claims_->leave(name);
    running_.erase(name);
  }

  // On disk, for the next call; what the machine refused, as on a full disk, only for this one: the next call
  // tries it again.
  void note_failure(const TrainFailure& failure) {
    const std::string name = failure.folder.filename().string();
    failed_[name] = failure;
    if (failure.by_machine) return;
    try {
      results_.put_failure(name, Error(failure.reason).what());  // options by their keys
    } catch (const Error&) {
    }
  }

  // How far the whole is, now and then. Files come and go meanwhile: no look is worth a run.
  void look_around() {
    if (Clock::now() < look_next_) return;
    look_next_ = Clock::now() + kLookAgain;
    try {
      count_runs();
    } catch (const Error&) {
    }
  }

  void count_runs() {
    now_.runs = wanted_.size();
    now_.done = now_.failed = 0;
    double left = 0;  // epochs
    double here = 0;  // epochs a second, of runs under way here
    std::set<std::string> open;
    for (const StudyRun& run : wanted_) {
      if (results_.done(run)) {
        ++now_.done;
        continue;
      }
      if (results_.failure(run)) {
        ++now_.failed;
        continue;
      }
      open.insert(run.name);
      left += run.spec.train.epochs;
    }
    for (const auto& [name, run] : running_) {
      left -= run.epoch - 1;
      if (run.seconds_left > 0) here += (run.epochs - run.epoch + 1) / run.seconds_left;
    }
    elsewhere_.clear();
    for (const Claims::Held& held : claims_->held()) {
      if (open.count(held.name) == 0 || running_.count(held.name) > 0) continue;
      left -= std::max(held.status.epoch, 1) - 1;
      elsewhere_.push_back({held.name, held.status.epoch, held.status.epochs, held.status.soft_nll, true});
    }
    now_.seconds_left = here > 0 ? std::max(0.0, left) / here : 0;
  }

  void tell_progress() {
    now_.running.clear();
    for (const auto& [name, run] : running_)
      now_.running.push_back({name, run.epoch, run.epochs, run.soft_nll, false});
    now_.running.insert(now_.running.end(), elsewhere_.begin(), elsewhere_.end());
    monitor_.study_moved(now_);
  }

  RunRequest request(const StudyRun& run) const {
    return {run.spec, results_.run(run), needs_best(), study_.checkpoints == KeptCheckpoints::all};
  }
  std::vector<RunRequest> requests() const {
    std::vector<RunRequest> all;
    for (const StudyRun& run : wanted_) all.push_back(request(run));
    return all;
  }
  bool needs_best() const {
    return study_.checkpoints != KeptCheckpoints::none || study_.geometry || study_.ood;
  }

  void train_all() {
    std::vector<const StudyRun*> open;
    for (const StudyRun& run : wanted_) {
      if (!results_.failure(run)) open.push_back(&run);
    }
    ExecutionOptions execution = options_.execution;
    execution.jobs = static_cast<int>(side_by_side(execution, requests()));
    while (!open.empty() && !done_.stopped) {
      std::vector<const StudyRun*> passed;
      std::vector<std::string> names;  // of data sets, in the order of the runs
      for (const StudyRun* run : open) {
        if (std::find(names.begin(), names.end(), run->spec.data) == names.end())
          names.push_back(run->spec.data);
      }
      for (const std::string& name : names) {
        std::vector<RunRequest> requests;
        for (const StudyRun* run : open) {
          if (run->spec.data == name) requests.push_back(request(*run));
        }
        const TrainResult result =
            train_runs(data_.named(name), requests, execution, data_.inputs(), *this, *this);
        for (const RunResult& run : result.runs) {
          if (run.was_there) continue;
          ++done_.trained;
        }
        for (const TrainFailure& failure : result.failures) note_failure(failure);
        for (const RunRequest& request : result.left_to_others) {
          passed.push_back(by_name_.at(request.folder.filename().string()));
        }
        done_.stopped = done_.stopped || result.stopped;
        if (done_.stopped) break;
      }
      std::erase_if(passed,
                    [&](const StudyRun* run) { return results_.done(*run) || results_.failure(*run); });
      open = std::move(passed);
      if (open.empty() || done_.stopped) break;
      fail_if_claims_stay_unreadable();
      if (!options_.wait) {
        for (const StudyRun* run : open) done_.elsewhere.push_back(run->name);
        break;
      }
      done_.stopped = wait_for_others();
    }
  }

  // A folder of claims that cannot be read now is waited for as long as for a claim.
  void fail_if_claims_stay_unreadable() const {
    if (claims_trouble_.empty()) return;
    if (!options_.wait || !claims_trouble_passes_ ||
        seconds_from(claims_trouble_since_) > options_.claim_seconds)
      throw SystemError(claims_trouble_);
  }

  // A while, or until asked to stop: then true.
  bool wait_for_others() {
    const Clock::time_point until = Clock::now() + kLookAgain;
    while (Clock::now() < until) {
      if (monitor_.stopping()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      look_around();
      tell_progress();
    }
    return false;
  }

  // Those that were only there to be measured.
  void remove_checkpoints() {
    if (study_.checkpoints != KeptCheckpoints::none) return;
    std::error_code ignored;
    for (const StudyRun& run : wanted_) {
      const std::filesystem::path best = best_checkpoint(run.spec);  // a file, or in a folder of its own
      if (results_.done(run)) std::filesystem::remove_all(results_.run(run) / *best.begin(), ignored);
    }
  }

  // What killed processes left, of all that is complete now.
  void clear_leftovers() {
    std::set<std::string> finished{between()};
    for (const StudyRun& run : wanted_) {
      finished.insert({run.name, "measure-" + run.name});
      if (std::filesystem::exists(results_.run(run))) RunFolder(results_.run(run)).clear_leftovers();
    }
    claims_->clear([&](const std::string& name) { return finished.count(name) > 0; });
    results_.clear_temporaries();
  }

  const Study& study_;
  const std::vector<StudyRun>& wanted_;
  const ResultsFolder& results_;
  DataCache& data_;
  const StudyExecutionOptions& options_;
  StudyMonitor& monitor_;
  std::map<std::string, const StudyRun*> by_name_;
  std::unique_ptr<Claims> claims_;
  std::map<std::string, TrainFailure> failed_;  // here, by name
  std::string claims_trouble_;                  // why no claim could be made; empty: none
  bool claims_trouble_passes_ = true;           // perhaps, by itself
  Clock::time_point claims_trouble_since_;
  Clock::time_point started_ = Clock::now(), look_next_ = started_;
  std::map<std::string, RunProgress> running_;  // here, by name
  std::vector<RunUnderWay> elsewhere_;          // in other processes
  StudyProgress now_;
  StudyExecution done_;
};

}  // namespace

StudyExecution execute_study(const Study& study, const std::vector<StudyRun>& wanted,
                             const ResultsFolder& results, DataCache& data,
                             const StudyExecutionOptions& options, StudyMonitor& monitor) {
  return StudyExecutor(study, wanted, results, data, options, monitor).execute();
}

}  // namespace dissent
