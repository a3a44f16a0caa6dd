#include "dissent/delivery/deliver.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "delivery/delivery_support.h"
#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/npy.h"
#include "support/temporary_folder.h"

namespace dissent::deliver_test {
namespace {

DeliverOptions options_of(std::string_view method) {
  DeliverOptions options;
  options.method = method;
  options.seed = 3;
  options.epochs = {2, 4};
  return options;
}

class StopsAfter : public Monitor {
 public:
  explicit StopsAfter(std::uint64_t epochs) : epochs_(epochs) {}
  void progress(std::string_view, std::uint64_t done, std::uint64_t total) override {
    done_ = done;
    total_ = total;
  }
  bool stopping() override { return done_ >= epochs_; }
  std::uint64_t done() const { return done_; }
  std::uint64_t total() const { return total_; }

 private:
  std::uint64_t epochs_, done_ = 0, total_ = 0;
};

TEST(Deliver, BlocksHoldTheTargetsOfEveryEpoch) {
  const VoteTable votes = test::counts_table({{3, 1, 0}, {0, 2, 2}, {1, 1, 1}});
  for (const DeliveryEntry& method : deliveries()) {
    if (method.mixes_batches) continue;
    const DeliveredTargets targets = deliver(votes, options_of(method.name));
    std::vector<std::uint64_t> epochs;
    targets.for_each_block([&](const TargetBlock& block) {
      epochs.push_back(block.epoch);
      EXPECT_EQ(block.begin, 0u);
      const std::vector<float> rows = targets.rows(block.epoch);
      if (targets.hard()) {
        const std::vector<std::int32_t> labels = targets.labels(block.epoch);
        EXPECT_TRUE(std::equal(labels.begin(), labels.end(), block.labels.begin(), block.labels.end()));
        EXPECT_TRUE(block.rows.empty());
        for (std::size_t i = 0; i < 3; ++i)
          EXPECT_EQ(rows[3 * i + static_cast<std::size_t>(labels[i])], 1.0f);
      } else {
        EXPECT_TRUE(std::equal(rows.begin(), rows.end(), block.rows.begin(), block.rows.end()));
        EXPECT_TRUE(block.labels.empty());
        EXPECT_THROW(targets.labels(block.epoch), std::logic_error);
      }
    });
    EXPECT_EQ(epochs, (std::vector<std::uint64_t>{2, 3, 4})) << method.name;
    EXPECT_EQ(targets.shape().size(), targets.hard() ? 2u : 3u);
  }
}

TEST(Deliver, TheFileHoldsWhatTheBlocksHold) {
  const test::TemporaryFolder folder;
  const VoteTable votes = test::counts_table({{3, 1}, {0, 2}, {1, 1}, {5, 4}});
  const DeliveredTargets targets = deliver(votes, options_of("sls"));
  std::vector<std::int64_t> labels;
  targets.for_each_block([&](const TargetBlock& block) {
    labels.insert(labels.end(), block.labels.begin(), block.labels.end());
  });
  for (const LabelType type : {LabelType::int32, LabelType::int64}) {
    write_targets(targets, folder / "t.npy", type);
    const std::string bytes = read_file(folder / "t.npy");
    const NpyArray array = read_npy(bytes, "t.npy");
    EXPECT_EQ(array.shape(), targets.shape());
    EXPECT_EQ(array.as_integers(), labels);
    EXPECT_EQ(array.data.size(), labels.size() * (type == LabelType::int32 ? 4 : 8));
  }
}

TEST(Deliver, ACutTableLivesAsLongAsTheTargets) {
  DeliverOptions options = options_of("soft");
  options.cut.votes_per_item = 1;
  const VoteTable votes = test::counts_table({{3, 1}, {2, 2}});
  const DeliveredTargets targets = deliver(votes, options);
  for (const float share : targets.rows(0)) EXPECT_TRUE(share == 0.0f || share == 1.0f);
}

TEST(Deliver, TellsItsProgressAndStopsWhenAsked) {
  const test::TemporaryFolder folder;
  const VoteTable votes = test::counts_table({{3, 1}, {2, 2}});
  const DeliveredTargets targets = deliver(votes, options_of("sls"));
  StopsAfter never(100);
  write_targets(targets, folder / "all.npy", LabelType::int32, never);
  EXPECT_EQ(never.done(), 3u);
  EXPECT_EQ(never.total(), 3u);
  StopsAfter one(1);
  EXPECT_THROW(write_targets(targets, folder / "part.npy", LabelType::int32, one), Stopped);
  EXPECT_FALSE(std::filesystem::exists(folder / "part.npy"));
}

TEST(Deliver, DoesNotDependOnTheNumberOfThreads) {
  test::Counts counts;
  for (std::int64_t i = 0; i < 100; ++i) counts.push_back({1 + i % 3, i % 5, 1});
  const VoteTable votes = test::counts_table(counts);
  DeliverOptions one = options_of("shuffled-sls"), six = one;
  one.threads = 1;
  six.threads = 6;
  EXPECT_EQ(deliver(votes, one).labels(7), deliver(votes, six).labels(7));
}

TEST(Deliver, RefusesWhatCannotBeDelivered) {
  const VoteTable votes = test::counts_table({{3, 1}, {0, 0}});
  EXPECT_THROW(deliver(votes, options_of("soft")), Error);  // an item without votes
  EXPECT_THROW(check_deliver_options(options_of("mixup")), Error);
  EXPECT_THROW(check_deliver_options(options_of("none")), Error);
  EXPECT_THROW(check_targets_path("targets.csv"), Error);
  const VoteTable whole = test::counts_table({{3, 1}});
  DeliverOptions endless = options_of("soft");
  endless.epochs = {0, std::uint64_t{1} << 62};
  EXPECT_THROW(deliver(whole, endless), Error);
}

}  // namespace
}  // namespace dissent::deliver_test
