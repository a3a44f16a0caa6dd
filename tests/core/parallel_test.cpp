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

}  // namespace
}  // namespace dissent::parallel_test
