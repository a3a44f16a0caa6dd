// Work over several threads: the index range is cut into one contiguous piece a thread, so that results which
// are written by index do not depend on the number of threads.
#pragma once

#include <cstddef>
#include <functional>

namespace dissent {

// The number of threads that work started by this thread uses: that of the innermost ThreadScope; without
// one, DISSENT_THREADS where it is set, else the machine's. Throws where DISSENT_THREADS is no number from 1
// to 1024.
std::size_t thread_count();

// While it lives, thread_count() of this thread, and of the threads that work for it, is `threads`.
// Operations open one with their option, so that two of them in one process may use different numbers.
class ThreadScope {
 public:
  // 0 leaves the number as it is. Throws where `threads` is below 0 or above 1024.
  explicit ThreadScope(int threads);
  ~ThreadScope();
  ThreadScope(const ThreadScope&) = delete;
  ThreadScope& operator=(const ThreadScope&) = delete;

 private:
  std::size_t before_;
};

// Calls body(begin, end, piece) for `pieces` contiguous ranges that cover [0, n), each in its own thread (the
// first in the caller's). An exception of a piece (of the first, where several throw) is rethrown here.
void parallel_pieces(std::size_t n, std::size_t pieces,
                     const std::function<void(std::size_t, std::size_t, std::size_t)>& body);

// Calls body(begin, end) with one piece a thread.
void parallel_ranges(std::size_t n, const std::function<void(std::size_t, std::size_t)>& body);

// Calls body(job, worker) for every job of [0, jobs), each by whichever thread is free: for jobs that differ
// in length, or that need memory of their own (worker < thread_count()). An exception ends it once the jobs
// that were begun are done, and is rethrown here.
void parallel_jobs(std::size_t jobs, const std::function<void(std::size_t, std::size_t)>& body);

}  // namespace dissent
