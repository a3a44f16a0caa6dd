// Counts and probabilities as npy, npz and CSV, good and broken.
#include <cmath>
#include <numeric>

#include "dissent/core/random.h"
#include "votes/table_samples.h"

namespace dissent::import_matrix_test {
namespace {

using namespace tables;
using test::cells;
using test::npy;

std::vector<double> fractions(const ImportResult& result, std::size_t item) {
  std::vector<double> row(result.votes.classes());
  result.votes.fractions_of(item, row);
  return row;
}

const std::string kCounts = npy("<i8", "(3, 2)", cells<std::int64_t>({3, 2, 0, 5, 4, 0}));

TEST(Counts, ReadsNpy) {
  EXPECT_SAYS(error_of(kCounts),
              "could be votes by class (format counts), labels by annotator (format wide;");
  const ImportResult result = import_as("counts", kCounts);
  EXPECT_EQ(result.audit.format, "counts");
  EXPECT_EQ(result.audit.rows, 3u);
  EXPECT_EQ(result.audit.votes, 14u);
  EXPECT_EQ(result.votes.knowledge(), Knowledge::counts);
  EXPECT_EQ(items_text(result), (Lines{"0: 0=3 1=2", "1: 1=5", "2: 0=4"}));
  // Column numbers are not ratings.
  EXPECT_FALSE(result.votes.class_space().ordered);
  EXPECT_TRUE(result.votes.class_space().values.empty());
  EXPECT_EQ(oddities(result, "unequal-votes"), 1u);

  ImportOptions options;
  options.classes = {"cat", "dog"};
  EXPECT_EQ(items_text(import(kCounts, options)), (Lines{"0: cat=3 dog=2", "1: dog=5", "2: cat=4"}));
  options.ordinal = true;
  EXPECT_TRUE(import(kCounts, options).votes.class_space().ordered);
  options.classes = {"cat"};
  options.format = "counts";
  EXPECT_SAYS(error_of(kCounts, options),
              "classes names 1 classes ('cat'), and the 2 columns are without names");
}

TEST(Counts, ReadsFloatsAndBooleansThatAreWhole) {
  EXPECT_EQ(import_as("counts", npy("<f4", "(1, 2)", cells<float>({3, 2}))).votes.votes(), 5u);
  const ImportResult one_hot =
      import_as("counts", npy("|b1", "(2, 3)", cells<std::uint8_t>({0, 1, 0, 1, 0, 0})));
  EXPECT_EQ(one_hot.votes.knowledge(), Knowledge::counts);
  EXPECT_EQ(items_text(one_hot), (Lines{"0: 1=1", "1: 0=1"}));
}

TEST(Counts, NamesTheCellOfABadCount) {
  EXPECT_SAYS(error_as("counts", npy("<i8", "(2, 2)", cells<std::int64_t>({3, 2, -1, 5}))),
              "votes.csv: row 1, column 0 (from 0): -1 is not a number of votes");
  EXPECT_SAYS(error_as("counts", npy("<f8", "(2, 2)", cells<double>({3, 2, 1, NAN}))),
              "row 1, column 1 (from 0): nan");
  EXPECT_SAYS(error_as("counts", npy("<f8", "(2, 2)", cells<double>({3, INFINITY, 1, 1}))),
              "row 0, column 1 (from 0): inf");
  EXPECT_SAYS(error_as("counts", npy("<u8", "(1, 2)", cells<std::uint64_t>({1, ~std::uint64_t{0}}))),
              "row 0, column 1");
  EXPECT_SAYS(error_as("counts", npy("<f8", "(1, 2)", cells<double>({0.5, 1}))),
              "row 0, column 0 (from 0): 0.5 is not a number of votes");
  EXPECT_SAYS(error_as("counts", "item,cat,dog\nx,3,2\n\ny,1,-2\n"), "votes.csv, line 4: column 'dog': -2");
  EXPECT_SAYS(error_as("counts", "item,cat,dog\nx,3,2\ny,1,many\n"),
              "votes.csv, line 3: column 'dog': 'many' is not a number");
  EXPECT_SAYS(error_as("counts", "item,cat,dog\nx,3,\n"),
              "votes.csv, line 2: column 'dog': '' is not a number");
  EXPECT_SAYS(error_as("counts", npy("<i8", "(2, 2)", cells<std::int64_t>({0, 0, 0, 0}))),
              "every count is 0");
}

TEST(Counts, NamesAWrongShape) {
  EXPECT_SAYS(error_of(npy("<i8", "(6,)", cells<std::int64_t>({3, 2, 0, 5, 4, 0}))),
              "shape (6,) where [items, classes] is wanted");
  EXPECT_SAYS(error_of(npy("<i8", "(3, 2, 1)", cells<std::int64_t>({3, 2, 0, 5, 4, 0}))), "shape (3, 2, 1)");
  EXPECT_SAYS(error_of(npy("<i8", "()", cells<std::int64_t>({3}))), "shape ()");
  EXPECT_SAYS(error_of(npy("<i8", "(0, 2)", "")), "shape (0, 2) holds no votes");
  EXPECT_SAYS(error_of(npy("<i8", "(999999999999, 0)", "")), "holds no votes");
  EXPECT_SAYS(error_of(npy("|u1", "(1, 70000)", std::string(70000, '\1'))), "70000 classes");
}

TEST(Counts, ReadsCsv) {
  const ImportResult result = import("item,cat,dog\nx,3,2\ny,1,4\nz,5,0\n");
  EXPECT_EQ(result.audit.format, "counts");
  EXPECT_EQ(items_text(result), (Lines{"x: cat=3 dog=2", "y: cat=1 dog=4", "z: cat=5"}));
  const ImportResult ratings = import_as("counts", ",1,2,3\n0,3,2,0\n1,1,1,1\n");  // as pandas writes it
  EXPECT_EQ(items_text(ratings), (Lines{"0: 1=3 2=2", "1: 1=1 2=1 3=1"}));
  EXPECT_TRUE(ratings.votes.class_space().ordered);
  const ImportResult unnamed = import_as("counts", "cat,dog\n3,2\n1,1\n");
  EXPECT_EQ(items_text(unnamed), (Lines{"0: cat=3 dog=2", "1: cat=1 dog=1"}));
  const ImportResult total = import("item,cat,dog,total\nx,3,2,5\ny,1,1,2\nz,1,0,1\n", [] {
    ImportOptions options;
    options.format = "counts";
    return options;
  }());
  EXPECT_EQ(items_text(total), (Lines{"x: cat=3 dog=2", "y: cat=1 dog=1", "z: cat=1"}));
  EXPECT_TRUE(remarks(total, "'total' is the sum of the others"));
  EXPECT_SAYS(error_as("counts", "item,cat,dog\nx,3,2\nx,1,1\n"),
              "votes.csv, line 3: item 'x' stands here again");
  EXPECT_SAYS(error_as("counts", "item,cat,dog\n"), "no rows below the header");
  EXPECT_SAYS(error_as("counts", "item,cat,cat\nx,1,2\n"), "'cat' is listed twice");
}

TEST(Counts, ClassesChooseOrderAndRename) {
  constexpr std::string_view text = "item,cat,dog,fish\nx,3,2,0\ny,1,4,0\nz,2,1,2\n";
  const auto read = [&](std::vector<std::string> classes) {
    ImportOptions options;
    options.format = "counts";
    options.classes = std::move(classes);
    return import(text, options);
  };
  EXPECT_EQ(items_text(read({"fish", "cat", "dog"})),
            (Lines{"x: cat=3 dog=2", "y: cat=1 dog=4", "z: fish=2 cat=2 dog=1"}));
  const ImportResult fewer = read({"dog", "cat"});
  EXPECT_EQ(items_text(fewer), (Lines{"x: dog=2 cat=3", "y: dog=4 cat=1", "z: dog=1 cat=2"}));
  EXPECT_EQ(oddities(fewer, "unknown-label"), 2u);
  EXPECT_EQ(fewer.audit.dropped, 2u);
  EXPECT_EQ(fewer.audit.votes, 13u);
  const ImportResult more = read({"bird", "cat", "dog", "fish"});
  EXPECT_EQ(class_names(more), (Lines{"bird", "cat", "dog", "fish"}));
  EXPECT_EQ(items_text(more)[0], "x: cat=3 dog=2");
  const ImportResult renamed = read({"Katze", "Hund", "Fisch"});
  EXPECT_EQ(items_text(renamed)[0], "x: Katze=3 Hund=2");
  EXPECT_TRUE(remarks(renamed, "renamed by classes"));
  EXPECT_SAYS(test::message_of([&] { read({"cat", "Hund", "Fisch"}); }), "classes names 3 classes");
  EXPECT_SAYS(test::message_of([&] { read({"Katze", "Hund"}); }), "classes names 2 classes");
}

TEST(Counts, DropsEmptyItemsWhereAsked) {
  const std::string bytes = npy("<i8", "(3, 2)", cells<std::int64_t>({3, 2, 0, 0, 4, 0}));
  EXPECT_EQ(oddities(import_as("counts", bytes), "item-without-votes"), 1u);
  ImportOptions options;
  options.format = "counts";
  options.drop_empty = true;
  const ImportResult dropped = import(bytes, options);
  EXPECT_EQ(items_text(dropped), (Lines{"0: 0=3 1=2", "2: 0=4"}));
  EXPECT_TRUE(remarks(dropped, "1 items without votes left out"));
}

TEST(Probabilities, ReadsNpyAndCsv) {
  const ImportResult result = import(npy("<f8", "(2, 2)", cells<double>({0.25, 0.75, 1, 0})));
  EXPECT_EQ(result.audit.format, "probabilities");
  EXPECT_EQ(result.votes.knowledge(), Knowledge::probabilities);
  EXPECT_EQ(fractions(result, 0), (std::vector<double>{0.25, 0.75}));
  EXPECT_FALSE(remarks(result, "divided"));
  const ImportResult csv = import("uid,cat,dog\nx,0.25,0.75\ny,1,0\n");
  EXPECT_EQ(csv.audit.format, "probabilities");
  EXPECT_EQ(csv.votes.item_name(1), "y");
  EXPECT_EQ(csv.votes.class_name(1), "dog");
  EXPECT_SAYS(test::message_of([&] { csv.votes.require(Knowledge::counts, "multipass"); }),
              "only probabilities");
}

TEST(Probabilities, DividesRowsByTheirSums) {
  const ImportResult result = import(npy("<f4", "(2, 2)", cells<float>({0.2505f, 0.75f, 0.5f, 0.5f})));
  EXPECT_TRUE(remarks(result, "miss 1 by up to 0.0005"));
  const std::vector<double> row = fractions(result, 0);
  EXPECT_NEAR(row[0] + row[1], 1, 1e-15);
  EXPECT_SAYS(error_of(npy("<f8", "(2, 2)", cells<double>({0.5, 0.5, 0.5, 0.502}))),
              "row 1 (from 0): probabilities sum to 1.002, and 1 within 0.001 is wanted");
  EXPECT_SAYS(error_of("id,cat,dog\nx,0.5,0.5\ny,0.5,0.9\n"), "votes.csv, line 3: probabilities sum to 1.4");
  EXPECT_SAYS(error_of("id,cat,dog\nx,0.5,0.5\ny,nan,1.0\n"),
              "votes.csv, line 3: column 'cat': nan is not a probability");
  EXPECT_SAYS(error_of(npy("<f8", "(1, 3)", cells<double>({-0.5, 0.5, 1}))),
              "row 0, column 0 (from 0): -0.5");
  EXPECT_SAYS(error_as("probabilities", kCounts), "sum to 5");
  ImportOptions options;
  options.classes = {"cat"};
  EXPECT_SAYS(error_of("id,cat,dog\nx,0.7,0.3\n", options),
              "classes leaves out columns that hold probability");
}

// Rows of certainty come first; the fractions that follow still make them probabilities.
TEST(Probabilities, AreSeenBehindManyCertainRows) {
  std::string text = "id,cat,dog\n";
  for (int i = 0; i < 150; ++i) text += std::to_string(i) + (i % 2 == 0 ? ",1.0,0.0\n" : ",0.0,1.0\n");
  const ImportResult result = import(text + "last,0.4,0.6\n");
  EXPECT_EQ(result.votes.knowledge(), Knowledge::probabilities);
  EXPECT_EQ(fractions(result, 150)[0], 0.4);
}

TEST(Npz, ChoosesTheMatrixAndTakesNames) {
  const std::string items = npy("|S2", "(3,)", "x\0y\0zz");
  std::string wide;
  for (const char32_t c : U"katzehund\0") wide.append(reinterpret_cast<const char*>(&c), 4);
  const std::string classes = npy("<U5", "(2,)", wide.substr(0, 40));
  const std::string other = npy("<f8", "(3, 2)", cells<double>({1, 0, 1, 0, .5, .5}));
  for (const bool deflated : {false, true}) {
    const std::string bytes =
        test::zip({{"other.npy", other, deflated},
                   {"counts.npy", kCounts, deflated},
                   {"items.npy", npy("|S2", "(3,)", std::string("x\0y\0zz", 6)), deflated},
                   {"classes.npy", classes, deflated}});
    EXPECT_EQ(items_text(import(bytes)), (Lines{"x: katze=3 hund=2", "y: hund=5", "zz: katze=4"}));
  }
  const std::string only =
      test::zip({{"arr_0.npy", other, true}, {"note.npy", npy("<i8", "(1,)", cells<std::int64_t>({1}))}});
  EXPECT_EQ(import(only).audit.format, "probabilities");
  const std::string ratings =
      test::zip({{"votes.npy", kCounts}, {"classes.npy", npy("<i8", "(2,)", cells<std::int64_t>({1, 5}))}});
  EXPECT_EQ(items_text(import(ratings))[0], "0: 1=3 5=2");
  EXPECT_TRUE(import(ratings).votes.class_space().ordered);  // stated, so they are ratings
}

TEST(Npz, RefusesBadArchives) {
  const auto archive = [](const std::string& items, const std::string& classes) {
    return test::zip({{"counts.npy", kCounts}, {"items.npy", items}, {"classes.npy", classes}});
  };
  const std::string items = npy("|S1", "(3,)", "xyz"), classes = npy("|S1", "(2,)", "ab");
  EXPECT_EQ(import(archive(items, classes)).votes.items(), 3u);
  EXPECT_SAYS(error_of(archive(npy("|S1", "(2,)", "xy"), classes)),
              "array 'items': shape (2,) does not fit the matrix, which has 3 rows");
  EXPECT_SAYS(error_of(archive(items, npy("|S1", "(3,)", "abc"))),
              "array 'classes': shape (3,) does not fit");
  EXPECT_SAYS(error_of(archive(npy("|S1", "(3,)", "xyx"), classes)), "item 'x' is named twice");
  EXPECT_SAYS(error_of(archive(items, npy("|O", "(2,)", "pickled"))),
              "array 'classes', byte 10: an array of Python objects");
  EXPECT_SAYS(error_of(archive(npy("<f8", "(3,)", cells<double>({1, 2.5, 3})), classes)),
              "array 'items', [1]: 2.5");
  EXPECT_SAYS(error_of(test::zip({{"a.npy", kCounts}, {"b.npy", kCounts}})),
              "several arrays could be the votes among 'a (3, 2), b (3, 2)'");
  EXPECT_SAYS(error_of(test::zip({{"a.npy", items}})), "no array of two dimensions among 'a (3,)'");
  EXPECT_SAYS(error_of(test::zip({{"counts.npy", npy(">i8", "(1, 2)", std::string(16, '\0'))}})),
              "array 'counts', byte 10: big-endian");
}

TEST(Counts, ReadsCifar10h) {
  const std::filesystem::path file = shared_data() / "cifar10h" / "cifar10h-counts.npy";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not there";
  const ImportResult result = import_votes(file);
  EXPECT_EQ(result.audit.format, "counts");
  EXPECT_EQ(result.votes.items(), 10000u);
  EXPECT_EQ(result.votes.classes(), 10u);
  EXPECT_EQ(result.votes.votes(), 511000u);
}

// Whatever is cut off or changed, the answer is a table or an error of one line, never anything else.
TEST(BadArrays, SurviveCutsAndChanges) {
  const std::string texts = npy("|S1", "(3,)", "xyz");
  const std::vector<std::string> good = {
      npy("<i8", "(3, 2)", cells<std::int64_t>({3, 2, 0, 5, 4, 1})),
      npy("<f8", "(2, 2)", cells<double>({0.25, 0.75, 1, 0})),
      test::zip({{"counts.npy", kCounts, true}, {"items.npy", texts}}),
      test::zip({{"probs.npy", npy("<f4", "(1, 2)", cells<float>({0.5, 0.5}))}})};
  Draws draws(Stream(5, "damage"), 0);
  for (const std::string& bytes : good) {
    EXPECT_NO_THROW(import(bytes));
    for (std::size_t size = 1; size < bytes.size(); ++size) {
      const std::string cut = bytes.substr(0, size);
      EXPECT_SAYS(error_of(cut), "votes.csv");
    }
    int refused = 0;
    for (int i = 0; i < 3000; ++i) {
      std::string changed = bytes;
      const std::uint64_t changes = 1 + draws.below(3);
      for (std::uint64_t c = 0; c < changes; ++c)
        changed[draws.below(changed.size())] = static_cast<char>(draws.below(256));
      try {
        import(changed);
      } catch (const Error& error) {
        ++refused;
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      }
    }
    EXPECT_GT(refused, 500);
  }
}

TEST(MatrixLabels, AreRenamedAddedUpAndLeftOut) {
  const std::string_view bytes = "item,yes,ja,no,skip\na,3,1,0,2\nb,0,2,4,0\n";
  ImportOptions options;
  options.format = "counts";
  options.map = {"ja=yes"};
  options.no_vote = {"skip"};
  const ImportResult result = import(bytes, options);
  EXPECT_EQ(class_names(result), (Lines{"yes", "no"}));
  EXPECT_EQ(items_text(result), (Lines{"a: yes=4", "b: yes=2 no=4"}));
  EXPECT_EQ(oddities(result, "no-vote"), 2u);
  options.map = {"oui=yes"};
  EXPECT_SAYS(error_of(bytes, options), "not one of the labels to rename is in the file");
}

TEST(MatrixLabels, OfProbabilitiesAreNeverTakenOut) {
  const std::string_view bytes = "item,yes,no,skip\na,0.5,0.25,0.25\nb,0.75,0.25,0\n";
  ImportOptions options;
  options.format = "probabilities";
  options.no_vote = {"skip"};
  EXPECT_SAYS(error_of(bytes, options), "no-vote takes probability out of the rows");
}

TEST(MatrixLabels, AreWithoutAnOrderWhereTheUserSaysSo) {
  const std::string_view bytes = "item,1,2,3\na,3,1,0\nb,0,2,4\n";
  ImportOptions options;
  options.format = "counts";
  EXPECT_TRUE(import(bytes, options).votes.class_space().ordered);
  options.nominal = true;
  EXPECT_FALSE(import(bytes, options).votes.class_space().ordered);
}

TEST(WideArrays, AnArchiveOfLabelsHasAnArrayAnAnnotator) {
  const auto labels = [](std::initializer_list<std::int64_t> of) { return npy("<i8", "(4,)", cells(of)); };
  const std::string archive = test::zip({{"clean_label.npy", labels({0, 1, 2, 0})},
                                         {"random_label1.npy", labels({0, 1, 2, 1})},
                                         {"random_label2.npy", labels({0, 2, 2, 1})},
                                         {"aggre_label.npy", labels({0, 1, 2, 1})}});
  const ImportResult result = import(archive);
  EXPECT_EQ(items_text(result).back(), "3: random_label1=1 random_label2=1");
  EXPECT_EQ(result.audit.plan.annotator, "2 arrays");
  const std::string triples = test::zip({{"item.npy", labels({0, 1, 2, 0})},
                                         {"worker.npy", labels({0, 1, 2, 1})},
                                         {"label.npy", labels({0, 2, 2, 1})}});
  EXPECT_SAYS(error_of(triples), "a row a vote is written as CSV");
}

TEST(WideArrays, PythonObjectsAreRefusedWithTheLineThatConvertsThem) {
  EXPECT_SAYS(error_of(npy("|O", "()", "x")),
              "Python objects in an npy file; convert it first: python3 -c \"import numpy");
}

}  // namespace
}  // namespace dissent::import_matrix_test
