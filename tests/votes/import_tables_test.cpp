// Tables of cells: wide CSV, the decision what a table means, and the two data sets with tables of their own.
#include "dissent/votes/table_meaning.h"
#include "votes/table_samples.h"

namespace dissent::import_tables_test {
namespace {

using namespace tables;

TEST(WideCsv, ReadsAColumnAnAnnotator) {
  const ImportResult result = import("id,annotator_1,annotator_2,annotator_3\nx,1,,2\ny,,,\nz,2,nan,10\n");
  EXPECT_EQ(result.audit.format, "wide");
  EXPECT_EQ(result.audit.rows, 3u);
  EXPECT_EQ(result.audit.votes, 4u);
  EXPECT_EQ(items_text(result),
            (Lines{"x: annotator_1=1 annotator_3=2", "y:", "z: annotator_1=2 annotator_3=10"}));
  EXPECT_EQ(class_names(result), (Lines{"1", "2", "10"}));
  EXPECT_EQ(oddities(result, "item-without-votes"), 1u);
  EXPECT_EQ(oddities(result, "empty-label"), 0u);  // a blank is no oddity here
  ImportOptions options;
  options.drop_empty = true;
  EXPECT_EQ(import("id,a1,a2\nx,1,\ny,,\n", options).votes.items(), 1u);
}

TEST(WideCsv, ReadsPandasIndexAndUnnamedRows) {
  EXPECT_EQ(items_text(import(",r1,r2\n7,yes,no\n9,no,\n")), (Lines{"7: r1=yes r2=no", "9: r1=no"}));
  EXPECT_EQ(items_text(import("r1,r2\nyes,no\nno,\n")), (Lines{"0: r1=yes r2=no", "1: r1=no"}));
  // Names of people, told by the labels that they share.
  EXPECT_EQ(items_text(import("anna,bob\nyes,no\nno,no\n")),
            (Lines{"0: anna=yes bob=no", "1: anna=no bob=no"}));
  EXPECT_EQ(items_text(import("pic,anna,bob\np1,yes,no\np2,no,yes\n")),
            (Lines{"p1: anna=yes bob=no", "p2: anna=no bob=yes"}));
}

TEST(WideCsv, LeavesOutColumnsThatNameNoAnnotator) {
  const ImportResult result = import("text,gold,worker1,worker2\n\"a, b\",1,0,1\nc,0,1,0\n");
  EXPECT_EQ(items_text(result), (Lines{"a, b: worker1=0 worker2=1", "c: worker1=1 worker2=0"}));
  EXPECT_TRUE(remarks(result, "left out: 'gold'"));
}

TEST(WideCsv, RepeatedItemsAreDuplicateVotes) {
  const ImportResult result = import("id,a1,a2\nx,1,2\nx,2,\n");
  EXPECT_EQ(items_text(result), Lines{"x: a1=1 a2=2 a1=2"});
  EXPECT_EQ(oddities(result, "duplicate-vote"), 1u);
}

TEST(WideCsv, RefusesBadTables) {
  EXPECT_SAYS(error_as("wide", "id,a1,a1\nx,1,2\n"), "votes.csv, line 1: two columns are called 'a1'");
  EXPECT_SAYS(error_as("wide", "id,anna,\nx,1,2\n"), "votes.csv, line 1: column 3 has no name");
  EXPECT_SAYS(error_as("wide", "id,a1,a2\nx,1,2\n,1,2\n"), "votes.csv, line 3: an empty item name");
  EXPECT_SAYS(error_as("wide", "id,a1,a2\nx,1\n"), "votes.csv, line 2: 2 fields where the header has 3");
  EXPECT_SAYS(error_as("wide", "id,a1,a2\nx,\xE9,1\n"), "votes.csv, line 2: '\\xe9' is not UTF-8");
  EXPECT_SAYS(error_as("wide", "id,a1,a2\nx,,\n"), "every label is empty");
  ImportOptions options;
  options.format = "wide";
  options.item_column = "idd";
  EXPECT_SAYS(error_of("id,a1,a2\nx,1,2\n", options),
              "item-column: unknown column 'idd'; did you mean 'id'?");
}

TEST(TableMeaning, KnowsAnnotatorsByName) {
  for (const char* name : {"annotator", "annotator_1", "Annotator 12", "worker7", "rater_b", "coderA",
                           "judge-2", "user_anna", "a1", "A_1", "r2", "ann_1", "w10", "expert.3"}) {
    EXPECT_TRUE(names_an_annotator(name)) << name;
  }
  for (const char* name : {"cat", "a", "r", "apple", "armadillo", "worker_id", "user_id", "workers", "users",
                           "usery thing", "c1", "p1", "0", "1", "", "coded"}) {
    EXPECT_FALSE(names_an_annotator(name)) << name;
  }
}

TEST(TableMeaning, DecidesByEvidence) {
  const auto meaning = [](std::string_view text) { return meaning_of_table(Source(text, "votes.csv")); };
  // Annotators' names go before everything else.
  EXPECT_EQ(meaning("id,a1,a2\nx,1,0\ny,0,1\nz,1,0\n"), TableMeaning::wide);
  EXPECT_EQ(meaning("id,rater1,rater2\nx,0.5,0.5\n"), TableMeaning::wide);
  // Blanks and words are labels where the columns share them.
  EXPECT_EQ(meaning("id,anna,bob\nx,1,\ny,,1\n"), TableMeaning::wide);
  EXPECT_EQ(meaning("id,who,what\nx,anna,cat\ny,bob,dog\n"), TableMeaning::none);
  EXPECT_EQ(meaning("colour,shape\nred,round\nblue,square\n"), TableMeaning::none);
  // Fractions.
  EXPECT_EQ(meaning("id,cat,dog\nx,0.25,0.75\ny,1,0\n"), TableMeaning::probabilities);
  EXPECT_EQ(meaning("id,cat,dog\nx,0.25,0.75\ny,nan,0\n"), TableMeaning::probabilities);
  EXPECT_EQ(meaning("id,cat,dog\nx,0.25,0.5\n"), TableMeaning::probabilities);  // its reader names the sum
  EXPECT_EQ(meaning("id,cat,dog\nx,2.5,1\n"), TableMeaning::undecided);
  // Whole numbers.
  EXPECT_EQ(meaning("id,cat_count,dog_count\nx,3,4\n"), TableMeaning::counts);
  EXPECT_EQ(meaning("id,votes_cat,votes_dog\nx,3,4\ny,1,1\n"), TableMeaning::counts);
  EXPECT_EQ(meaning("id,cat,dog\nx,3,2\ny,1,4\nz,5,0\n"), TableMeaning::counts);
  EXPECT_EQ(meaning("id,cat,dog\nx,1,0\ny,0,1\nz,1,0\n"), TableMeaning::counts);
  EXPECT_EQ(meaning("id,cat,dog\nx,3,2\ny,1,4\n"), TableMeaning::undecided);         // two rows are too few
  EXPECT_EQ(meaning("id,cat,dog\nx,3,2\ny,3,2\nz,3,2\n"), TableMeaning::undecided);  // all the same
  EXPECT_EQ(meaning("id,cat,dog\nx,3,2\ny,1,1\nz,0,4\n"), TableMeaning::undecided);
  EXPECT_EQ(meaning("0,1,2\n3,1,1\n0,2,2\n"), TableMeaning::undecided);
  EXPECT_EQ(meaning("id,cat\nx,3\n"), TableMeaning::none);
}

TEST(TableMeaning, UndecidedTablesAskAndFormatAnswers) {
  constexpr std::string_view text = "id,anna,bob\nx,3,2\ny,1,1\n";
  EXPECT_EQ(error_of(text),
            "votes.csv: integers could be votes by class (format counts), labels by annotator (format wide; "
            "and transpose "
            "where a row is an annotator) or a row a vote (item-column, annotator-column, label-column)");
  EXPECT_EQ(items_text(import_as("counts", text)), (Lines{"x: anna=3 bob=2", "y: anna=1 bob=1"}));
  EXPECT_EQ(items_text(import_as("wide", text)), (Lines{"x: anna=3 bob=2", "y: anna=1 bob=1"}));
  EXPECT_EQ(import_as("counts", text).votes.votes(), 7u);
  EXPECT_EQ(import_as("wide", text).votes.votes(), 4u);
  EXPECT_SAYS(error_of("id,anna,bob\nx,3,2\ny,-1,1\n"), "votes.csv, line 3: column 'anna': -1 is neither");
  EXPECT_SAYS(error_of("id,anna,bob\nx,3,2\ny,1.5,1\n"), "votes.csv, line 3: column 'anna': 1.5 is neither");
}

constexpr std::string_view kRawHeader =
    "annotator_id,trial_index,is_attn_check,true_category,chosen_category,true_label,chosen_label,correct_"
    "guess,"
    "cifar10_test_test_idx,image_filename,subcategory,reaction_time,time_elapsed\n";

// Rows as the authors' file has them.
std::string raw_rows() {
  return std::string(kRawHeader) +
         "0,0,0,ship,ship,8,8,1,8469,hydrofoil_s_000078.png,hydrofoil,2669.555,2673\n"
         "0,1,0,truck,automobile,9,1,0,14,dumper_s_000526.png,dumper,1733.62,4409\n"
         "0,20,1,cat,cat,3,3,1,-99999,alley_cat_s_000001.png,alley_cat,1200.5,60000\n"
         "1,0,0,truck,truck,9,9,1,14,dumper_s_000526.png,dumper,1100.1,1200\n"
         "1,1,0,bird,deer,2,4,0,2,wagtail_s_000572.png,wagtail,900.2,2200\n"
         "1,21,1,dog,cat,5,3,0,-99999,puppy_s_000045.png,puppy,1300.5,70000\n";
}

TEST(Cifar10hRaw, DropsAndCountsAttentionChecks) {
  const std::string text = raw_rows();
  const ImportResult result = import(text);
  EXPECT_EQ(result.audit.format, "cifar10h-raw");
  EXPECT_EQ(result.audit.rows, 6u);
  EXPECT_EQ(result.audit.votes, 4u);
  EXPECT_EQ(result.audit.dropped, 2u);
  EXPECT_EQ(oddities(result, "attention-check"), 2u);
  EXPECT_EQ(result.audit.find("attention-check")->first, "votes.csv, line 4");
  EXPECT_EQ(items_text(result), (Lines{"2: 1=deer", "14: 0=automobile 1=truck", "8469: 0=ship"}));
  EXPECT_EQ(class_names(result), (Lines{"airplane", "automobile", "bird", "cat", "deer", "dog", "frog",
                                        "horse", "ship", "truck"}));
  EXPECT_FALSE(result.votes.class_space().ordered);
  EXPECT_EQ(result.gold, (std::vector<std::int32_t>{2, 9, 8}));
}

TEST(Cifar10hRaw, ReadsColumnsInAnotherOrder) {
  const ImportResult result =
      import("cifar10_test_test_idx,chosen_label,true_label,is_attn_check,annotator_id\n7,3,3,0,5\n");
  EXPECT_EQ(items_text(result), Lines{"7: 5=cat"});
}

TEST(Cifar10hRaw, NamesTheLineOfBadRows) {
  const auto with_row = [](const std::string& row) { return raw_rows() + row + "\n"; };
  EXPECT_SAYS(error_of(with_row("1,1,0,bird,deer,2,10,0,2,f,s,1,2")),
              "votes.csv, line 8: chosen_label is '10'");
  EXPECT_SAYS(error_of(with_row("1,1,0,bird,deer,2,x,0,2,f,s,1,2")),
              "votes.csv, line 8: chosen_label is 'x'");
  EXPECT_SAYS(error_of(with_row("1,1,0,bird,deer,3,4,0,2,f,s,1,2")),
              "line 8: image 2 has true_label 3 here and 2 above");
  EXPECT_SAYS(error_of(with_row("1,1,maybe,bird,deer,2,4,0,2,f,s,1,2")), "line 8: is_attn_check is 'maybe'");
  EXPECT_SAYS(error_of(with_row("1,1,0,bird,deer,2,4,0,-99999,f,s,1,2")),
              "line 8: cifar10_test_test_idx is '-99999'");
  EXPECT_SAYS(error_of(with_row(",1,0,bird,deer,2,4,0,2,f,s,1,2")), "line 8: an empty annotator_id");
  const ImportResult unanswered = import(with_row("1,1,0,bird,,2,,0,2,f,s,1,2"));
  EXPECT_EQ(unanswered.audit.find("empty-label")->first, "votes.csv, line 8");
  EXPECT_SAYS(error_as("cifar10h-raw", "item,label\n1,2\n"), "no column 'annotator_id'");
}

constexpr std::string_view kOffensiveness =
    "instance_id,user_id,text,offensiveness,gender\n530,0,\"a, b\",1.0,Man\n531,0,c,5.0,Man\n530,2,\"a, "
    "b\",2.0,Woman\n";
constexpr std::string_view kPoliteness =
    "instance_id,text,scores,users\n0,hi,\"[3.0, 4.0]\",\"['5ab', "
    "'63f']\"\n1,\"two\nlines\",[1.0],\"[\"\"o'neil\"\"]\"\n2,x,[],[]\n";

TEST(Popquorn, ReadsBothShapes) {
  const ImportResult rows = import(kOffensiveness);
  EXPECT_EQ(rows.audit.format, "popquorn");
  EXPECT_EQ(items_text(rows), (Lines{"530: 0=1 2=2", "531: 0=5"}));
  EXPECT_EQ(class_names(rows), (Lines{"1", "2", "3", "4", "5"}));
  EXPECT_TRUE(rows.votes.class_space().ordered);
  const ImportResult lists = import(kPoliteness);
  EXPECT_EQ(lists.audit.format, "popquorn");
  EXPECT_EQ(lists.audit.rows, 3u);
  EXPECT_EQ(items_text(lists), (Lines{"0: 5ab=3 63f=4", "1: o'neil=1", "2:"}));
  EXPECT_EQ(class_names(lists), (Lines{"1", "2", "3", "4", "5"}));
}

TEST(Popquorn, NamesTheLineOfMalformedLists) {
  const auto error = [](const std::string& scores, const std::string& users) {
    return error_of("instance_id,scores,users\n0,[1],['a']\n1,\"" + scores + "\",\"" + users + "\"\n");
  };
  EXPECT_SAYS(error("[1, 2]", "['a']"), "votes.csv, line 3: 2 scores and 1 users");
  for (const char* broken :
       {"1, 2", "[1, 2", "1]", "", "[", "[1 2]", "[1,, 2]", "[[1], [2]]", "[1, [2]", "['1]"}) {
    EXPECT_SAYS(error(broken, "['a', 'b']"), "votes.csv, line 3: column 'scores': ");
  }
  EXPECT_SAYS(error("[1, 2]", "['a', 'b]"), "votes.csv, line 3: column 'users': ");
  EXPECT_SAYS(error("[1, 2]", "['a', 'b\\n']"), "votes.csv, line 3: column 'users': ");
  EXPECT_SAYS(error("[1, 2]", "['a', '']"), "votes.csv, line 3: an empty annotator");
  EXPECT_SAYS(error("[1, 'x']", "['a', 'b']"), "votes.csv, line 3: 'x' is not a rating");
  const ImportResult gaps =
      import("instance_id,scores,users\n0,\"[1, nan, None, 7]\",\"['a', 'b', 'c', 'd']\"\n");
  EXPECT_EQ(items_text(gaps), Lines{"0: a=1"});
  EXPECT_EQ(oddities(gaps, "empty-label"), 2u);
  EXPECT_EQ(oddities(gaps, "unknown-label"), 1u);
}

TEST(Popquorn, ReadsTheRealFiles) {
  const std::filesystem::path folder = shared_data() / "popquorn";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  const ImportResult offensive = import_votes(folder / "offensiveness_raw_data.csv");
  EXPECT_EQ(offensive.audit.format, "popquorn");
  EXPECT_EQ(offensive.votes.votes(), 13036u);
  EXPECT_EQ(offensive.votes.items(), 1500u);
  EXPECT_EQ(offensive.votes.annotators(), 262u);
  const ImportResult polite = import_votes(folder / "politeness.csv");
  EXPECT_EQ(polite.audit.format, "popquorn");
  EXPECT_EQ(polite.audit.rows, 3718u);
  EXPECT_EQ(polite.votes.votes(), 25042u);
  EXPECT_EQ(polite.votes.items(), 3718u);
  EXPECT_EQ(polite.votes.annotators(), 506u);
  std::vector<std::uint64_t> shares(5);
  for (const VoteTable::Label label : polite.votes.entry_labels()) ++shares[label];
  EXPECT_EQ(shares, (std::vector<std::uint64_t>{2797, 3477, 7269, 6235, 5264}));
}

}  // namespace
}  // namespace dissent::import_tables_test
