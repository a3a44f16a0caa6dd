// A row a vote, from tables as people have them.
#include <cstdlib>

#include "dissent/core/choices.h"
#include "dissent/core/random.h"
#include "votes/table_samples.h"

namespace dissent::import_long_test {
namespace {

using namespace tables;

constexpr std::string_view kVotes = "task,worker,label\nt1,w1,cat\nt1,w2,dog\nt2,w1,dog\n";

TEST(LongCsv, ReadsRows) {
  const ImportResult result = import(kVotes);
  EXPECT_EQ(result.audit.format, "long");
  EXPECT_EQ(result.audit.rows, 3u);
  EXPECT_EQ(result.audit.votes, 3u);
  EXPECT_EQ(result.audit.dropped, 0u);
  EXPECT_EQ(items_text(result), (Lines{"t1: w1=cat w2=dog", "t2: w1=dog"}));
  EXPECT_EQ(class_names(result), (Lines{"cat", "dog"}));
  EXPECT_FALSE(result.votes.class_space().ordered);
  EXPECT_EQ(oddities(result, "unequal-votes"), 1u);
  EXPECT_EQ(
      summary(result.audit.plan),
      "long, item = column 'task', annotator = column 'worker', label = column 'label'; 2 classes (nominal)");
}

TEST(LongCsv, KnowsTheUsualColumnNames) {
  for (const char* item : {"task", "item", "example", "Item_ID", "uid"}) {
    for (const char* annotator : {"worker", "annotator", "user", "rater_id", "WORKER"}) {
      for (const char* label : {"label", "answer", "rating", "Response"}) {
        const std::string header = std::string(label) + "," + item + ",extra," + annotator + "\n";
        const ImportResult result = import(header + "yes,i1,?,a1\nno,i1,?,a2\n");
        EXPECT_EQ(items_text(result), Lines{"i1: a1=yes a2=no"}) << header;
      }
    }
  }
}

TEST(LongCsv, TakesColumnsByFlag) {
  ImportOptions options;
  options.item_column = "pic";
  options.annotator_column = "who";
  options.label_column = "Seen";
  options.format = "long";
  EXPECT_EQ(items_text(import("pic,who,seen\np,anna,cat\n", options)), Lines{"p: anna=cat"});
  options.label_column = "sen";
  EXPECT_SAYS(error_of("pic,who,seen\np,anna,cat\n", options),
              "label-column: unknown column 'sen'; did you mean 'seen'?");
  options.label_column = "pic";
  EXPECT_SAYS(error_of("pic,who,seen\np,anna,cat\n", options), "one column cannot serve twice");
  EXPECT_SAYS(error_as("long", "pic,who,seen\np,anna,cat\n"),
              "no column for the item among 'pic, who, seen'; name it with item-column");
}

TEST(LongCsv, ReadsOtherSeparatorsAndLineEnds) {
  for (const char separator : {'\t', ';', '|'}) {
    std::string text(kVotes);
    for (char& c : text) c = c == ',' ? separator : c;
    EXPECT_EQ(items_text(import(text)), items_text(import(kVotes))) << separator;
  }
  std::string crlf;
  for (const char c : kVotes) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(items_text(import(crlf)), items_text(import(kVotes)));
  const std::string marked = "\xEF\xBB\xBF" + std::string(kVotes);
  EXPECT_EQ(items_text(import(marked)), items_text(import(kVotes)));
  EXPECT_TRUE(remarks(import(marked), "byte-order mark"));
}

TEST(LongCsv, ReadsQuotedFieldsWithLineEndsAndDoubledQuotes) {
  const ImportResult result =
      import("item,annotator,label\n\"a\nb\",\"o\"\"neil\",\"x, y\"\n\"c\",\"o\"\"neil\",z\n");
  EXPECT_EQ(items_text(result), (Lines{"a\nb: o\"neil=x, y", "c: o\"neil=z"}));
  EXPECT_EQ(result.votes.annotators(), 1u);
}

TEST(LongCsv, RefusesBadText) {
  EXPECT_SAYS(error_of("item,annotator,label\ni,a,caf\xE9\n"),
              "votes.csv, line 2: 'caf\\xe9' is not UTF-8; convert the file first");
  EXPECT_SAYS(error_of("item,annotator,label\ni\xE9,a,x\n"), "is not UTF-8");
  EXPECT_SAYS(error_of("item,annotator,label\ni,\xE9,x\n"), "is not UTF-8");
  EXPECT_SAYS(error_of("item,annotator,label\ni,a,x\ni,a\n"),
              "votes.csv, line 3: 2 fields where the header has 3");
  EXPECT_SAYS(error_of("item,annotator,label\n,a,x\n"), "an empty item name");
  EXPECT_SAYS(error_of("item,annotator,label\ni,,x\n"), "an empty annotator name");
  EXPECT_SAYS(error_of("item,annotator,label\n"), "no items; the file has no data rows");
  EXPECT_SAYS(error_of("item,annotator,label\ni,a,\n"), "every label is empty");
  EXPECT_SAYS(error_of("item,annotator,label\ni,a,\"x\n"), "line 2: a quoted field is not closed");
}

TEST(LongCsv, CountsEmptyLabelsAndKeepsTheirItems) {
  constexpr std::string_view text = "item,annotator,label\ni1,a,\ni2,a,x\ni2,b,NaN\ni3,b, x \n";
  const ImportResult result = import(text);
  EXPECT_EQ(items_text(result), (Lines{"i1:", "i2: a=x", "i3: b=x"}));
  const Oddity* empty = result.audit.find("empty-label");
  ASSERT_NE(empty, nullptr);
  EXPECT_EQ(empty->count, 2u);
  EXPECT_EQ(empty->first, "votes.csv, line 2");
  EXPECT_EQ(result.audit.votes, 2u);
  EXPECT_EQ(result.audit.dropped, 2u);
  EXPECT_EQ(result.audit.find("item-without-votes")->first, "item 'i1'");

  ImportOptions options;
  options.drop_empty = true;
  const ImportResult dropped = import(text, options);
  EXPECT_EQ(items_text(dropped), (Lines{"i2: a=x", "i3: b=x"}));
  EXPECT_EQ(oddities(dropped, "item-without-votes"), 0u);
  EXPECT_TRUE(remarks(dropped, "1 items without votes left out"));
}

TEST(LongCsv, NumbersThatAreEqualAreOneClassInOrder) {
  const ImportResult result =
      import("item,annotator,rating\ni1,a,10\ni1,b,2\ni2,a,2.0\ni2,b,+10.00\ni3,a,1e1\n");
  EXPECT_EQ(class_names(result), (Lines{"2", "10"}));
  EXPECT_TRUE(result.votes.class_space().ordered);
  EXPECT_EQ(result.votes.class_space().values, (std::vector<double>{2, 10}));
  EXPECT_EQ(items_text(result), (Lines{"i1: a=10 b=2", "i2: a=2 b=10", "i3: a=10"}));
}

TEST(LongCsv, ClassesAsListedDropOthers) {
  ImportOptions options;
  options.classes = {"dog", "fish", "cat"};
  const ImportResult result = import("item,annotator,label\ni1,a,cat\ni1,b,Cat\ni2,a,dog\n", options);
  EXPECT_EQ(class_names(result), (Lines{"dog", "fish", "cat"}));
  EXPECT_EQ(items_text(result), (Lines{"i1: a=cat", "i2: a=dog"}));
  EXPECT_EQ(oddities(result, "unknown-label"), 1u);
  EXPECT_EQ(result.audit.find("unknown-label")->first, "item 'i1'");
  EXPECT_SAYS(result.audit.find("unknown-label")->note, "'Cat' is not among the classes");
  EXPECT_EQ(result.audit.dropped, 1u);
  EXPECT_FALSE(result.votes.class_space().ordered);

  options.ordinal = true;
  EXPECT_TRUE(import(kVotes, options).votes.class_space().ordered);
  options.classes = {};
  EXPECT_SAYS(error_of(kVotes, options), "list the classes with classes");
  options.classes = {"cat", "cat"};
  EXPECT_SAYS(error_of(kVotes, options), "class 'cat' is listed twice");
}

TEST(LongCsv, AppliesTheDuplicatePolicies) {
  constexpr std::string_view text = "item,annotator,label\ni1,a,x\ni1,b,x\ni1,a,y\ni2,a,x\ni1,a,z\n";
  const auto read = [&](const char* policy) {
    ImportOptions options;
    options.duplicates = choice_of<DuplicatePolicy>("duplicates", policy);
    return import(text, options);
  };
  const ImportResult keep = read("keep");
  EXPECT_EQ(items_text(keep), (Lines{"i1: a=x b=x a=y a=z", "i2: a=x"}));
  EXPECT_EQ(oddities(keep, "duplicate-vote"), 2u);
  EXPECT_EQ(keep.audit.find("duplicate-vote")->first, "item 'i1', annotator 'a'");
  EXPECT_EQ(items_text(read("first")), (Lines{"i1: a=x b=x", "i2: a=x"}));
  EXPECT_EQ(items_text(read("last")), (Lines{"i1: b=x a=z", "i2: a=x"}));
  EXPECT_EQ(read("last").audit.dropped, 2u);
  EXPECT_SAYS(test::message_of([&] { read("error"); }),
              "votes.csv: 2 repeated votes of one annotator on one item, first: item 'i1', annotator 'a'");
  EXPECT_SAYS(test::message_of([&] { read("lasst"); }), "did you mean 'last'?");
}

TEST(LongCsv, WithoutAnnotatorsThereAreCounts) {
  const ImportResult result = import("item,label\ni1,x\ni2,y\ni1,y\ni1,x\n");
  EXPECT_EQ(result.votes.knowledge(), Knowledge::counts);
  EXPECT_EQ(items_text(result), (Lines{"i1: x=2 y=1", "i2: y=1"}));
  EXPECT_EQ(result.audit.votes, 4u);
  EXPECT_TRUE(result.audit.plan.annotator.empty());
  EXPECT_SAYS(test::message_of([&] { result.votes.labels_of(0); }), "needs to know who voted what");
}

class Threads {
 public:
  explicit Threads(const char* count) { ::setenv("DISSENT_THREADS", count, 1); }
  ~Threads() { ::unsetenv("DISSENT_THREADS"); }
};

// Large enough to be read in stretches: the result must not depend on how many.
TEST(LongCsv, IsTheSameWithAnyNumberOfThreads) {
  std::string text = "item,annotator,label\n";
  Draws draws(Stream(11, "long"), 0);
  std::uint64_t empty = 0;
  while (text.size() < (std::size_t{9} << 20)) {
    const std::uint64_t item = draws.below(60000);
    text += (item % 3 == 0 ? "item-with-a-longer-name-" : "i") + std::to_string(item) + ",worker" +
            std::to_string(draws.below(700)) + ",";
    const std::uint64_t label = draws.below(40);
    empty += label == 0;
    text += (label == 0 ? std::string() : "class " + std::to_string(label % 7)) + "\n";
  }
  const auto read = [&](const char* threads) {
    const Threads set(threads);
    return import(text);
  };
  const ImportResult one = read("1"), three = read("3");
  EXPECT_EQ(one.audit.find("empty-label")->count, empty);
  EXPECT_EQ(three.audit.find("empty-label")->count, empty);
  EXPECT_EQ(three.audit.find("empty-label")->first, one.audit.find("empty-label")->first);
  EXPECT_EQ(three.audit.votes, one.audit.votes);
  EXPECT_EQ(class_names(three), class_names(one));
  ASSERT_EQ(three.votes.annotators(), one.votes.annotators());
  for (std::size_t a = 0; a < one.votes.annotators(); ++a) {
    ASSERT_EQ(three.votes.annotator_name(a), one.votes.annotator_name(a));
  }
  EXPECT_EQ(items_text(three), items_text(one));
  // And right: the first item is the first row's.
  EXPECT_TRUE(text.find("\n" + std::string(one.votes.item_name(0)) + ",") == text.find('\n'));
}

}  // namespace
}  // namespace dissent::import_long_test
