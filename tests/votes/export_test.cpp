#include "dissent/votes/export.h"

#include "dissent/io/file.h"
#include "dissent/io/npy.h"
#include "support/temporary_folder.h"
#include "votes/table_samples.h"

namespace dissent::export_test {
namespace {

using namespace tables;

constexpr std::string_view kVotes =
    "item,annotator,label\n\"i,1\",w1,dog\n\"i,1\",\"o\"\"neil\",cat\ni2,w1,\"a b\"\ni3,w2,cat\ni2,w2,cat\n";

ImportResult read_as(const std::filesystem::path& path, std::string_view format = "auto") {
  ImportOptions options;
  options.format = format;
  return import_votes(path, options);
}

TEST(Export, LongRowsReadBackAsTheSameTable) {
  const test::TemporaryFolder folder;
  const ImportResult first = import(kVotes);
  for (const char* name : {"out.csv", "out.tsv"}) {
    EXPECT_EQ(write_long_csv(first.votes, folder / name, name[4] == 't' ? '\t' : ','), 0u);
    const ImportResult again = read_as(folder / name);
    EXPECT_EQ(again.audit.format, "long");
    EXPECT_EQ(items_text(again), items_text(first));
    EXPECT_EQ(class_names(again), class_names(first));
  }
  EXPECT_EQ(
      read_file(folder / "out.csv"),
      "item,annotator,label\n\"i,1\",w1,dog\n\"i,1\",\"o\"\"neil\",cat\ni2,w1,a b\ni2,w2,cat\ni3,w2,cat\n");
}

TEST(Export, LongRowsCountTheItemsThatHaveNone) {
  const test::TemporaryFolder folder;
  const ImportResult votes = import("id,a1,a2\nx,1,\ny,,\nz,2,1\n");
  EXPECT_EQ(write_long_csv(votes.votes, folder / "out.csv"), 1u);
  EXPECT_EQ(read_file(folder / "out.csv"), "item,annotator,label\nx,a1,1\nz,a1,2\nz,a2,1\n");
}

TEST(Export, LongRowsOfCountsAreRepeated) {
  const test::TemporaryFolder folder;
  const ImportResult counts = import_as("counts", "item,cat,dog\nx,2,1\ny,0,0\nz,0,1\n");
  EXPECT_EQ(write_long_csv(counts.votes, folder / "out.csv"), 1u);  // y has no row
  EXPECT_EQ(read_file(folder / "out.csv"), "item,label\nx,cat\nx,cat\nx,dog\nz,dog\n");
}

TEST(Export, CountsReadBackAsTheSameCounts) {
  const test::TemporaryFolder folder;
  const ImportResult first = import(kVotes);
  const Lines wanted = {"i,1: cat=1 dog=1", "i2: a b=1 cat=1", "i3: cat=1"};
  write_counts_csv(first.votes, folder / "out.csv");
  EXPECT_EQ(items_text(read_as(folder / "out.csv", "counts")), wanted);
  write_counts_npz(first.votes, folder / "out.npz");
  EXPECT_EQ(items_text(read_as(folder / "out.npz")), wanted);
  write_counts_npy(first.votes, folder / "out.npy");
  EXPECT_EQ(items_text(read_as(folder / "out.npy", "counts")), (Lines{"0: 1=1 2=1", "1: 0=1 1=1", "2: 1=1"}));
  const std::string bytes = read_file(folder / "out.npy");
  EXPECT_EQ(read_npy(bytes, "out.npy").header.dtype, "<i8");
}

TEST(Export, ProbabilitiesReadBackExactly) {
  const test::TemporaryFolder folder;
  const ImportResult first = import("item,cat,dog\nx,2,1\ny,1,2\nz,3,0\n");
  write_probabilities_csv(first.votes, folder / "out.csv");
  write_probabilities_npz(first.votes, folder / "out.npz");
  write_probabilities_npy(first.votes, folder / "out.npy");
  for (const char* name : {"out.csv", "out.npz", "out.npy"}) {
    const ImportResult again = read_as(folder / name);
    EXPECT_EQ(again.audit.format, "probabilities") << name;
    ASSERT_EQ(again.votes.items(), 3u) << name;
    for (std::size_t i = 0; i < 3; ++i) {
      std::vector<double> a(2), b(2);
      first.votes.fractions_of(i, a);
      again.votes.fractions_of(i, b);
      EXPECT_DOUBLE_EQ(a[0], b[0]) << name;
      EXPECT_DOUBLE_EQ(a[1], b[1]) << name;
    }
  }
  EXPECT_EQ(read_as(folder / "out.npz").votes.item_name(2), "z");
}

TEST(Export, RefusesWhatTheTableDoesNotKnowAndWritesNothing) {
  const test::TemporaryFolder folder;
  const ImportResult probabilities = import("item,cat,dog\nx,0.5,0.5\n");
  const VoteTable& votes = probabilities.votes;
  EXPECT_SAYS(test::message_of([&] { write_long_csv(votes, folder / "a.csv"); }), "needs vote counts");
  EXPECT_SAYS(test::message_of([&] { write_counts_csv(votes, folder / "a.csv"); }), "needs vote counts");
  EXPECT_SAYS(test::message_of([&] { write_counts_npy(votes, folder / "a.npy"); }), "needs vote counts");
  EXPECT_SAYS(test::message_of([&] { write_counts_npz(votes, folder / "a.npz"); }), "needs vote counts");
  const ImportResult empty = import_as("counts", "item,cat,dog\nx,2,1\ny,0,0\n");
  EXPECT_SAYS(test::message_of([&] { write_probabilities_npy(empty.votes, folder / "a.npy"); }),
              "item 'y' has no votes");
  EXPECT_SAYS(test::message_of([&] { write_probabilities_csv(empty.votes, folder / "a.csv"); }),
              "item 'y' has no votes");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace dissent::export_test
