#include "dissent/core/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <thread>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

constexpr int kMostThreads = 1024;

thread_local std::size_t scoped_threads = 0;  // 0: no ThreadScope is open

}  // namespace

ThreadScope::ThreadScope(int threads) : before_(scoped_threads) {
  if (threads < 0 || threads > kMostThreads) {
    fail("{} {}: give a number from 1 to {}, or 0 for all cores", option("threads"), threads, kMostThreads);
  }
  if (threads > 0) scoped_threads = static_cast<std::size_t>(threads);
}

ThreadScope::~ThreadScope() {
  scoped_threads = before_;
}

std::size_t thread_count() {
  if (scoped_threads > 0) return scoped_threads;
  if (const char* text = std::getenv("DISSENT_THREADS")) {
    const auto value = parse_int(text);
    if (!value || *value < 1 || *value > kMostThreads) {
      fail("DISSENT_THREADS={} is not a number of threads; set it to 1 or more, or unset it",
           in_quotes(text));
    }
    return static_cast<std::size_t>(*value);
  }
  return std::max(1u, std::thread::hardware_concurrency());
}

void parallel_pieces(std::size_t n, std::size_t pieces,
                     const std::function<void(std::size_t, std::size_t, std::size_t)>& body) {
  pieces = std::max<std::size_t>(1, std::min(pieces, n));
  std::vector<std::exception_ptr> failures(pieces);
  const std::size_t inherited = scoped_threads;
  const auto run = [&](std::size_t piece) {
    try {
      body(n * piece / pieces, n * (piece + 1) / pieces, piece);
    } catch (...) {
      failures[piece] = std::current_exception();
    }
  };
  std::vector<std::jthread> threads;  // where one cannot be started, those before it are joined
  threads.reserve(pieces - 1);
  for (std::size_t piece = 1; piece < pieces; ++piece) {
    threads.emplace_back([&, piece] {
      scoped_threads = inherited;
      run(piece);
    });
  }
  run(0);
  threads.clear();
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

void parallel_ranges(std::size_t n, const std::function<void(std::size_t, std::size_t)>& body) {
  parallel_pieces(n, thread_count(),
                  [&](std::size_t begin, std::size_t end, std::size_t) { body(begin, end); });
}

void parallel_jobs(std::size_t jobs, const std::function<void(std::size_t, std::size_t)>& body) {
  std::atomic<std::size_t> next = 0;
  const std::size_t workers = std::min(jobs, thread_count());
  parallel_pieces(workers, workers, [&](std::size_t, std::size_t, std::size_t worker) {
    try {
      for (std::size_t job = next++; job < jobs; job = next++) body(job, worker);
    } catch (...) {
      next = jobs;
      throw;
    }
  });
}

}  // namespace dissent
