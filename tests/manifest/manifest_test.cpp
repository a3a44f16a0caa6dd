#include "dissent/manifest/manifest.h"

#include <array>

#include "data/data_support.h"
#include "dissent/images/image.h"
#include "dissent/io/npy.h"
#include "dissent/manifest/yaml.h"
#include "dissent/store/loaders.h"
#include "manifest/manifest_support.h"

namespace dissent::manifest_test {
namespace {

using test::contains;
using test::DataFolder;
using test::error_of;
using test::kVotes;
using test::ManifestFiles;

TEST_F(ManifestFiles, ReadsFeaturesAndClasses) {
  const Dataset dataset =
      load("name: mine\nvotes: votes.csv\ninputs: {features: x.npy}\nclasses: [c, b, a]\n");
  EXPECT_EQ(dataset.name, "mine");
  EXPECT_EQ(dataset.items(), 3u);
  EXPECT_EQ(dataset.votes.class_name(0), "c");
  EXPECT_EQ(std::get<FeatureInputs>(dataset.inputs).values, (std::vector<float>{0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(dataset.gold.empty());
}

TEST_F(ManifestFiles, HashDoesNotDependOnThePlace) {
  const std::string manifest = "name: mine\nvotes: votes.csv\ninputs: {features: x.npy}\n";
  const std::string hash = load(manifest).hash;
  const DataFolder other;
  for (const char* name : {"votes.csv", "x.npy"}) {
    std::filesystem::create_directories(other / "deep/er");
    std::filesystem::copy_file(folder / name, other / ("deep/er/" + std::string(name)));
  }
  other.write("deep/er/my.yaml",
              "# other words\nvotes:   {file: votes.csv}\ninputs:\n  features: x.npy\nname: o\n");
  EXPECT_EQ(load_dataset(other / "deep/er/my.yaml").hash, hash);
  std::string changed(kVotes);
  changed[changed.find("x,p,a") + 4] = 'c';
  folder.write("votes.csv", changed);
  EXPECT_NE(load(manifest).hash, hash);
}

TEST_F(ManifestFiles, ReadsGoldFromAFileOrAColumn) {
  const std::string base = "name: mine\nvotes: votes.csv\ninputs: {features: x.npy}\n";
  EXPECT_EQ(load(base + "gold: {column: truth}\n").gold, (std::vector<std::int32_t>{0, 2, -1}));
  folder.write("gold.csv", "id,answer\nz,b\nx,c\n");
  EXPECT_EQ(load(base + "gold: {file: gold.csv, item: id, label: answer}\n").gold,
            (std::vector<std::int32_t>{2, -1, 1}));
  folder.write("gold.jsonl", "{\"item\": \"y\", \"label\": \"a\"}\n{\"item\": \"z\", \"label\": null}\n");
  EXPECT_EQ(load(base + "gold: {file: gold.jsonl}\n").gold, (std::vector<std::int32_t>{-1, 0, -1}));

  folder.write("gold.csv", "item,label\nx,c\nx,b\n");
  EXPECT_TRUE(
      contains(failure(base + "gold: {file: gold.csv}\n"), "gold.csv, line 3: item 'x' has the gold"));
  folder.write("gold.csv", "item,label\nx,d\n");
  EXPECT_TRUE(
      contains(failure(base + "gold: {file: gold.csv}\n"), "gold.csv, line 2: unknown gold label 'd'"));
  folder.write("gold.csv", "item,label\nx,a\nw,a\n");
  EXPECT_TRUE(contains(failure(base + "gold: {file: gold.csv}\n"), "line 3: item 'w'"));
  EXPECT_EQ(load(base + "missing: drop\ngold: {file: gold.csv}\n").gold[0], 0);
  EXPECT_TRUE(contains(failure(base + "gold: {file: gold.csv, label: lable}\n"), "unknown column 'lable'"));
  EXPECT_TRUE(contains(failure(base + "gold: {file: none.csv}\n"), "none.csv is not there"));
  EXPECT_TRUE(contains(failure(base + "gold: {column: truth, label: x}\n"), "no place"));
}

TEST_F(ManifestFiles, ReadsAFolderOfImages) {
  image("images/x.png", 5, 3, 10);
  image("images/y.png", 5, 1, 20);  // grey among coloured ones
  image("images/z.png", 5, 3, 30);
  const std::string base = "name: mine\nvotes: votes.csv\ninputs: {images: images}\n";
  const Dataset dataset = load(base);
  EXPECT_EQ(describe(dataset.inputs), "images 4 x 5 x 3");
  const auto& pixels = std::get<ImageInputs>(dataset.inputs).pixels;
  ASSERT_EQ(pixels.size(), 3u * 60);
  EXPECT_EQ(pixels[59], 10);
  EXPECT_EQ(pixels[60], 20);
  EXPECT_EQ(pixels[119], 20);
  EXPECT_EQ(pixels[120], 30);

  image("images/w.png", 5, 3, 40);
  EXPECT_TRUE(contains(failure(base), "1 of 4 inputs have no votes, the first being 'w.png'"));
  EXPECT_EQ(load(base + "missing: drop\n").hash, dataset.hash);
  std::filesystem::remove(folder / "images/y.png");
  EXPECT_TRUE(contains(failure(base), "1 of 3 items with votes have no input there, the first being 'y'"));
  const Dataset dropped = load(base + "missing: drop\ngold: {column: truth}\n");
  EXPECT_EQ(dropped.items(), 2u);
  EXPECT_EQ(dropped.votes.item_name(1), "z");
  EXPECT_EQ(dropped.gold, (std::vector<std::int32_t>{0, -1}));
  EXPECT_EQ(std::get<ImageInputs>(dropped.inputs).pixels[60], 30);

  image("images/y.png", 6, 3, 20);
  EXPECT_TRUE(contains(failure(base + "missing: drop\n"), "y.png: 6 x 4 pixels, and"));
  folder.write("images/y.png", "no image");
  EXPECT_TRUE(contains(failure(base + "missing: drop\n"), "y.png: neither PNG nor JPEG"));
}

TEST_F(ManifestFiles, MatchesImagesByNameOrStemAndInSubfolders) {
  folder.write("votes.csv", "item,annotator,label\nsub/x.png,p,a\nsub/y,p,b\n");
  image("images/sub/x.png", 5, 3, 10);
  image("images/sub/y.PNG", 5, 3, 20);
  const std::string base = "name: mine\nvotes: votes.csv\ninputs: {images: images}\n";
  EXPECT_EQ(load(base).items(), 2u);
  image("images/sub/y.png", 5, 3, 20);
  EXPECT_TRUE(contains(failure(base), "item 'sub/y' has two inputs"));
}

TEST_F(ManifestFiles, ReadsImageArrays) {
  const std::vector<std::uint8_t> pixels = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  write_npy<std::uint8_t>(folder / "i.npy", pixels, std::array<std::size_t, 3>{3, 2, 2});
  const std::string base = "name: mine\nvotes: votes.csv\n";
  const Dataset grey = load(base + "inputs: {images: i.npy}\n");
  EXPECT_EQ(describe(grey.inputs), "images 2 x 2 x 1");
  folder.write("names.txt", "z\nx\ny\n");
  const Dataset named = load(base + "inputs: {images: i.npy, items: names.txt}\n");
  EXPECT_EQ(std::get<ImageInputs>(named.inputs).pixels,
            (std::vector<std::uint8_t>{5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4}));
  folder.write("names.txt", "z\nx\n");
  EXPECT_TRUE(
      contains(failure(base + "inputs: {images: i.npy, items: names.txt}\n"), "2 names for the 3 rows"));
  write_npy<std::uint8_t>(folder / "i.npy", pixels, std::array<std::size_t, 4>{2, 1, 2, 3});
  EXPECT_TRUE(contains(failure(base + "inputs: {images: i.npy}\n"), "2 rows, and the votes have 3 items"));
  EXPECT_TRUE(contains(failure(base + "inputs: {images: x.npy}\n"), "where images are uint8"));
  EXPECT_TRUE(contains(failure(base + "inputs: {features: i.npy}\n"), "(2, 1, 2, 3)"));
}

TEST_F(ManifestFiles, RefusesFeaturesThatAreNotFinite) {
  const std::vector<double> values = {0, 1, 2, 1e300, 4, 5};
  write_npy<double>(folder / "f.npy", values, std::array<std::size_t, 2>{3, 2});
  EXPECT_TRUE(contains(failure("name: m\nvotes: votes.csv\ninputs: {features: f.npy}\n"), "row 1, column 1"));
}

TEST_F(ManifestFiles, ReadsText) {
  folder.write("t.csv", "id,premise,hypothesis\ny,\"two, words\",b\nx,a,c\nz,d,e\n");
  const std::string base = "name: mine\nvotes: votes.csv\n";
  const Dataset dataset = load(base + "inputs: {text: t.csv, columns: [premise, hypothesis], id: id}\n");
  const auto& text = std::get<TextInputs>(dataset.inputs);
  EXPECT_EQ(text.fields[0][1], "two, words");
  EXPECT_EQ(text.fields[1][0], "c");
  folder.write("t.jsonl",
               "{\"item\":\"x\",\"d\":{\"t\":\"1\"}}\n{\"item\":\"y\",\"d\":{\"t\":\"2\"}}\n"
               "{\"item\":\"z\",\"d\":{\"t\":\"3\"}}\n");
  const Dataset nested = load(base + "inputs: {text: t.jsonl, columns: [d.t]}\n");
  EXPECT_EQ(std::get<TextInputs>(nested.inputs).fields[0][2], "3");

  folder.write("t.csv", "item,text\nx,a\nx,b\ny,c\nz,d\n");
  EXPECT_TRUE(contains(failure(base + "inputs: {text: t.csv, columns: [text]}\n"),
                       "t.csv, line 3: 'text' of item 'x' differs"));
  folder.write("t.csv", "item,text\nx,a\xE9\ny,c\nz,d\n");
  EXPECT_TRUE(contains(failure(base + "inputs: {text: t.csv, columns: [text]}\n"), "UTF-8"));
  EXPECT_TRUE(contains(failure(base + "inputs: {text: t.csv, columns: [txt]}\n"), "did you mean 'text'"));
}

TEST_F(ManifestFiles, ReadsTextsToChooseFrom) {
  folder.write("t.csv", "item,before,second,first,third\nx,a,b,c,j\ny,d,e,f,k\nz,g,h,i,l\n");
  const std::string base = "name: mine\nvotes: votes.csv\ninputs: {text: t.csv, columns: [before], choices: ";
  const Dataset dataset = load(base + "[first, second, third]}\n");
  const auto& text = std::get<TextInputs>(dataset.inputs);
  EXPECT_EQ(text.choices, 3u);
  EXPECT_EQ(text.field_names, (std::vector<std::string>{"before", "first", "second", "third"}));
  EXPECT_EQ(text.fields[1][1], "f");
  EXPECT_NE(dataset.hash, load("name: mine\nvotes: votes.csv\ninputs: {text: t.csv, columns: "
                               "[before, first, second, third]}\n")
                              .hash);
  EXPECT_TRUE(contains(failure(base + "[first]}\n"), "1 choice and 3 classes"));
  EXPECT_TRUE(
      contains(failure(base + "[first, second]}\n"), "2 choices and 3 classes; each choice is a class"));
  EXPECT_TRUE(contains(failure(base + "[first, second, fourth]}\n"), "'fourth'"));
  EXPECT_TRUE(contains(failure("name: m\nvotes: votes.csv\ninputs: {features: x.npy, choices: [a, b]}\n"),
                       "'choices' belongs to text inputs"));
}

TEST_F(ManifestFiles, TakesEveryImportOption) {
  folder.write("v.csv", "who;what;said\np;x;2\nq;x;1\np;y;1\np;z;2\np;z;1\n");
  const Dataset dataset = load(
      "name: m\nvotes:\n  file: v.csv\n  format: long\n  item-column: what\n  annotator-column: who\n"
      "  label-column: said\n  classes: [2, 1]\n  ordinal: true\n  duplicates: first\n  drop-empty: false\n"
      "inputs: {features: x.npy}\n");
  EXPECT_EQ(dataset.votes.votes(), 4u);
  EXPECT_EQ(dataset.votes.class_name(0), "2");
  const std::string unknown =
      failure("name: m\nvotes: {file: v.csv, formt: long}\ninputs: {features: x.npy}\n");
  EXPECT_TRUE(
      contains(unknown, "dataset.yaml, line 2, column 22: unknown key 'formt'; did you mean 'format'"));
  EXPECT_TRUE(contains(failure("name: m\nvotes: {file: v.csv, ordinal: maybe}\ninputs: {features: x.npy}\n"),
                       "where true or false"));
  EXPECT_TRUE(contains(failure("name: m\nvotes: {file: v.csv, classes: 2}\ninputs: {features: x.npy}\n"),
                       "where a list is wanted"));
}

TEST_F(ManifestFiles, CountsItemsWithoutVotes) {
  folder.write("votes.csv", "item,annotator,label\nx,p,a\ny,p,\nz,p,b\n");
  const std::string base = "name: m\nvotes: votes.csv\ninputs: {features: x.npy}\n";
  EXPECT_TRUE(contains(failure(base), "1 of 3 items have no votes, the first being 'y'"));
  const Dataset dropped = load(base + "missing: drop\n");
  EXPECT_EQ(std::get<FeatureInputs>(dropped.inputs).values, (std::vector<float>{0, 1, 4, 5}));
  EXPECT_EQ(dropped.votes.item_name(1), "z");
}

TEST_F(ManifestFiles, ReadsTheTrueDistribution) {
  const std::string base = "name: m\nvotes: votes.csv\ninputs: {features: x.npy}\ntruth: t.npy\n";
  std::vector<double> truth = {1, 0, 0, 0.5, 0.25, 0.25, 0, 0, 1};
  write_npy<double>(folder / "t.npy", truth, std::array<std::size_t, 2>{3, 3});
  EXPECT_EQ(load(base).truth, truth);
  truth[4] = 0.5;
  write_npy<double>(folder / "t.npy", truth, std::array<std::size_t, 2>{3, 3});
  EXPECT_TRUE(contains(failure(base), "row 1 (from 0) is no distribution"));
}

std::string parse_failure(std::string_view text) {
  return error_of([&] { parse_manifest(text, "d.yaml"); });
}

TEST(Manifest, NamesTheLineAndColumn) {
  const std::string good = "name: m\nvotes: v.csv\ninputs: {images: i}\n";
  EXPECT_EQ(parse_failure(good), "");
  EXPECT_TRUE(contains(parse_failure(good + "clases: [a]\n"),
                       "d.yaml, line 4, column 1: unknown key 'clases'; did you mean 'classes'"));
  EXPECT_TRUE(
      contains(parse_failure(good + "name: n\n"), "d.yaml, line 4, column 1: the key 'name' is there twice"));
  EXPECT_TRUE(contains(parse_failure("name: m\nvotes: v.csv\n"), "the key 'inputs' is missing"));
  EXPECT_TRUE(contains(parse_failure("name: m\nvotes: [v]\ninputs: {images: i}\n"), "votes is a list"));
  EXPECT_TRUE(contains(parse_failure("name: {a: b}\nvotes: v\ninputs: {images: i}\n"), "name is a map"));
  EXPECT_TRUE(contains(parse_failure("name:\nvotes: v\ninputs: {images: i}\n"), "name is nothing"));
  EXPECT_TRUE(contains(parse_failure("name: m\nvotes: v\ninputs: {images: i, features: f}\n"), "has 2"));
  EXPECT_TRUE(contains(parse_failure("name: m\nvotes: v\ninputs: {}\n"), "has 0"));
  EXPECT_TRUE(
      contains(parse_failure("name: m\nvotes: v\ninputs: {images: i, id: x}\n"), "'id' belongs to text"));
  EXPECT_TRUE(contains(parse_failure(good + "missing: dorp\n"), "did you mean 'drop'"));
  EXPECT_TRUE(contains(parse_failure(good + "classes: []\n"), "empty list"));
  EXPECT_TRUE(contains(parse_failure(good + "classes: [a, [b]]\n"), "an entry of classes is a list"));
  EXPECT_TRUE(contains(parse_failure("- a\n"), "this is a list"));
  EXPECT_TRUE(contains(parse_failure(""), "this is nothing"));
}

TEST(Manifest, RefusesWhatYamlCouldHide) {
  EXPECT_TRUE(contains(parse_failure("a: &x 1\nb: *x\n"), "d.yaml, line 1, column 4: anchors and aliases"));
  EXPECT_TRUE(contains(parse_failure("a: *x\n"), "d.yaml, line 1"));
  EXPECT_TRUE(contains(parse_failure("a: !!binary x\n"), "the tag"));
  EXPECT_TRUE(contains(parse_failure("a: 1\n---\nb: 2\n"), "second document"));
  EXPECT_TRUE(contains(parse_failure("a: [1, 2\nb: 3\n"), "not valid YAML"));
  EXPECT_TRUE(contains(parse_failure("\ta: 1\n"), "d.yaml, line 1"));
  EXPECT_TRUE(contains(parse_failure("? [a]\n: b\n"), "a key must be a text"));
  EXPECT_TRUE(contains(parse_failure("a: \xFF\n"), "byte 3 is not UTF-8"));
  EXPECT_TRUE(contains(parse_failure(std::string_view("a: \0", 4)), "byte 3 is 0"));
  EXPECT_TRUE(contains(parse_failure(std::string((1 << 20) + 1, ' ')), "too many"));
}

TEST(Manifest, RefusesDeepNestingQuickly) {
  std::string dashes;
  for (int i = 0; i < 100'000; ++i) dashes += "- ";
  for (const std::string& deep : {std::string(500'000, '['), std::string(500'000, '{'), dashes,
                                  "a: " + std::string(17, '[') + std::string(17, ']')}) {
    EXPECT_NE(parse_failure(deep), "") << deep.substr(0, 10);
  }
  EXPECT_TRUE(contains(parse_failure("a: " + std::string(20, '[') + std::string(20, ']')), "levels deep"));
}

}  // namespace
}  // namespace dissent::manifest_test
