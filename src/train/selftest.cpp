#include "train/selftest.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <fmt/format.h>
#include <unistd.h>

#include "data/shapes.h"
#include "model/architectures.h"
#include "train/torch_errors.h"
#include "train/trainer.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

// Largest difference.
double distance(const at::Tensor& found, const at::Tensor& expected) {
  return (found.detach().to(at::kCPU, at::kDouble) - expected.detach().to(at::kCPU, at::kDouble))
      .abs()
      .max()
      .item<double>();
}

// Length of the difference over the length of what is expected: one ReLU that switches because its input is
// almost zero shows in a single number, but hardly here.
double relative_distance(const at::Tensor& found, const at::Tensor& expected) {
  const at::Tensor e = expected.to(at::kDouble);
  return ((found.to(at::kDouble) - e).norm() / e.norm().clamp_min(1e-30)).item<double>();
}

RunSpec small_spec(const Dataset& dataset, bool cuda) {
  RunSpec spec;
  spec.data = "shapes";
  spec.delivery = "sls";
  spec.train.model = "resnet8";
  spec.train.epochs = 4;
  return resolved(spec, dataset, cuda);
}

class Selftest {
 public:
  Selftest(bool cuda, const std::function<void(const SelfCheck&)>& report)
      : cuda_(cuda), report_(report), dataset_(shapes_dataset(generate_shapes({}))) {
    std::string pattern = (fs::temp_directory_path() / "dissent-selftest-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) fail("{}: cannot be made", pattern);
    folder_ = pattern;
  }
  ~Selftest() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Selftest(const Selftest&) = delete;
  Selftest& operator=(const Selftest&) = delete;

  void run() {
    for (const DeliveryMethod& method : delivery_methods()) check_delivery(std::string(method.name));
    for (const char* model : {"resnet8", "resnet18-cifar", "mlp", "linear"}) check_gradients(model);
    check_graphs("float32");
    check_graphs("bf16");
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
      const BatchesShape batches{shape.train_items, shape.network.classes, shape.network.input, shape.plan,
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
        make_plan(plan, shape.plan, data.split().train, spec.seed, static_cast<std::uint64_t>(epoch));
        data.target_rows(epoch, plan, rows);
        host->begin(plan, rows, 0);
        there->begin(plan, rows, 0);
        for (std::int64_t step = 0; step < shape.steps(); ++step) {
          const std::int64_t size = std::min(batch, shape.train_items - step * batch);
          const Batch expected = host->next(size);
          queue->run([&] {
            const Batch found = there->next(size);
            worst = std::max(
                {worst, distance(found.inputs, expected.inputs), distance(found.targets, expected.targets)});
          });
        }
      }
      const bool mixes = delivery_method(method).mixes_batches;  // mixing rounds
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
      const auto expected = gradients(at::kCPU), found = gradients(device());
      double worst = 0;
      for (std::size_t i = 1; i < found.size(); ++i) {
        worst = std::max(worst, relative_distance(found[i], expected[i]));
      }
      const double logits = relative_distance(found[0], expected[0]);
      return {logits < 1e-4 && worst < 1e-2,
              fmt::format("logits {:.1e}, worst of {} gradients {:.1e}", logits, found.size() - 1, worst)};
    });
  }

  // Training losses of two epochs, recorded against done one operation at a time. The two may take different
  // algorithms for a convolution, and ten steps multiply that; a batch, a rate or a statistic that the graph
  // missed shows in the first digit.
  void check_graphs(const std::string& precision) {
    check("graph against eager, " + precision, [&]() -> std::pair<bool, std::string> {
      RunSpec spec = small_spec(dataset_, cuda_);
      spec.train.precision = precision;
      const auto losses = [&](bool graphs) {
        RunData data(dataset_, spec);
        Lane lane(data.lane_shape(), device(), graphs);
        lane.load(data.reader(), data.split().train, data.split().evaluation);
        lane.queue().run([&] {
          lane.network().initialise(spec.seed);
          lane.sgd().reset();
        });
        std::vector<float> rows(
            static_cast<std::size_t>(lane.shape().train_items * lane.shape().network.classes));
        std::vector<double> result;
        EpochPlan plan;
        for (int epoch = 0; epoch < 2; ++epoch) {
          make_plan(plan, lane.shape().plan, data.split().train, spec.seed,
                    static_cast<std::uint64_t>(epoch));
          data.target_rows(epoch, plan, rows);
          lane.begin_epoch(plan, rows, learning_rate(spec.train, epoch));
          for (std::int64_t step = 0; step < lane.shape().steps(); ++step) lane.step(step);
          lane.evaluate();
          lane.wait();
          result.push_back(lane.loss_sum());
          result.push_back(data.score(lane.evaluation_logits()).soft_nll);
        }
        return result;
      };
      const auto expected = losses(false), found = losses(true);
      double worst = 0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        worst = std::max(worst, std::abs(found[i] - expected[i]) / std::abs(expected[i]));
      }
      return {worst <= (cuda_ ? 1e-2 : 0),
              fmt::format("losses of 2 epochs, largest relative difference {:.1e}", worst)};
    });
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
    ExecutionOptions options;
    options.device = cuda_ ? "cuda" : "cpu";
    options.jobs = jobs;
    options.checkpoint_seconds = 0;
    TrainHooks hooks;
    int epoch = 0;
    hooks.progress = [&](const RunProgress& now, std::size_t) { epoch = now.epoch; };
    hooks.stop = [&] { return stop_after > 0 && epoch > stop_after; };
    const TrainResult result = train_runs(dataset_, requests, options, hooks);
    if (!result.failures.empty()) fail("{}", result.failures.front().reason);
    std::vector<double> losses;
    for (const RunResult& run : result.runs)
      losses.push_back(run.record.at("last").at("soft_nll").get<double>());
    return losses;
  }

  // The CPU gives the same bits; a GPU adds in no fixed order, so that runs drift apart a little.
  std::pair<bool, std::string> alike(const std::vector<double>& found,
                                     const std::vector<double>& expected) const {
    double worst = found.size() == expected.size() ? 0 : INFINITY;
    for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
      worst = std::max(worst, std::abs(found[i] - expected[i]) / expected[i]);
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
  fs::path folder_;
};

}  // namespace

void selftest(bool cuda, const std::function<void(const SelfCheck&)>& report) {
  Selftest(cuda, report).run();
}

}  // namespace dissent
