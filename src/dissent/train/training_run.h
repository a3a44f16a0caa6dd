// One run on its way: takes a lane, goes on from its saved state where there is one, launches an epoch at a
// time, writes down what came out, and finishes with the record. All that decides the result is in its spec.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dissent/run/run_folder.h"
#include "dissent/run/training.h"
#include "dissent/train/checkpoint.h"
#include "dissent/train/lane.h"
#include "dissent/train/run_data.h"

namespace dissent {

class TrainingRun {
 public:
  using Stop = std::function<bool()>;  // whether to leave off, asked between steps
  using Report = std::function<void(const RunProgress&)>;
  using Note = std::function<void(const std::string& sentence)>;

  // Checks the request and takes its folder. The data set must outlive it.
  TrainingRun(const Dataset& dataset, const RunRequest& request, double checkpoint_seconds,
              InputCache& cache);

  LaneShape lane_shape() const { return data_.lane_shape(); }
  // A saved state that is damaged is told to `note`.
  void start(Lane& lane, const Note& note);
  bool done() const { return state_.position.epoch == request_.spec.train.epochs; }

  // The next epoch: on a GPU put on its stream, on the CPU done. False where it was left off in between; the
  // state is then saved.
  bool launch(const Stop& stop, const Report& report);
  void collect();  // waits for the epoch, evaluates it, saves the state now and then
  void save();
  RunResult finish();
  RunProgress progress() const;

 private:
  using Clock = std::chrono::steady_clock;
  bool go_on(const Note& note);
  void keep_best(double soft_nll);
  std::vector<float> predict_float32(std::span<const std::uint32_t> items);
  ScoreValues predict_and_score();
  void save_encoder_files() const;

  RunRequest request_;
  RunFolder folder_;
  RunData data_;
  std::string id_;
  double checkpoint_seconds_;
  Lane* lane_ = nullptr;
  EpochPlan plan_;
  std::vector<float> rows_;
  TrainingState state_;
  std::vector<at::Tensor> best_;  // in the order of Network::state(), on the device
  Clock::time_point started_, saved_, launched_;
  double train_seconds_ = 0;  // in this process
  std::int64_t trained_ = 0;  // items in this process
  double epoch_seconds_ = 0;  // of whole epochs, evaluation and all, in this process
  int epochs_here_ = 0;
  std::int64_t steps_here_ = 0;
};

}  // namespace dissent
