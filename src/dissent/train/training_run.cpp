#include "dissent/train/training_run.h"

#include <cmath>
#include <numeric>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>
#include <torch/version.h>

#include "dissent/core/error.h"
#include "dissent/core/undefined.h"
#include "dissent/core/version.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"
#include "dissent/model/bert.h"
#include "dissent/predictions/predictions.h"
#include "dissent/store/encoder_folder.h"
#include "dissent/train/predict.h"

namespace dissent {
namespace {

constexpr int kWarmUp = 2;  // steps that are left out of images a second: memory and kernels come into being

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void copy_tensors(const std::vector<NamedTensor>& from, const std::vector<at::Tensor>& to) {
  const c10::NoGradGuard no_grad;
  for (std::size_t i = 0; i < from.size(); ++i) to[i].copy_(from[i].tensor);
}

}  // namespace

TrainingRun::TrainingRun(const Dataset& dataset, const RunRequest& request, double checkpoint_seconds,
                         InputCache& cache)
    : request_(request),
      folder_(request.folder),
      data_(dataset, request.spec, cache),
      id_(run_id(request.spec)),
      checkpoint_seconds_(checkpoint_seconds) {
  folder_.open(request.spec);
  rows_.resize(data_.split().train.size() * dataset.classes());
}

void TrainingRun::start(Lane& lane, const Note& note) {
  lane_ = &lane;
  started_ = saved_ = Clock::now();
  lane.load(data_.reader(), data_.split().train, data_.split().evaluation, request_.spec.seed);
  lane.queue().run([&] {
    best_.clear();
    for (const NamedTensor& entry : lane.network().state()) best_.push_back(entry.tensor.detach().clone());
    if (!go_on(note)) {
      lane.network().initialise(request_.spec.seed);
      lane.optimizer().reset();
    }
  });
}

// From the newest state that is whole; false where there is none. One that is damaged is told and set aside.
bool TrainingRun::go_on(const Note& note) {
  const RunLimits limits{request_.spec.train.epochs, lane_->shape().steps(), data_.evaluates()};
  const std::vector<std::filesystem::path> states = folder_.states();
  for (const std::filesystem::path& file : states) {
    try {
      state_ = load_state(file, id_, limits, lane_->network(), lane_->optimizer(), best_);
      return true;
    } catch (const DamagedState& damage) {
      note(fmt::format("{}; it is set aside as {}, and the run {}", damage.message(), folder_.set_aside(file),
                       file == states.back() ? "starts anew" : "goes on from the state before it"));
    }
  }
  return false;
}

bool TrainingRun::launch(const Stop& stop, const Report& report) {
  launched_ = Clock::now();
  Position& position = state_.position;
  const TrainOptions& options = request_.spec.train;
  const LaneShape& shape = lane_->shape();
  data_.plan(plan_, position.epoch);
  data_.target_rows(position.epoch, plan_, rows_);
  lane_->begin_epoch(position.epoch, plan_, rows_, position.step, position.loss_sum);
  const bool at_once = lane_->queue().device().is_cpu();
  for (std::int64_t step = position.step; step < shape.steps(); ++step) {
    if (at_once && (stop() || seconds_since(saved_) > checkpoint_seconds_)) {
      lane_->wait();
      position.step = step;
      position.loss_sum = lane_->loss_sum();
      save();
      if (stop()) return false;
    }
    const Clock::time_point began = Clock::now();
    lane_->step(step);
    ++steps_here_;
    if (!at_once) continue;
    if (steps_here_ > kWarmUp) {
      train_seconds_ += seconds_since(began);
      trained_ += std::min<std::int64_t>(options.batch, shape.train_items - step * options.batch);
    }
    position.step = step + 1;
    report(progress());
  }
  lane_->evaluate();
  return true;
}

void TrainingRun::collect() {
  lane_->wait();
  Position& position = state_.position;
  const int epoch = position.epoch;
  HistoryRow row;
  row.epoch = epoch + 1;
  const std::int64_t steps = lane_->shape().steps();
  row.learning_rate = learning_rate(request_.spec.train, epoch, steps / 2, steps);
  row.train_loss = lane_->loss_sum() / static_cast<double>(lane_->shape().train_items);
  row.soft_nll = row.accuracy = row.own_loss = kUndefined;
  if (data_.evaluates()) {
    const Scores scores = data_.score(lane_->evaluation_logits());
    row.soft_nll = scores.soft_nll;
    row.accuracy = scores.accuracy;
    row.own_loss = data_.own_loss(epoch, lane_->evaluation_logits());
  }
  if (!std::isfinite(row.train_loss) || (data_.evaluates() && !std::isfinite(row.soft_nll))) {
    fail("{}: the loss is not finite in epoch {} (training {}, evaluation soft NLL {}); lower {}",
         folder_.path().string(), row.epoch, row.train_loss, row.soft_nll, option("lr"));
  }
  state_.history.push_back(row);
  position = {epoch + 1, 0, 0};
  keep_best(row.soft_nll);
  if (!lane_->queue().device().is_cpu()) {
    train_seconds_ += seconds_since(launched_);
    trained_ += lane_->shape().train_items;
  }
  epoch_seconds_ += seconds_since(launched_);
  ++epochs_here_;
  if (!done() && seconds_since(saved_) > checkpoint_seconds_) save();
}

// Without an evaluation nothing says which epoch is best: the last one is kept.
void TrainingRun::keep_best(double soft_nll) {
  if (!data_.evaluates() && !done()) return;
  if (data_.evaluates()) {
    if (state_.best_epoch > 0 && soft_nll >= state_.best_soft_nll) return;
    state_.best_soft_nll = soft_nll;
  }
  state_.best_epoch = state_.position.epoch;
  lane_->queue().run([&] { copy_tensors(lane_->network().state(), best_); });
}

void TrainingRun::save() {
  write_file(folder_.working(RunFileNames::history), history_csv(state_.history));
  lane_->queue().run(
      [&] { save_state(folder_.next_state(), id_, state_, lane_->network(), lane_->optimizer(), best_); });
  saved_ = Clock::now();
}

// All of a Hugging Face folder but the weights.
void TrainingRun::save_encoder_files() const {
  const RunSpec& spec = request_.spec;
  const std::filesystem::path folder = folder_.working(best_checkpoint(spec)).parent_path();
  make_folders(folder);
  const EncoderFolder encoder = encoder_folder(spec.encoder.encoder);
  write_file(folder / "config.json", classifier_config(encoder.config, *data_.lane_shape().network.encoder,
                                                       spec.encoder, data_.class_names()));
  for (const char* file :
       {"tokenizer.json", "vocab.txt", "tokenizer_config.json", "special_tokens_map.json"}) {
    if (is_there(encoder.folder / file)) {
      write_file(folder / file, read_file(encoder.folder / file));
    }
  }
}

std::vector<float> TrainingRun::predict_float32(std::span<const std::uint32_t> items) {
  return predict(lane_->network(), data_.reader(), items).logits;
}

// What the network, with the best weights in it, says of every item; its scores on the evaluation items,
// where there are some.
ScoreValues TrainingRun::predict_and_score() {
  const Dataset& dataset = data_.dataset();
  const std::size_t classes = dataset.classes();
  std::vector<std::uint32_t> all(dataset.items());
  std::iota(all.begin(), all.end(), 0U);
  const std::vector<float> logits = predict_float32(all);
  PredictionArrays arrays{{}, split_names(dataset, data_.split()), data_.class_names(), logits, {}};
  for (const std::uint32_t item : all) arrays.items.emplace_back(dataset.votes.item_name(item));
  std::vector<float> evaluation;
  for (const std::uint32_t item : data_.split().evaluation) {
    const auto row = std::span(logits).subspan(item * classes, classes);
    evaluation.insert(evaluation.end(), row.begin(), row.end());
  }
  write_predictions(folder_.working(RunFileNames::predictions), arrays);
  return data_.evaluates() ? data_.all_scores(evaluation) : ScoreValues{};
}

RunResult TrainingRun::finish() {
  write_file(folder_.working(RunFileNames::history), history_csv(state_.history));
  Network& network = lane_->network();
  RunRecord record;
  record.best.epoch = state_.best_epoch;
  record.last.epoch = state_.position.epoch;
  lane_->queue().run([&] {
    const auto saved = [&](const std::string& file, const std::vector<at::Tensor>& values, int epoch) {
      save_weights(folder_.working(file), network, values,
                   {{"format", "pt"}, {"run", id_}, {"epoch", std::to_string(epoch)}});
    };
    if (request_.keep_last) {
      std::vector<at::Tensor> now;
      for (const NamedTensor& entry : network.state()) now.push_back(entry.tensor);
      saved(RunFileNames::last, now, state_.position.epoch);
    }
    if (request_.keep_best) {
      if (trains_encoder(request_.spec.train.model)) save_encoder_files();
      saved(best_checkpoint(request_.spec), best_, state_.best_epoch);
    }
    if (data_.evaluates()) record.last.scores = data_.all_scores(predict_float32(data_.split().evaluation));
    const std::vector<NamedTensor> named = network.state();
    const c10::NoGradGuard no_grad;
    for (std::size_t i = 0; i < named.size(); ++i) named[i].tensor.copy_(best_[i]);
    record.best.scores = predict_and_score();
  });
  const InputReader& reader = data_.reader();
  record.id = id_;
  record.spec = request_.spec;
  record.train_items = data_.split().train.size();
  record.evaluation_items = data_.split().evaluation.size();
  record.classes = data_.class_names();
  record.input = reader.shape();
  record.normalisation = reader.normalisation();
  record.parameters = network.parameter_count();
  record.accuracy_target = data_.gold_labels() ? "gold" : "majority";
  RunExecution& execution = record.execution.emplace();
  execution.device = lane_->queue().device().is_cpu() ? "cpu" : cuda_device();
  execution.precision = name_of(request_.spec.train.precision);
  execution.scored_in = "float32";
  execution.threads = at::get_num_threads();
  execution.dissent = full_version();
  execution.libtorch = TORCH_VERSION;
  execution.seconds = seconds_since(started_);
  execution.epochs_timed = epochs_here_;
  execution.images_per_second = trained_ > 0 ? static_cast<double>(trained_) / train_seconds_ : 0;
  return {folder_.path(), folder_.finish(std::move(record)), false};
}

RunProgress TrainingRun::progress() const {
  RunProgress now;
  now.run = folder_.path().filename().string();
  now.epochs = request_.spec.train.epochs;
  now.epoch = std::min(state_.position.epoch + 1, now.epochs);
  now.step = state_.position.step;
  now.steps = lane_->shape().steps();
  now.steps_here = steps_here_;
  if (!state_.history.empty()) {
    now.train_loss = state_.history.back().train_loss;
    now.soft_nll = state_.history.back().soft_nll;
  }
  if (train_seconds_ > 0) now.images_per_second = static_cast<double>(trained_) / train_seconds_;
  const double left =
      now.epochs - state_.position.epoch - static_cast<double>(now.step) / static_cast<double>(now.steps);
  if (epochs_here_ > 0) {
    now.seconds_left = left * epoch_seconds_ / epochs_here_;
  } else if (now.images_per_second > 0) {
    now.seconds_left = left * static_cast<double>(lane_->shape().train_items) / now.images_per_second;
  }
  return now;
}

}  // namespace dissent
