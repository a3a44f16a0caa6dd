#include "dissent/core/parallel.h"

#include <atomic>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include "dissent/core/error.h"

namespace dissent::parallel_test {
namespace {

TEST(Parallel, CoversEveryIndexOnce) {
  for (const std::size_t n : {0u, 1u, 5u, 1000u}) {
    for (const std::size_t pieces : {1u, 3u, 16u}) {
      std::vector<std::atomic<int>> seen(n);
      parallel_pieces(n, pieces, [&](std::size_t begin, std::size_t end, std::size_t) {
        for (std::size_t i = begin; i < end; ++i) ++seen[i];
      });
      for (const auto& count : seen) EXPECT_EQ(count, 1);
    }
  }
}

TEST(Parallel, RethrowsTheFirstPiecesFailure) {
  try {
    parallel_pieces(8, 4, [](std::size_t begin, std::size_t, std::size_t) {
      if (begin >= 2) fail("piece at {}", begin);
    });
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "piece at 2");
  }
}

TEST(Parallel, ThreadCountComesFromTheEnvironment) {
  ::setenv("DISSENT_THREADS", "3", 1);
  EXPECT_EQ(thread_count(), 3u);
  ::setenv("DISSENT_THREADS", "none", 1);
  EXPECT_THROW(thread_count(), Error);
  ::unsetenv("DISSENT_THREADS");
  EXPECT_GE(thread_count(), 1u);
}

TEST(Parallel, AScopeSaysHowManyThreadsWorkForIt) {
  const std::size_t outside = thread_count();
  {
    const ThreadScope three(3);
    EXPECT_EQ(thread_count(), 3u);
    {
      const ThreadScope unchanged(0);
      EXPECT_EQ(thread_count(), 3u);
      const ThreadScope two(2);
      EXPECT_EQ(thread_count(), 2u);
    }
    std::vector<std::size_t> seen(3);
    parallel_ranges(3, [&](std::size_t begin, std::size_t end) {
      ASSERT_EQ(end, begin + 1);
      seen[begin] = thread_count();  // the workers know it too
    });
    EXPECT_EQ(seen, std::vector<std::size_t>(3, 3));
  }
  EXPECT_EQ(thread_count(), outside);
  EXPECT_THROW(ThreadScope(-1), Error);
  EXPECT_THROW(ThreadScope(1025), Error);
}

TEST(Parallel, ScopesOfTwoThreadsDoNotMeet) {
  std::vector<std::size_t> seen(2);
  parallel_pieces(2, 2, [&](std::size_t, std::size_t, std::size_t piece) {
    const ThreadScope scope(static_cast<int>(piece) + 5);
    parallel_jobs(20, [&](std::size_t, std::size_t worker) { EXPECT_LT(worker, piece + 5); });
    seen[piece] = thread_count();
  });
  EXPECT_EQ(seen, (std::vector<std::size_t>{5, 6}));
}

}  // namespace
}  // namespace dissent::parallel_test
