#include "dissent/votes/convert.h"

#include <tuple>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/core/random.h"
#include "dissent/io/file.h"
#include "dissent/votes/conversion_json.h"
#include "support/temporary_folder.h"
#include "votes/table_samples.h"

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

// Random votes of named annotators, written in a form and read again without being told anything.
class ReadBack : public ::testing::TestWithParam<std::tuple<VoteForm, const char*, const char*>> {};

TEST_P(ReadBack, WhatIsWrittenIsReadAgain) {
  const auto [form, file, format] = GetParam();
  const test::TemporaryFolder folder;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Draws draws(Stream(seed, "convert"), 0);
    const std::size_t items = 2 + draws.below(20), annotators = 2 + draws.below(6);
    const std::vector<std::string> labels =
        seed % 3 == 0 ? std::vector<std::string>{"1", "2", "5"}
                      : std::vector<std::string>{"a \"b\"", seed % 3 == 1 ? "c;d" : "c: {d}", "été"};
    std::string csv = "item|annotator|label\n";
    for (std::size_t i = 0; i < items; ++i) {
      for (std::size_t a = 0; a < annotators; ++a) {
        if (i > 0 && a > 0 && draws.unit() < 0.4) continue;  // all on the first, which gives their order
        std::string label = labels[draws.below(labels.size())];
        for (std::size_t at = 0; (at = label.find('"', at)) != std::string::npos; at += 2)
          label.insert(at, 1, '"');
        csv += "i " + std::to_string(i) + ", \\|worker" + std::to_string(a) + "|\"" + label + "\"\n";
      }
    }
    const VoteTable votes = import_votes_from(csv, "votes.csv").votes;
    ConvertOptions options;
    options.form = form;
    const Conversion conversion = convert(votes, folder / file, options);
    EXPECT_FALSE(conversion.needs_annotators || conversion.loses_names);
    ImportOptions told;  // what the conversion says that a reader must be
    if (conversion.needs_format) told.format = format;
    if (conversion.loses_classes) told.classes = votes.class_space().names;
    const ImportResult again = import_votes(folder / file, told);
    EXPECT_EQ(again.audit.format, format);
    EXPECT_EQ(samples::items_text(again), samples::items_text({votes, {}, {}})) << csv;
    EXPECT_EQ(again.votes.class_space().names, votes.class_space().names);
    EXPECT_EQ(again.votes.class_space().ordered, votes.class_space().ordered);
    EXPECT_EQ(again.votes.annotators(), votes.annotators());
  }
}

INSTANTIATE_TEST_SUITE_P(Convert, ReadBack,
                         ::testing::Values(std::tuple{VoteForm::long_rows, "v.csv", "long"},
                                           std::tuple{VoteForm::long_rows, "v.tsv", "long"},
                                           std::tuple{VoteForm::crowdkit, "v.csv", "long"},
                                           std::tuple{VoteForm::wide, "v.csv", "wide"},
                                           std::tuple{VoteForm::wide, "v.tsv", "wide"},
                                           std::tuple{VoteForm::lewidi, "v.json", "lewidi"}));

TEST(Convert, WritesTheFormsOfOtherTools) {
  const test::TemporaryFolder folder;
  const VoteTable votes = imported().votes;
  ConvertOptions options;
  options.form = VoteForm::crowdkit;
  convert(votes, folder / "c.csv", options);
  EXPECT_EQ(read_file(folder / "c.csv"), "task,worker,label\nx,ann,cat\nx,bob,dog\ny,ann,cat\n");
  options.form = VoteForm::wide;
  convert(votes, folder / "w.csv", options);
  EXPECT_EQ(read_file(folder / "w.csv"), "item,ann,bob\nx,cat,dog\ny,cat,\n");
  options.form = VoteForm::lewidi;
  const Conversion json = convert(votes, folder / "l.json", options);
  EXPECT_TRUE(json.lacks_texts);
  EXPECT_EQ(parse_json(read_file(folder / "l.json"), "l.json").at("y").dump(),
            R"({"number of annotations":1,"annotations":"cat","annotators":"ann","hard_label":"cat",)"
            R"("soft_label":{"cat":1.0,"dog":0.0}})");
}

TEST(Convert, KeepsItemsWithoutVotesWhereTheFormCan) {
  const test::TemporaryFolder folder;
  const VoteTable votes = import_votes_from("item,u1,u2\nx,cat,dog\ny,,\nz,cat,cat\n", "w.csv").votes;
  ConvertOptions options;
  for (const auto& [form, file] : {std::pair{VoteForm::wide, "v.csv"}, {VoteForm::lewidi, "v.json"}}) {
    options.form = form;
    convert(votes, folder / file, options);
    const VoteTable again = import_votes(folder / file).votes;
    ASSERT_EQ(again.items(), 3u);
    EXPECT_TRUE(again.is_empty(1));
  }
}

TEST(Convert, SaysWhatAReaderOfTheWideFormMustBeTold) {
  const test::TemporaryFolder folder;
  ConvertOptions options;
  options.form = VoteForm::wide;
  const auto written = [&](std::string_view csv) {
    return convert(import_votes_from(csv, "votes.csv").votes, folder / "w.csv", options);
  };
  // Whole numbers without a gap could be counts; columns of which some are named like annotators.
  EXPECT_TRUE(written("item,annotator,label\nx,anna,3\nx,bo,1\ny,anna,1\ny,bo,1\n").needs_format);
  const Conversion mixed = written("item,annotator,label\nx,w1,a\nx,w2,a\nx,bo,b\n");
  EXPECT_TRUE(mixed.needs_annotators);
}

TEST(Convert, RefusesWhatAFormCannotHold) {
  const test::TemporaryFolder folder;
  ConvertOptions options;
  const auto said = [&](VoteForm form, const char* file, std::string_view csv) {
    options.form = form;
    return test::message_of(
        [&] { convert(import_votes_from(csv, "votes.csv").votes, folder / file, options); });
  };
  constexpr std::string_view kTwice = "item,annotator,label\nx,ann,a\nx,ann,b\nx,ann,b\ny,bo,a\n";
  EXPECT_EQ(
      said(VoteForm::wide, "w.csv", kTwice),
      "further votes of one annotator on one item: 2 (the first: 'ann' on item 'x'); a wide table has one "
      "cell for all of them: read the votes with duplicates first (or last)");
  constexpr std::string_view kCounts = "item,label\nx,a\nx,b\n";
  for (const auto& [form, file] :
       {std::pair{VoteForm::wide, "w.csv"}, {VoteForm::crowdkit, "c.csv"}, {VoteForm::lewidi, "l.json"}}) {
    EXPECT_NE(said(form, file, kCounts).find("needs to know who voted what"), std::string::npos);
  }
  EXPECT_NE(
      said(VoteForm::lewidi, "l.json", "item,annotator,label\nx,u,\"a,b\"\ny,u,c\n").find("has a comma"),
      std::string::npos);
  EXPECT_NE(
      said(VoteForm::lewidi, "l.json", "item,annotator,label\nx,\"u,v\",a\ny,w,c\n").find("has a comma"),
      std::string::npos);
  EXPECT_NE(said(VoteForm::lewidi, "l.csv", kTwice).find("end the name in .json"), std::string::npos);
  EXPECT_NE(said(VoteForm::wide, "w.json", kTwice).find("to lewidi"), std::string::npos);
  EXPECT_NE(said(VoteForm::wide, "w.npy", kTwice).find("wide writes text"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace dissent::convert_test
