// train_bench MODEL LANES STEPS cpu|cuda: milliseconds a training step of one model, with LANES of them side
// by side on one GPU (or one on the CPU): augmentation, label lookup, forward, backward and optimiser. Prints
// a JSON line.
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/core/random.h"
#include "dissent/train/run_data.h"
#include "dissent/train/trainer.h"
#include "program.h"

namespace dissent {
namespace {

constexpr std::size_t kItems = 10000, kClasses = 10, kSize = 32;

// CIFAR-10H's shape, drawn at random.
Dataset random_images() {
  ImageInputs images{kSize, kSize, 3, {}};
  images.pixels.resize(kItems * kSize * kSize * 3);
  Draws draws(Stream(0, "bench"), 0);
  for (std::uint8_t& pixel : images.pixels) pixel = static_cast<std::uint8_t>(draws.below(256));
  std::vector<std::int64_t> counts(kItems * kClasses);
  NameList items;
  for (std::size_t i = 0; i < kItems; ++i) {
    for (int vote = 0; vote < 50; ++vote) ++counts[i * kClasses + draws.below(kClasses)];
    items.add(std::to_string(i));
  }
  std::vector<std::string> names;
  for (std::size_t k = 0; k < kClasses; ++k) names.push_back(std::to_string(k));
  VoteTable votes = VoteTable::from_counts(counts, std::move(items), classes_as_listed(names, false));
  return make_dataset("random", std::move(images), std::move(votes), {}, {}, {});
}

struct Bench {
  Bench(const Dataset& dataset, const RunSpec& spec, at::Device device)
      : data(dataset, spec), lane(data.lane_shape(), device), rows(data.split().train.size() * kClasses) {
    lane.load(data.reader(), data.split().train, data.split().evaluation, spec.seed);
    lane.queue().run([&] { lane.network().initialise(spec.seed); });
    data.plan(plan, 0);
    data.target_rows(0, plan, rows);
  }
  void begin() { lane.begin_epoch(0, plan, rows); }
  RunData data;
  Lane lane;
  EpochPlan plan;
  std::vector<float> rows;
};

void bench(const std::string& model, std::size_t lanes, std::int64_t steps, bool cpu) {
  ExecutionOptions options;
  options.device = cpu ? DeviceKind::cpu : DeviceKind::cuda;
  const int threads = prepare_torch(options);
  const Dataset dataset = random_images();
  std::vector<std::unique_ptr<Bench>> all;
  for (std::size_t i = 0; i < lanes; ++i) {
    RunSpec spec;
    spec.data = "random";
    spec.delivery = "sls";
    spec.train.model = model;
    spec.seed = i;
    all.push_back(
        std::make_unique<Bench>(dataset, resolved(spec, dataset, !cpu), cpu ? at::kCPU : at::kCUDA));
  }
  std::vector<double> times;
  for (int repeat = 0; repeat < 6; ++repeat) {
    for (const auto& one : all) one->lane.queue().wait();
    const auto start = std::chrono::steady_clock::now();
    for (std::int64_t done = 0; done < steps;) {
      const std::int64_t some = std::min(steps - done, all[0]->lane.shape().steps());
      for (const auto& one : all) one->begin();
      for (std::int64_t step = 0; step < some; ++step) {
        for (const auto& one : all) one->lane.step(step);
      }
      for (const auto& one : all) one->lane.wait();
      done += some;
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (repeat > 0) times.push_back(1000 * seconds / static_cast<double>(steps) / static_cast<double>(lanes));
  }
  std::sort(times.begin(), times.end());
  fmt::print(
      "{{\"model\":\"{}\",\"lanes\":{},\"ms_per_step\":{:.4f},\"least\":{:.4f},\"most\":{:.4f},\"threads\":{}"
      ","
      "\"parameters\":{},\"device\":\"{}\"}}\n",
      model, lanes, times[times.size() / 2], times.front(), times.back(), threads,
      all[0]->lane.network().parameter_count(), cpu ? "cpu" : cuda_device());
}

int run(const std::vector<std::string>& words) {
  if (words.size() != 4) {
    fmt::print(stderr, "usage: train_bench MODEL LANES STEPS cpu|cuda\n");
    return 2;
  }
  bench(words[0], std::stoul(words[1]), std::stol(words[2]), words[3] == "cpu");
  return 0;
}

}  // namespace
}  // namespace dissent

int main(int argc, char** argv) {
  return dissent::bench_program("train_bench", argc, argv, dissent::run);
}
