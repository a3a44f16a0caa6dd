// The C++ side of bench/deliver.py: votes made in memory, delivered, timed. Prints one JSON object; what the
// script needs to check the labels (an item's counts, and labels of many epochs) goes to raw files.
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/random.h"
#include "dissent/core/text.h"
#include "dissent/delivery/delivery.h"
#include "dissent/io/file.h"
#include "dissent/io/json.h"
#include "program.h"

namespace dissent {
namespace {

constexpr std::size_t kClasses = 10;
constexpr std::size_t kVotes = 5;  // an item

// An item's votes: its own class with probability 0.6, any class else.
std::array<VoteTable::Label, kVotes> votes_at(std::uint64_t item) {
  static constexpr Stream truth(1, "bench-truth"), what(1, "bench-what");
  const std::uint64_t favourite = below(truth.bits(item), kClasses);
  std::array<VoteTable::Label, kVotes> votes{};
  Draws draws(what, item);
  for (VoteTable::Label& vote : votes) {
    vote = static_cast<VoteTable::Label>(draws.unit() < 0.6 ? favourite : draws.below(kClasses));
  }
  return votes;
}

VoteTable make_table(std::size_t items, bool with_annotators) {
  VoteTable::Parts parts;
  parts.items.reserve(items, 0);
  for (std::size_t i = 0; i < items; ++i) parts.items.add("");  // nameless, to save memory
  for (std::size_t k = 0; k < kClasses; ++k) parts.classes.names.push_back(std::to_string(k));
  parts.knowledge = with_annotators ? Knowledge::votes : Knowledge::counts;
  parts.offsets.reserve(items + 1);
  parts.offsets.push_back(0);
  parts.labels.reserve(items * kVotes);
  if (!with_annotators) parts.count.reserve(items * kVotes);
  for (std::size_t i = 0; i < items; ++i) {
    const auto votes = votes_at(i);
    if (with_annotators) {
      parts.labels.insert(parts.labels.end(), votes.begin(), votes.end());
    } else {
      std::array<std::uint32_t, kClasses> counts{};
      for (const VoteTable::Label vote : votes) ++counts[vote];
      for (std::size_t k = 0; k < kClasses; ++k) {
        if (counts[k] == 0) continue;
        parts.labels.push_back(static_cast<VoteTable::Label>(k));
        parts.count.push_back(counts[k]);
      }
    }
    parts.offsets.push_back(parts.labels.size());
  }
  if (with_annotators) {
    parts.annotators.add("everybody");
    parts.annotator.assign(items * kVotes, 0);
  }
  return VoteTable(std::move(parts));
}

struct Times {
  double wall = 0;
  double cpu = 0;  // of all threads: what is left of the time where other programs run beside this one
};
Times time_epoch(const Delivery& delivery, std::uint64_t epoch, std::span<std::int32_t> labels) {
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  epoch_labels(delivery, epoch, labels);
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
          static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC};
}

// Seconds of each of `epochs` epochs, after one that is not counted.
Json time_delivery(const std::string& form, const std::string& method, std::size_t items,
                   std::uint64_t epochs) {
  const VoteTable votes = make_table(items, form == "votes");
  const auto delivery = make_delivery(method, DeliverySource{votes, {}, 7, {}});
  std::vector<std::int32_t> labels(items);
  time_epoch(*delivery, 0, labels);
  std::vector<double> wall, cpu;
  std::uint64_t sum = 0;  // of all labels: equal for both forms of the same votes
  for (std::uint64_t epoch = 0; epoch < epochs; ++epoch) {
    const Times times = time_epoch(*delivery, epoch, labels);
    wall.push_back(times.wall);
    cpu.push_back(times.cpu);
    for (const std::int32_t label : labels) sum += static_cast<std::uint64_t>(label);
  }
  return {{"seconds", wall}, {"cpu_seconds", cpu}, {"threads", thread_count()}, {"sum", sum}};
}

template <class T>
void write_raw(const std::string& path, const std::vector<T>& cells) {
  AtomicFile file(path);
  file.write({reinterpret_cast<const char*>(cells.data()), cells.size() * sizeof(T)});
  file.commit();
}

// Counts [items, classes] as bytes; and labels [epochs, sample] as int32 of the first items, by sls.
void write_sample(const std::string& folder, std::size_t items, std::size_t sample, std::uint64_t epochs) {
  std::vector<std::uint8_t> counts(items * kClasses);
  parallel_ranges(items, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (const VoteTable::Label vote : votes_at(i)) ++counts[i * kClasses + vote];
    }
  });
  write_raw(folder + "/counts.bin", counts);
  const VoteTable votes = make_table(sample, true);
  const auto delivery = make_delivery("sls", DeliverySource{votes, {}, 7, {}});
  std::vector<std::int32_t> labels(epochs * sample);
  for (std::uint64_t epoch = 0; epoch < epochs; ++epoch) {
    epoch_labels(*delivery, epoch, std::span(labels).subspan(epoch * sample, sample));
  }
  write_raw(folder + "/labels.bin", labels);
}

int run(const std::vector<std::string>& words) {
  const auto count = [&](std::size_t i) {
    return static_cast<std::uint64_t>(parse_int(words.at(i)).value());
  };
  if (words.size() == 5 && words[0] == "time") {
    fmt::print("{}\n", time_delivery(words[1], words[2], count(3), count(4)).dump());
  } else if (words.size() == 5 && words[0] == "sample") {
    write_sample(words[1], count(2), count(3), count(4));
  } else {
    fmt::print(
        stderr,
        "usage: deliver_bench time votes|counts METHOD ITEMS EPOCHS | sample FOLDER ITEMS SAMPLE EPOCHS\n");
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace dissent

int main(int argc, char** argv) {
  return dissent::bench_program("deliver_bench", argc, argv, dissent::run);
}
