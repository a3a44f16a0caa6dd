// The official split of a data set as manifests state it: in a column, in a file, and by the file.
#include "dissent/data/official_part.h"
#include "manifest/manifest_support.h"

namespace dissent::official_split_test {
namespace {

using test::contains;
using test::ManifestFiles;
class OfficialSplitFiles : public ManifestFiles {};

using Parts = std::vector<OfficialPart>;

TEST_F(OfficialSplitFiles, ReadsTheOfficialSplitFromAFileOrAColumn) {
  using enum OfficialPart;
  const std::string base = "name: mine\nvotes: votes.csv\ninputs: {features: x.npy}\n";
  const std::string without = load(base).hash;
  folder.write("split.csv", "item,split\nz,test\nx,Train\ny,validation\n");
  const Dataset dataset = load(base + "split: {file: split.csv}\n");
  EXPECT_EQ(dataset.split, (Parts{train, dev, test}));
  EXPECT_NE(dataset.hash, without);
  EXPECT_EQ(dataset.audit.remarks.back(), "official split: 1 train, 1 dev, 1 test");
  folder.write("parts.jsonl",
               "{\"id\": \"y\", \"in\": \"dev\"}\n{\"id\": \"x\", \"in\": \"train\"}\n{\"id\": \"z\", "
               "\"in\": \"test\"}\n");
  EXPECT_EQ(load(base + "split: {file: parts.jsonl, item: id, column: in}\n").hash, dataset.hash);
  folder.write(
      "votes.csv",
      "item,annotator,label,part\nx,p,a,train\nx,q,b,train\ny,p,c,val\ny,q,c,val\nz,p,b,test\nz,q,b,\n");
  EXPECT_EQ(load(base + "split: {column: part}\n").split, (Parts{train, dev, test}));

  EXPECT_TRUE(contains(failure(base + "split: {file: none.csv}\n"), "none.csv is not there"));
  EXPECT_TRUE(
      contains(failure(base + "split: {column: prt}\n"), "unknown column 'prt'; did you mean 'part'?"));
  EXPECT_TRUE(
      contains(failure(base + "split: official\n"), "line 4, column 8: split is a text, where a map"));
  folder.write("split.csv", "item,split\nx,train\ny,trial\nz,test\n");
  EXPECT_TRUE(contains(failure(base + "split: {file: split.csv}\n"),
                       "split.csv, line 3: unknown part of a split 'trial'"));
  folder.write("split.csv", "item,split\nx,train\ny,dev\nz,test\nx,dev\n");
  EXPECT_TRUE(contains(failure(base + "split: {file: split.csv}\n"),
                       "split.csv, line 5: item 'x' is of dev here and of train before"));
}

TEST_F(OfficialSplitFiles, RefusesAnItemWithoutASplit) {
  const std::string base = "name: mine\nvotes: votes.csv\ninputs: {features: x.npy}\n";
  folder.write("split.csv", "item,split\nx,train\ny,\nz,test\n");
  EXPECT_TRUE(contains(failure(base + "split: {file: split.csv}\n"),
                       "1 of 3 items are in none of train, dev and test, the first being 'y'"));
  const Dataset dropped = load(base + "split: {file: split.csv}\nmissing: drop\n");
  EXPECT_EQ(dropped.split, (Parts{OfficialPart::train, OfficialPart::test}));
  EXPECT_EQ(std::get<FeatureInputs>(dropped.inputs).values, (std::vector<float>{0, 1, 4, 5}));
}

TEST_F(OfficialSplitFiles, KeepsAHiddenPartWithoutVotes) {
  const std::string base =
      "name: mine\nvotes: votes.csv\ninputs: {features: x.npy}\nsplit: {file: split.csv}\n";
  folder.write("split.csv", "item,split\nx,train\ny,dev\nz,dev\nt,test\n");
  features("x.npy", 4, 2);
  folder.write("gold.csv", "item,label\nt,c\n");
  const Dataset dataset = load(base + "gold: {file: gold.csv}\n");
  ASSERT_EQ(dataset.items(), 4u);
  EXPECT_EQ(dataset.votes.item_name(3), "t");
  EXPECT_TRUE(dataset.votes.is_empty(3));
  EXPECT_EQ(dataset.split[3], OfficialPart::test);
  EXPECT_EQ(dataset.gold, (std::vector<std::int32_t>{-1, -1, -1, 2}));
  EXPECT_EQ(dataset.votes.annotators(), 2u);
  EXPECT_EQ(describe_split(dataset), "official split: 1 train, 2 dev, 1 test (1 without votes)");

  folder.write("split.csv", "item,split\nx,train\ny,dev\nz,dev\nt,train\n");
  EXPECT_TRUE(contains(failure(base), "1 items of train have no votes, the first: "));
  features("x.npy", 3, 2);
  EXPECT_EQ(load(base + "missing: drop\n").items(), 3u);

  // Named in the votes file, without a vote.
  folder.write("votes.csv", "item,annotator,label,part\nx,p,a,train\ny,p,b,train\nt,p,,test\n");
  const std::string inside =
      "name: mine\nvotes: votes.csv\ninputs: {features: x.npy}\nsplit: {column: part}\n";
  EXPECT_EQ(load(inside).items(), 3u);
  folder.write("votes.csv", "item,annotator,label,part\nx,p,a,train\ny,p,b,test\nt,p,,train\n");
  EXPECT_TRUE(contains(failure(inside), "1 of 3 items have no votes, the first being 't'"));
}

constexpr const char* kParts =
    "name: mine\nvotes: {train: a.json, dev: b.json, test: c.json}\n"
    "inputs: {text: {train: a.json, dev: b.json, test: c.json}, columns: [text]}\n";

// As the shared tasks on learning with disagreements give their data out.
std::string named_record(const std::string& name, const std::string& text, const std::string& labels) {
  const std::string people = labels.empty() ? "" : labels.size() == 1 ? "p" : "p,q";
  return "\"" + name + "\": {\"text\": \"" + text + "\", \"annotations\": \"" + labels +
         "\", \"annotators\": \"" + people + "\"}";
}

TEST_F(OfficialSplitFiles, ReadsAFileForEachPart) {
  folder.write("a.json", "{" + named_record("1", "one", "0,2") + "," + named_record("2", "two", "0,0") + "}");
  folder.write("b.json", "{" + named_record("3", "three", "1,2") + "}");
  folder.write("c.json", "{" + named_record("4", "four", "") + "}");
  const Dataset dataset = load(kParts);
  using enum OfficialPart;
  EXPECT_EQ(dataset.split, (Parts{train, train, dev, test}));
  EXPECT_EQ(dataset.votes.class_space().names, (std::vector<std::string>{"0", "1", "2"}));  // of all files
  EXPECT_TRUE(dataset.votes.class_space().ordered);
  EXPECT_EQ(dataset.votes.annotators(), 2u);  // p and q are the same people in every file
  EXPECT_TRUE(dataset.votes.is_empty(3));
  std::vector<std::uint32_t> counts(3);
  dataset.votes.counts_of(2, counts);
  EXPECT_EQ(counts, (std::vector<std::uint32_t>{0, 1, 1}));
  EXPECT_EQ(std::get<TextInputs>(dataset.inputs).fields[0][3], "four");
  EXPECT_EQ(dataset.audit.rows, 4u);

  folder.write("b.json", "{" + named_record("1", "three", "1,2") + "}");
  EXPECT_TRUE(contains(failure(kParts),
                       "both name the item '1'; where these are different items, `names-by-part: true` "
                       "calls them 'train/1' and 'dev/1'"));
  const Dataset named = load(std::string(kParts) + "names-by-part: true\n");
  EXPECT_EQ(named.votes.item_name(2), "dev/1");
  EXPECT_EQ(std::get<TextInputs>(named.inputs).fields[0][2], "three");

  EXPECT_TRUE(contains(failure(std::string(kParts) + "split: {column: split}\n"), "keep one of the two"));
  EXPECT_TRUE(contains(failure(std::string(kParts) + "names-by-part: true\ngold: {column: split}\n"),
                       "several files"));
  folder.write("a.json", "{" + named_record("1", "one", "") + "}");
  EXPECT_TRUE(contains(failure(kParts), "a.json: no votes"));
  std::filesystem::remove(folder / "c.json");
  EXPECT_TRUE(contains(failure(kParts), "c.json is not there"));
}

}  // namespace
}  // namespace dissent::official_split_test
