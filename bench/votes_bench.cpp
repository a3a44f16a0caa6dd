// The C++ side of bench/long_csv.py and bench/dawid_skene.py: makes large vote files, times the import,
// Dawid-Skene and the other models of annotators on them, and prints what was computed as one JSON object, so
// that the scripts can check it.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <sys/resource.h>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/random.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/json.h"
#include "dissent/votes/aggregate.h"
#include "dissent/votes/importer.h"
#include "program.h"

namespace dissent {
namespace {

constexpr std::uint64_t kClasses = 10;

struct Vote {
  std::uint64_t item, worker, label;
};

// Votes in random order: the worst case for grouping. A worker gives the item's true class with their own
// accuracy.
Vote vote_at(std::uint64_t v, std::uint64_t items, std::uint64_t workers) {
  static constexpr Stream who(1, "bench-who"), what(1, "bench-what"), truth(1, "bench-truth"),
      skill(1, "bench-skill");
  const PhiloxCounter r = who.block(v);
  const std::uint64_t item = below(std::uint64_t{r[0]} << 32 | r[1], items);
  const std::uint64_t worker = below(std::uint64_t{r[2]} << 32 | r[3], workers);
  const double accuracy = 0.4 + 0.55 * unit(skill.bits(worker));
  const PhiloxCounter s = what.block(v);
  const bool right = unit(std::uint64_t{s[0]} << 32 | s[1]) < accuracy;
  const std::uint64_t label =
      right ? below(truth.bits(item), kClasses) : below(std::uint64_t{s[2]} << 32 | s[3], kClasses);
  return {item, worker, label};
}

void make(const std::string& path, std::uint64_t votes, std::uint64_t items, std::uint64_t workers) {
  AtomicFile file(path);
  file.write("task,worker,label\n");
  constexpr std::uint64_t kBlock = 1 << 20;
  for (std::uint64_t begin = 0; begin < votes; begin += kBlock) {
    fmt::memory_buffer text;
    for (std::uint64_t v = begin; v < std::min(votes, begin + kBlock); ++v) {
      const Vote vote = vote_at(v, items, workers);
      fmt::format_to(std::back_inserter(text), "t{:07},w{:05},c{}\n", vote.item, vote.worker, vote.label);
    }
    file.write({text.data(), text.size()});
  }
  file.commit();
}

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// Facts that any other implementation of "votes grouped by item and class" can be asked for too.
Json import(const std::string& path) {
  const Clock clock;
  const ImportResult imported = import_votes(path);
  const double seconds = clock.seconds();
  const VoteTable& votes = imported.votes;
  std::vector<std::uint64_t> totals(votes.classes());
  std::vector<std::uint32_t> row(votes.classes());
  std::uint64_t squares = 0;
  for (std::size_t i = 0; i < votes.items(); ++i) {
    votes.counts_of(i, row);
    for (std::size_t k = 0; k < row.size(); ++k) {
      totals[k] += row[k];
      squares += std::uint64_t{row[k]} * row[k];
    }
  }
  return {{"seconds", seconds},
          {"peak_mb", peak_megabytes()},
          {"items", votes.items()},
          {"annotators", votes.annotators()},
          {"votes", votes.votes()},
          {"class_totals", totals},
          {"sum_of_squared_counts", squares}};
}

// Writes the posterior, items in the order of their names as numbers, as raw doubles.
Json run_dawid_skene(const std::string& path, int iterations, const std::string& posterior_path) {
  const ImportResult imported = import_votes(path);
  DawidSkeneOptions options;
  options.tolerance = 0;
  options.max_iterations = iterations;
  std::vector<double> at;
  const Clock clock;
  const DawidSkene model =
      dawid_skene(imported.votes, options, [&](int, double) { at.push_back(clock.seconds()); });
  const double seconds = clock.seconds();
  std::vector<std::pair<std::int64_t, std::size_t>> order;
  for (std::size_t i = 0; i < imported.votes.items(); ++i) {
    order.emplace_back(parse_int(imported.votes.item_name(i).substr(1)).value(), i);
  }
  std::sort(order.begin(), order.end());
  AtomicFile out(posterior_path);
  for (const auto& [name, i] : order) {
    out.write(
        {reinterpret_cast<const char*>(model.posterior.data() + i * kClasses), kClasses * sizeof(double)});
  }
  out.commit();
  return {{"seconds", seconds},
          {"seconds_at_iteration", at},
          {"peak_mb", peak_megabytes()},
          {"iterations", model.iterations},
          {"log_likelihood", model.log_likelihood}};
}

class Stopwatch : public Monitor {
 public:
  void progress(std::string_view, std::uint64_t, std::uint64_t) override { at_.push_back(clock_.seconds()); }
  const std::vector<double>& at() const { return at_; }

 private:
  Clock clock_;
  std::vector<double> at_;
};

// Seconds at the end of each iteration, from one start.
Json run_model(const std::string& path, const std::string& method, int iterations) {
  const ImportResult imported = import_votes(path);
  AggregateOptions options;
  options.method = method;
  options.dawid_skene.tolerance = 0;
  options.dawid_skene.max_iterations = iterations;
  options.mace.restarts = 1;
  Stopwatch stopwatch;
  const Aggregation result = aggregate(imported.votes, options, stopwatch);
  return {{"seconds_at_iteration", stopwatch.at()},
          {"iterations", result.fit->iterations},
          {"objective", result.fit->value}};
}

int run(const std::vector<std::string>& words) {
  const auto count = [&](std::size_t i) {
    return static_cast<std::uint64_t>(parse_int(words.at(i)).value());
  };
  if (words.size() == 5 && words[0] == "make") {
    make(words[1], count(2), count(3), count(4));
  } else if (words.size() == 2 && words[0] == "import") {
    fmt::print("{}\n", import(words[1]).dump());
  } else if (words.size() == 4 && words[0] == "dawid-skene") {
    fmt::print("{}\n", run_dawid_skene(words[1], static_cast<int>(count(2)), words[3]).dump());
  } else if (words.size() == 4 && words[0] == "model") {
    fmt::print("{}\n", run_model(words[1], words[2], static_cast<int>(count(3))).dump());
  } else {
    fmt::print(stderr,
               "usage: votes_bench make FILE VOTES ITEMS WORKERS | import FILE | "
               "dawid-skene FILE ITERATIONS POSTERIOR | model FILE METHOD ITERATIONS\n");
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace dissent

int main(int argc, char** argv) {
  return dissent::bench_program("votes_bench", argc, argv, dissent::run);
}
