// Data sets are loaded once, by their name and for finished runs.
#include "dissent/run/data_cache.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dissent/core/exception.h"
#include "run/run_support.h"

namespace dissent::data_cache_test {
namespace {

TEST(DataCache, LoadsADataSetOnceAndKnowsItByItsHash) {
  const test::MadeUpRuns made;
  made.add(made.spec("soft", 0), {{"soft_nll", 0.5}});
  const std::vector<FinishedRun> runs = made.all();
  ASSERT_EQ(runs.size(), 1U);
  DataCache data;
  const Dataset& dataset = data.named(runs[0].spec.data);
  EXPECT_EQ(dataset.hash, made.dataset().hash);
  EXPECT_EQ(&data.of(runs[0]), &dataset);
  EXPECT_EQ(&data.named(runs[0].spec.data), &dataset);
}

TEST(DataCache, OtherDataThanTheRunsIsAnError) {
  const test::MadeUpRuns made;
  made.add(made.spec("soft", 0), {{"soft_nll", 0.5}});
  FinishedRun run = made.all().at(0);
  run.spec.data_hash = std::string(64, '0');
  DataCache data;
  EXPECT_THROW(data.of(run), Error);
}

}  // namespace
}  // namespace dissent::data_cache_test
