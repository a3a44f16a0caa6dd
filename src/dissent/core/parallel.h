// Work over all cores: the index range is cut into one contiguous piece a thread, so results that are written
// by index do not depend on the number of threads.
#pragma once

#include <cstddef>
#include <functional>

namespace dissent {

// Threads used by parallel_ranges: DISSENT_THREADS where set, else the machine's.
std::size_t thread_count();

// Calls body(begin, end, piece) for `pieces` contiguous ranges that cover [0, n); an exception of any piece
// (of the first, where several throw) is rethrown here.
void parallel_pieces(std::size_t n, std::size_t pieces,
                     const std::function<void(std::size_t, std::size_t, std::size_t)>& body);

// The same with one piece a thread.
void parallel_ranges(std::size_t n, const std::function<void(std::size_t, std::size_t)>& body);

// Calls body(job, worker) for every job of [0, jobs), each by whichever thread is free: for jobs that differ
// in length, or that need room of their own (worker < thread_count()). An exception ends it once the jobs on
// their way are done, and is rethrown here.
void parallel_jobs(std::size_t jobs, const std::function<void(std::size_t, std::size_t)>& body);

}  // namespace dissent
