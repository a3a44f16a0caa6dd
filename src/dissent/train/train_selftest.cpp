#include "dissent/train/train_selftest.h"

#include <atomic>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "dissent/core/choices.h"
#include "dissent/core/random.h"
#include "dissent/io/temporary.h"
#include "dissent/model/architectures.h"
#include "dissent/model/dropout.h"
#include "dissent/shapes/shapes.h"
#include "dissent/train/input_kinds.h"
#include "dissent/train/torch_errors.h"
#include "dissent/train/trainer.h"
#include "dissent/train/training_run.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

double distance(const at::Tensor& found, const at::Tensor& expected) {
  const auto on_host = [](const at::Tensor& one) { return one.detach().to(at::kCPU, at::kDouble); };
  return (on_host(found) - on_host(expected)).abs().max().item<double>();
}

// Length of the difference over the length of what is expected: one ReLU that switches hardly shows in it.
double relative_distance(const at::Tensor& found, const at::Tensor& expected) {
  const at::Tensor e = expected.to(at::kDouble);
  return ((found.to(at::kDouble) - e).norm() / e.norm().clamp_min(1e-30)).item<double>();
}

// Of two distances; what is not a number is larger than any.
double larger(double a, double b) {
  return a <= b || std::isnan(b) ? b : a;
}

RunSpec small_spec(const Dataset& dataset, bool cuda) {
  RunSpec spec;
  spec.data = "shapes";
  spec.delivery = "sls";
  spec.train.model = "resnet8";
  spec.train.epochs = 4;
  return resolved(spec, dataset, cuda);
}

// Made-up sequences of 4 to 40 tokens, one or two an item, and a small encoder with weights of its own.
constexpr std::int64_t kWords = 60;

NetworkInputsPointer random_tokens(std::size_t items, std::size_t sequences) {
  TokenInputs tokens{{}, sequences, false, 40};
  Draws draws(Stream(5, "selftest tokens"), 0);
  tokens.texts.offsets.push_back(0);
  for (std::size_t i = 0; i < items * sequences; ++i) {
    for (std::uint64_t left = 4 + draws.below(37); left > 0; --left) {
      tokens.texts.ids.push_back(static_cast<std::int32_t>(draws.below(kWords)));
      tokens.texts.segments.push_back(static_cast<std::uint8_t>(draws.below(2)));
    }
    tokens.texts.offsets.push_back(tokens.texts.ids.size());
  }
  return made_of(std::make_shared<const TokenInputs>(std::move(tokens)));
}

NetworkShape small_encoder(std::int64_t sequences, const std::string& pooling) {
  EncoderShape encoder;
  encoder.config = {
      .vocabulary = kWords, .hidden = 32, .layers = 2, .heads = 4, .intermediate = 64, .positions = 64};
  encoder.config.initial_sd = 0.2;
  encoder.pooling = pooling;
  return {{sequences, 40}, 3, encoder};
}

// Asks training to stop once that many epochs are done; 0: never.
struct StopAfterEpoch final : TrainMonitor {
  explicit StopAfterEpoch(int last) : epochs(last) {}
  void run_moved(const RunProgress& run, std::size_t) override { epoch = run.epoch; }
  bool stopping() override { return epochs > 0 && epoch > epochs; }
  int epochs;
  std::atomic<int> epoch = 0;
};

class Selftest {
 public:
  Selftest(bool cuda, const std::function<void(const SelfCheck&)>& report)
      : cuda_(cuda), report_(report), dataset_(shapes_dataset(generate_shapes({}))) {}
  Selftest(const Selftest&) = delete;
  Selftest& operator=(const Selftest&) = delete;

  void run() {
    for (const DeliveryEntry& method : deliveries()) check_delivery(std::string(method.name));
    for (const ModelEntry& model : models()) {
      if (model.takes != ModelInput::tokens) check_gradients(std::string(model.name));
    }
    check_dropout();
    check_encoder_gradients(1, "mean");
    check_encoder_gradients(2, "first");
    for (const char* precision : {"float32", "bf16"}) check_encoder_graphs(precision);
    for (const char* precision : {"float32", "bf16"}) check_graphs(precision);
    check_resume();
    check_side_by_side();
  }

 private:
  at::Device device() const { return cuda_ ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU); }

  void check(const std::string& name, const std::function<std::pair<bool, std::string>()>& work) {
    SelfCheck result{name, false, {}};
    try {
      std::tie(result.passed, result.detail) = with_clear_errors(work);
    } catch (const std::exception& error) {
      result.detail = error.what();
    }
    report_(result);
  }

  // An epoch's inputs and targets as the device gathers them, against the host's: every number equal.
  void check_delivery(const std::string& method) {
    check("delivery " + method, [&]() -> std::pair<bool, std::string> {
      RunSpec spec = small_spec(dataset_, false);
      spec.delivery = method;
      RunData data(dataset_, spec);
      const LaneShape shape = data.lane_shape();
      const auto queue = make_queue(device());
      const BatchesShape batches{shape.train_items, shape.network.classes, shape.layout, shape.plan,
                                 at::kFloat};
      const auto host = make_host_batches(batches);
      const auto there = make_device_batches(batches, *queue);
      host->load(data.reader(), data.split().train);
      there->load(data.reader(), data.split().train);
      std::vector<float> rows(static_cast<std::size_t>(shape.train_items * shape.network.classes));
      EpochPlan plan;
      double worst = 0;
      const auto batch = static_cast<std::int64_t>(shape.plan.batch);
      for (int epoch = 0; epoch < 3; ++epoch) {
        data.plan(plan, epoch);
        data.target_rows(epoch, plan, rows);
        host->begin(plan, rows, 0);
        there->begin(plan, rows, 0);
        for (std::int64_t step = 0; step < shape.steps(); ++step) {
          const std::int64_t size = std::min(batch, shape.train_items - step * batch);
          const Batch expected = host->next(size, 0);
          queue->run([&] {
            const Batch found = there->next(size, 0);
            worst = larger(larger(worst, distance(found.inputs, expected.inputs)),
                           distance(found.targets, expected.targets));
          });
        }
      }
      const bool mixes = find_delivery(method).mixes_batches;  // mixing rounds
      return {worst <= (mixes ? 1e-6 : 0), fmt::format("3 epochs, largest difference {:.1e}", worst)};
    });
  }

  // Logits and every gradient in float32, against the CPU.
  void check_gradients(const std::string& model) {
    check("float32 " + model, [&]() -> std::pair<bool, std::string> {
      const NetworkShape shape{{3, 16, 16}, 10};
      const at::Tensor x = at::sin(at::arange(64 * 3 * 16 * 16, at::kFloat)).view({64, 3, 16, 16});
      const at::Tensor targets = at::softmax(at::cos(at::arange(640, at::kFloat)).view({64, 10}) * 3, 1);
      const auto gradients = [&](at::Device on) {
        const auto network = make_network(model, shape, on);
        network->initialise(7);
        const at::Tensor logits =
            network->forward(x.to(on).contiguous(at::MemoryFormat::ChannelsLast), true).logits;
        (-(targets.to(on) * at::log_softmax(logits, 1)).sum() / 64).backward();
        std::vector<at::Tensor> result{logits.detach().cpu()};
        for (const NamedTensor& entry : network->parameters()) result.push_back(entry.tensor.grad().cpu());
        return result;
      };
      return gradients_alike(gradients(device()), gradients(at::kCPU));
    });
  }

  // Logits, then gradients.
  static std::pair<bool, std::string> gradients_alike(const std::vector<at::Tensor>& found,
                                                      const std::vector<at::Tensor>& expected) {
    double worst = 0;
    for (std::size_t i = 1; i < found.size(); ++i) {
      worst = larger(worst, relative_distance(found[i], expected[i]));
    }
    const double logits = relative_distance(found[0], expected[0]);
    return {logits < 1e-4 && worst < 1e-2,
            fmt::format("logits {:.1e}, worst of {} gradients {:.1e}", logits, found.size() - 1, worst)};
  }

  // What is dropped is the same on every device.
  void check_dropout() {
    check("dropout", [&]() -> std::pair<bool, std::string> {
      std::int64_t differing = 0, dropped = 0, all = 0;
      for (const std::int64_t size : {1, 13, 4096, 100003}) {
        const at::Tensor noise = at::tensor({std::int64_t{-81985529216486896}, 7 + size}, at::kLong);
        const at::Tensor here = at::empty({size}, at::kBool);
        const at::Tensor there = at::empty({size}, at::TensorOptions(at::kBool).device(device()));
        const KeepRule rule{static_cast<std::uint32_t>(size), 6554};
        fill_keep(here, noise, rule);
        fill_keep(there, noise.to(device()), rule);
        differing += here.ne(there.cpu()).sum().item<std::int64_t>();
        dropped += here.logical_not().sum().item<std::int64_t>();
        all += size;
      }
      const double share = static_cast<double>(dropped) / static_cast<double>(all);
      return {differing == 0 && std::abs(share - 0.1) < 0.005,
              fmt::format("{} of {} differ, {:.4f} dropped", differing, all, share)};
    });
  }

  // A training pass, dropout and mixing included.
  void check_encoder_gradients(std::int64_t sequences, const std::string& pooling) {
    check(fmt::format("float32 bert, {} x {}", sequences, pooling), [&]() -> std::pair<bool, std::string> {
      const auto reader = random_tokens(24, static_cast<std::size_t>(sequences))->reader({});
      std::vector<std::uint32_t> items(24);
      std::iota(items.begin(), items.end(), 0);
      const at::Tensor x = reader->allocate(24), partner = at::arange(23, -1, -1, at::kLong);
      reader->read(items, x);
      const at::Tensor targets = at::softmax(at::cos(at::arange(72, at::kFloat)).view({24, 3}) * 3, 1);
      const auto gradients = [&](at::Device on) {
        const auto network = make_network("bert", small_encoder(sequences, pooling), on);
        network->initialise(7);
        const TrainingPass pass{at::tensor({std::int64_t{77}, std::int64_t{3}}, at::kLong).to(on),
                                partner.to(on), at::full({1}, 0.3, at::kFloat).to(on)};
        const at::Tensor logits = network->forward_training(x.to(on), pass).logits;
        (-(targets.to(on) * at::log_softmax(logits, 1)).sum() / 24).backward();
        std::vector<at::Tensor> result{logits.detach().cpu()};
        for (const NamedTensor& entry : network->parameters()) {
          // A key's bias moves all scores of a query alike: its gradient is zero but for rounding.
          if (!entry.name.ends_with("key.bias")) result.push_back(entry.tensor.grad().cpu());
        }
        return result;
      };
      return gradients_alike(gradients(device()), gradients(at::kCPU));
    });
  }

  // An epoch of batches of several lengths, recorded against done one operation at a time.
  void check_encoder_graphs(const std::string& precision) {
    check("bert, graph against eager, " + precision, [&]() -> std::pair<bool, std::string> {
      const auto reader = random_tokens(300, 1)->reader({});
      std::vector<std::uint32_t> train(250), evaluation(50);
      std::iota(train.begin(), train.end(), 0);
      std::iota(evaluation.begin(), evaluation.end(), 250);
      const std::vector<std::int64_t> lengths = reader->lengths(train);
      LaneShape shape;
      shape.model = "bert";
      shape.network = small_encoder(1, "mean");
      shape.layout = reader->layout();
      shape.train_items = 250;
      shape.evaluation_items = 50;
      shape.plan.batch = 32;
      shape.plan.longest = 40;
      shape.bf16 = precision == "bf16";
      shape.optimizer = {OptimizerKind::adamw, 0, 0.01, 1};
      std::vector<float> rows(250 * 3);
      for (std::size_t i = 0; i < 250; ++i) rows[3 * i + i % 3] = 1;
      const auto losses = [&](bool graphs) {
        Lane lane(shape, device(), graphs);
        lane.load(*reader, train, evaluation, 4);
        lane.queue().run([&] {
          lane.network().initialise(4);
          lane.optimizer().reset();
        });
        std::vector<double> result;
        for (int epoch = 0; epoch < 2; ++epoch) {
          EpochPlan plan;
          make_plan(plan, shape.plan, train, 4, static_cast<std::uint64_t>(epoch), lengths);
          std::fill(plan.rate.begin(), plan.rate.end(), 1e-3F);
          lane.begin_epoch(epoch, plan, rows);
          for (std::int64_t step = 0; step < shape.steps(); ++step) lane.step(step);
          lane.evaluate();
          lane.wait();
          result.push_back(lane.loss_sum());
          for (const float logit : lane.evaluation_logits()) result.push_back(5 + logit);
        }
        return result;
      };
      return losses_alike(losses(true), losses(false));
    });
  }

  // Training losses of two epochs, recorded against done one operation at a time. The two may take different
  // algorithms for a convolution, and ten steps multiply that; a batch, a rate or a statistic that the graph
  // missed shows in the first digit.
  void check_graphs(const std::string& precision) {
    check("graph against eager, " + precision, [&]() -> std::pair<bool, std::string> {
      RunSpec spec = small_spec(dataset_, cuda_);
      spec.train.precision = choice_of<Precision>("precision", precision);
      const auto losses = [&](bool graphs) {
        RunData data(dataset_, spec);
        Lane lane(data.lane_shape(), device(), graphs);
        lane.load(data.reader(), data.split().train, data.split().evaluation, spec.seed);
        lane.queue().run([&] {
          lane.network().initialise(spec.seed);
          lane.optimizer().reset();
        });
        std::vector<float> rows(
            static_cast<std::size_t>(lane.shape().train_items * lane.shape().network.classes));
        std::vector<double> result;
        EpochPlan plan;
        for (int epoch = 0; epoch < 2; ++epoch) {
          data.plan(plan, epoch);
          data.target_rows(epoch, plan, rows);
          lane.begin_epoch(epoch, plan, rows);
          for (std::int64_t step = 0; step < lane.shape().steps(); ++step) lane.step(step);
          lane.evaluate();
          lane.wait();
          result.push_back(lane.loss_sum());
          result.push_back(data.score(lane.evaluation_logits()).soft_nll);
        }
        return result;
      };
      return losses_alike(losses(true), losses(false));
    });
  }

  std::pair<bool, std::string> losses_alike(const std::vector<double>& found,
                                            const std::vector<double>& expected) const {
    double worst = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
      worst = larger(worst, std::abs(found[i] - expected[i]) / std::abs(expected[i]));
    return {worst <= (cuda_ ? 1e-2 : 0),
            fmt::format("losses of 2 epochs, largest relative difference {:.1e}", worst)};
  }

  // The last soft NLL of each seed's run, in the order of the seeds. States are saved after every epoch.
  std::vector<double> history(const fs::path& folder, const std::vector<std::uint64_t>& seeds, int jobs,
                              int stop_after) {
    std::vector<RunRequest> requests;
    for (const std::uint64_t seed : seeds) {
      RunSpec spec = small_spec(dataset_, cuda_);
      spec.seed = seed;
      requests.push_back({spec, folder / std::to_string(seed)});
    }
    const ExecutionOptions options{
        .device = cuda_ ? DeviceKind::cuda : DeviceKind::cpu, .jobs = jobs, .checkpoint_seconds = 0};
    InputCache cache;
    StopAfterEpoch monitor(stop_after);
    const TrainResult result = train_runs(dataset_, requests, options, cache, monitor);
    if (!result.failures.empty()) fail("{}", result.failures.front().reason);
    std::vector<double> losses;
    for (const RunResult& run : result.runs) losses.push_back(run.record.last.scores.soft_nll);
    return losses;
  }

  // The CPU gives the same bits; a GPU adds in no fixed order, so that runs drift apart a little.
  std::pair<bool, std::string> alike(const std::vector<double>& found,
                                     const std::vector<double>& expected) const {
    double worst = found.size() == expected.size() ? 0 : INFINITY;
    for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
      worst = larger(worst, std::abs(found[i] - expected[i]) / expected[i]);
    }
    return {worst <= (cuda_ ? 0.15 : 0),
            fmt::format("soft NLL after 4 epochs, largest relative difference {:.1e}", worst)};
  }

  void check_resume() {
    check("resume", [&] {
      const auto whole = history(folder_ / "whole", {3}, 1, 0);
      history(folder_ / "resumed", {3}, 1, 2);
      return alike(history(folder_ / "resumed", {3}, 1, 0), whole);
    });
  }

  void check_side_by_side() {
    check("side by side against alone", [&] {
      constexpr int kJobs = 4;  // the same threads for each, beside others or not
      std::vector<double> alone;
      for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
        for (const double loss : history(folder_ / "alone", {seed}, kJobs, 0)) alone.push_back(loss);
      }
      return alike(history(folder_ / "beside", {1, 2, 3, 4}, kJobs, 0), alone);
    });
  }

  bool cuda_;
  const std::function<void(const SelfCheck&)>& report_;
  Dataset dataset_;
  const TemporaryFolder temporary_;
  const fs::path& folder_ = temporary_.path();
};

}  // namespace

void selftest(bool cuda, const std::function<void(const SelfCheck&)>& report) {
  Selftest(cuda, report).run();
}

}  // namespace dissent
