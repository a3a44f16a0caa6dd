#include "dissent/votes/convert.h"

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/votes/conversion_json.h"
#include "support/temporary_folder.h"

namespace dissent::convert_test {
namespace {

ImportResult imported(std::vector<std::string> classes = {}) {
  ImportOptions options;
  options.classes = std::move(classes);
  return import_votes_from("item,annotator,label\nx,ann,cat\nx,bob,dog\ny,ann,cat\n", "votes.csv", options);
}

TEST(Convert, TheNameDecidesTheForm) {
  const test::TemporaryFolder folder;
  const ImportResult votes = imported();
  const Conversion text = convert(votes.votes, folder / "v.csv");
  EXPECT_EQ(text.form, VoteForm::long_rows);
  EXPECT_FALSE(text.loses_classes || text.loses_names || text.needs_format);
  EXPECT_EQ(read_file(folder / "v.csv"), "item,annotator,label\nx,ann,cat\nx,bob,dog\ny,ann,cat\n");
  const Conversion array = convert(votes.votes, folder / "v.npy");
  EXPECT_EQ(array.form, VoteForm::counts);
  EXPECT_TRUE(array.loses_names);
  EXPECT_FALSE(convert(votes.votes, folder / "v.npz").loses_names);
  NameList names;
  names.add("a");
  const VoteTable rows = VoteTable::from_probabilities(std::vector<double>{0.25, 0.75}, std::move(names),
                                                       classes_from_labels({"n", "y"}));
  EXPECT_EQ(convert(rows, folder / "p.csv").form, VoteForm::probabilities);
}

TEST(Convert, SaysWhatAReaderWouldMiss) {
  const test::TemporaryFolder folder;
  const ImportResult votes = imported({"dog", "cat", "cow"});
  const Conversion text = convert(votes.votes, folder / "v.csv");
  EXPECT_TRUE(text.loses_classes);
  ConvertOptions counts;
  counts.form = VoteForm::counts;
  const Conversion table = convert(votes.votes, folder / "c.csv", counts);
  EXPECT_TRUE(table.needs_format);
  EXPECT_FALSE(table.loses_classes);
  const Json json = conversion_json(table, votes, "c.csv", {"note"});
  EXPECT_EQ(json.at("form"), "counts");
  EXPECT_EQ(json.at("notes"), Json({"note"}));
}

TEST(Convert, RefusesNamesThatCannotHoldTheForm) {
  const test::TemporaryFolder folder;
  ConvertOptions rows;
  rows.form = VoteForm::long_rows;
  EXPECT_THROW(check_conversion(folder / "v.npy", rows), Error);
  EXPECT_THROW(check_conversion(folder / "v.txt", {}), Error);
  EXPECT_THROW(convert(imported().votes, folder / "v.npz", rows), Error);
  EXPECT_FALSE(std::filesystem::exists(folder / "v.npz"));
}

}  // namespace
}  // namespace dissent::convert_test
