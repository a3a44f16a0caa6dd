// Predictions as CSV, TSV, JSON and JSON Lines.
#include <cmath>

#include "predictions/predictions_support.h"

namespace dissent::predictions_text_test {
namespace {

using test::contains;
using test::Numbers;
using test::Texts;
using test::values;

using PredictionTexts = test::PredictionFiles;

TEST_F(PredictionTexts, Tables) {
  const PredictionFile file =
      read("p.csv", "item,split,prob_cat,prob_dog\n x ,train,0.5,.5\n\ny,new,nan,-inf\n");
  EXPECT_EQ(file.items.strings(), (Texts{"x", "y"}));
  EXPECT_EQ(file.split, (Texts{"train", "new"}));
  EXPECT_EQ(file.class_names, (Texts{"cat", "dog"}));
  EXPECT_EQ(file.stated, StatedKind::probabilities);
  const Numbers got = values(file);
  EXPECT_EQ(got[1], 0.5);
  EXPECT_TRUE(std::isnan(got[2]));
  EXPECT_EQ(got[3], -INFINITY);
  EXPECT_EQ(place(file, 1), "p.csv, line 4");
  EXPECT_EQ(file.remarks.back(), "items named by column 'item'");

  const PredictionFile plain = read("p.tsv", "cat\tdog\n1e-3\t2\n");
  EXPECT_TRUE(plain.items.empty());
  EXPECT_EQ(plain.class_names, (Texts{"cat", "dog"}));
  EXPECT_EQ(plain.stated, StatedKind::unknown);
  EXPECT_EQ(values(plain), (Numbers{0.001, 2}));
  EXPECT_EQ(read("p.csv", "id,logit_a,logit_b\n1,2,3\n").stated, StatedKind::logits);
  EXPECT_EQ(read("p.csv", "ID,P_a,p_b\n1,2,3\n").class_names, (Texts{"a", "b"}));
}

TEST_F(PredictionTexts, TablesSayWhichColumnNamesTheItem) {
  EXPECT_EQ(read("p.csv", ",0,1\n7,0.5,0.5\n").items.strings(), (Texts{"7"}));
  EXPECT_EQ(read("p.csv", "Unnamed: 0,0,1\n7,0.5,0.5\n").class_names, (Texts{"0", "1"}));
  EXPECT_EQ(read("p.csv", "cat,dog,Filename\n0.5,0.5,a.png\n").items.strings(), (Texts{"a.png"}));
  EXPECT_EQ(read("p.csv", "picture,cat,dog\nu,0.5,0.5\n").items.strings(), (Texts{"u"}));
  EXPECT_EQ(read("p.csv", "picture,cat,dog\n3,0.5,0.5\n", {"picture", ""}).items.strings(), (Texts{"3"}));
  const PredictionFile two = read("p.csv", ",item,cat,dog\n0,u,0.5,0.5\n");
  EXPECT_EQ(two.items.strings(), (Texts{"u"}));
  EXPECT_EQ(two.class_names, (Texts{"cat", "dog"}));
  EXPECT_EQ(two.remarks.front(), "column 1 ('') was left out: another names the items");
  EXPECT_EQ(read("p.csv", "image,text\n0.5,0.5\n").class_names,
            (Texts{"image", "text"}));  // fractions: classes
  EXPECT_EQ(read("p.csv", "split,cat,dog\ntrain,0.5,0.5\n").split, (Texts{"train"}));
  EXPECT_TRUE(contains(failure("p.csv", "item,cat\nu,1\n", {"itme", ""}),
                       "p.csv: pred-item-column: unknown column 'itme'; did you mean 'item'?"));
}

TEST_F(PredictionTexts, TablesThatAreWrongAreRefused) {
  EXPECT_EQ(failure("p.csv", "item,cat,dog\nx,1,2\ny,1,\n"),
            "p.csv, line 3: column 'dog': '' is not a number; every class of every item needs a number");
  EXPECT_TRUE(
      contains(failure("p.csv", "item,cat,dog\nx,1,much\n"), "line 2: column 'dog': 'much' is not a number"));
  EXPECT_TRUE(contains(failure("p.csv", "item;cat\nx;0,5\n"), "write decimals with a point"));
  EXPECT_EQ(failure("p.csv", "item,cat\nx,1\ny,2\n\nx,3\n"),
            "p.csv, line 5: item 'x' stands here again, after line 2; give every row its own item");
  EXPECT_TRUE(contains(failure("p.csv", "item,cat\n ,1\n"), "line 2: an empty item name"));
  EXPECT_TRUE(contains(failure("p.csv", "item,cat\n\xff,1\n"), "UTF-8"));
  EXPECT_TRUE(contains(failure("p.csv", "item,cat,cat\nx,1,2\n"), "line 1: two classes are called 'cat'"));
  EXPECT_TRUE(contains(failure("p.csv", "item,cat,\nx,0.1,0.2\n"), "line 1: column 3 has no name"));
  EXPECT_TRUE(contains(failure("p.csv", "item,cat\n"), "no rows below the header"));
  EXPECT_TRUE(contains(failure("p.csv", "item,split\nx,train\n"), "no column for a class"));
  EXPECT_TRUE(contains(failure("p.csv", "item,cat\nx,1,2\n"), "line 2: 3 fields where the header has 2"));
  EXPECT_TRUE(
      contains(failure("p.csv", "item,cat\nx,1\n", {"", "logits"}), "pred-array: unknown column 'logits'"));
}

TEST_F(PredictionTexts, ATableWithoutAHeaderIsReadByPosition) {
  const PredictionFile file = read("p.csv", "0.25,0.75\n0.5,0.5\n");
  EXPECT_EQ(values(file), (Numbers{0.25, 0.75, 0.5, 0.5}));
  EXPECT_TRUE(file.items.empty());
}

TEST_F(PredictionTexts, ColumnsWithoutPredictionsAreLeftOutAndNamed) {
  const PredictionFile beside = read("p.csv", "item,label,p_cat,p_dog\nx,1,0.5,0.5\n");
  EXPECT_EQ(beside.class_names, (Texts{"cat", "dog"}));
  EXPECT_EQ(values(beside), (Numbers{0.5, 0.5}));
  EXPECT_EQ(beside.remarks.front(), "classes named by the columns p_..., without 'label'");
  const PredictionFile text = read("p.csv", "item,text,cat,dog\nx,a b,0.5,0.5\n");
  EXPECT_EQ(text.class_names, (Texts{"cat", "dog"}));
  EXPECT_EQ(text.remarks.front(), "column 2 ('text') was left out: it holds no predictions");
}

TEST_F(PredictionTexts, ListsInCells) {
  const PredictionFile file = read("p.csv", "item,probs,note\nx,\"[0.25, 0.75]\",a\ny,[0.5 0.5],b\n");
  EXPECT_EQ(values(file), (Numbers{0.25, 0.75, 0.5, 0.5}));
  EXPECT_EQ(file.items.strings(), (Texts{"x", "y"}));
  EXPECT_TRUE(file.class_names.empty());
  EXPECT_EQ(file.stated, StatedKind::probabilities);
  EXPECT_TRUE(contains(failure("p.csv", "item,probs\nx,\"[1, 0]\"\ny,\"[1]\"\n"), "line 3: 1 numbers"));
  EXPECT_TRUE(contains(failure("p.csv", "item,probs\nx,\"[1, 0]\"\ny,much\n"), "line 3: 'much' is no list"));
}

TEST_F(PredictionTexts, LinesOfAnItemAndAList) {
  const PredictionFile file = read("p.tsv", "a-1\t[0.25, 0.75]\n\nb,2\t[0.5, 0.5]\n");
  EXPECT_EQ(values(file), (Numbers{0.25, 0.75, 0.5, 0.5}));
  EXPECT_EQ(file.items.strings(), (Texts{"a-1", "b,2"}));
  EXPECT_EQ(place(file, 1), "p.tsv, line 3");
  EXPECT_TRUE(contains(failure("p.tsv", "a\t[1, 0]\n\xff\t[1, 0]\n"), "UTF-8"));
  EXPECT_TRUE(contains(failure("p.tsv", "a\t[1, 0]\nb\n"), "line 2: '' is no list of numbers"));
  EXPECT_TRUE(contains(failure("p.tsv", "a\t[1, 0]\na\t[1, 0]\n"), "line 2: item 'a' stands here again"));
}

TEST_F(PredictionTexts, OneLabelAnItem) {
  EXPECT_EQ(read("p.csv", "item,label\nx,cat\ny,dog\n").labels, (Texts{"cat", "dog"}));
  EXPECT_EQ(read("p.csv", "item,text,pred\nx,a b,1\ny,c,0\n").labels, (Texts{"1", "0"}));
  EXPECT_EQ(read("p.jsonl", "{\"id\": \"x\", \"prediction\": \"cat\"}\n{\"id\": \"y\", \"prediction\": 1}\n")
                .labels,
            (Texts{"cat", "1"}));
  EXPECT_TRUE(contains(failure("p.csv", "item,label\nx,cat\ny,\n"), "line 3: no label"));
}

TEST_F(PredictionTexts, JsonLines) {
  const PredictionFile lists = read("p.jsonl",
                                    "{\"id\": 4, \"prediction\": \"cat\", \"probs\": [0.5, 1]}\n\n"
                                    "{\"id\": \"u\", \"probs\": [2, 3]}\n");
  EXPECT_EQ(lists.items.strings(), (Texts{"4", "u"}));
  EXPECT_EQ(values(lists), (Numbers{0.5, 1, 2, 3}));
  EXPECT_TRUE(lists.class_names.empty());
  EXPECT_EQ(lists.stated, StatedKind::probabilities);
  EXPECT_EQ(lists.remarks, (Texts{"read the field 'probs'", "items named by field 'id'"}));
  EXPECT_EQ(place(lists, 0), "p.jsonl, line 1");
  EXPECT_EQ(place(lists, 1), "p.jsonl, line 3");
  const PredictionFile objects =
      read("p.jsonl",
           "{\"item\": \"x\", \"split\": \"train\", \"logits\": {\"a\": 1, \"b\": 2, \"c\": 3}}\n"
           "{\"logits\": {\"c\": 6, \"a\": 4, \"b\": 5}, \"item\": \"y\", \"split\": \"new\"}\n");
  EXPECT_EQ(values(objects), (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(objects.class_names, (Texts{"a", "b", "c"}));
  EXPECT_EQ(objects.split, (Texts{"train", "new"}));
  EXPECT_EQ(objects.stated, StatedKind::logits);
  const PredictionFile one =
      read("p.jsonl", "{\"who\": \"x\", \"out\": [1, 2], \"probs\": [3, 4]}\n", {"who", "out"});
  EXPECT_EQ(one.items.strings(), (Texts{"x"}));
  EXPECT_EQ(values(one), (Numbers{1, 2}));
  EXPECT_EQ(read("p.jsonl", "{\"item\": 1, \"scores\": [1]}").stated, StatedKind::unknown);
}

TEST_F(PredictionTexts, JsonDocuments) {
  const PredictionFile list =
      read("p.json", "[{\"uid\": \"x\", \"p\": [1, 2]}, {\"uid\": \"y\", \"p\": [3, 4]}]");
  EXPECT_EQ(list.items.strings(), (Texts{"x", "y"}));
  EXPECT_EQ(place(list, 1), "p.json, record 2");
  EXPECT_EQ(list.stated, StatedKind::probabilities);
  const PredictionFile rows = read("p.json", "[[1, 2], [3, 4]]");
  EXPECT_TRUE(rows.items.empty());
  for (const char* text :
       {"{\"x\": [1, 2], \"y\": [3, 4]}", "{\"x\": {\"a\": 1, \"b\": 2}, \"y\": {\"b\": 4, \"a\": 3}}",
        "{\"x\": {\"probs\": [1, 2], \"id\": 9}, \"y\": {\"probs\": [3, 4], \"id\": 9}}"}) {
    const PredictionFile file = read("p.json", text);
    EXPECT_EQ(file.items.strings(), (Texts{"x", "y"})) << text;
    EXPECT_EQ(values(file), (Numbers{1, 2, 3, 4})) << text;
    EXPECT_EQ(place(file, 1), "p.json: item 'y'");
  }
}

TEST_F(PredictionTexts, JsonThatIsWrongIsRefused) {
  const std::string first = "{\"item\": \"x\", \"probs\": {\"a\": 1, \"b\": 2}}\n";
  const auto second = [&](const std::string& probs, const std::string& item = "y") {
    return failure("p.jsonl", first + "{\"item\": \"" + item + "\", \"probs\": " + probs + "}\n");
  };
  EXPECT_EQ(second("{\"a\": 1}"),
            "p.jsonl, line 2: class 'b' is missing; every class of every item needs a number");
  EXPECT_TRUE(contains(second("{\"a\": 1, \"c\": 2}"), "line 2: class 'c' is not in the first prediction"));
  EXPECT_TRUE(
      contains(second("{\"a\": 1, \"b\": null}"), "line 2: class 'b' is 'null', where a number is wanted"));
  EXPECT_TRUE(contains(second("[1, 2]"), "line 2: a prediction of type array, where the first is an object"));
  EXPECT_TRUE(
      contains(second("{\"a\": 1, \"b\": 2}", "x"), "line 2: item 'x' stands here again, after line 1"));
  EXPECT_TRUE(contains(second("{\"a\": 1, \"b\": 2}", ""), "line 2: an empty item name"));
  EXPECT_TRUE(
      contains(failure("p.jsonl", first + "{\"item\": \"y\"}\n"), "line 2: the field 'probs' is missing"));
  EXPECT_TRUE(contains(failure("p.jsonl", first + "{\"probs\": [1, 2]}\n"), "line 2: no field 'item'"));
  EXPECT_TRUE(contains(failure("p.json", "[{\"id\": 1, \"p\": [1]}, {\"id\": 2, \"p\": [1, 2]}]"),
                       "record 2: 2 numbers, where the first prediction has 1"));
  EXPECT_TRUE(contains(failure("p.json", "[{\"id\": 1, \"p\": [1, \"2\"]}]"),
                       "record 1: class 1 (from 0) is '\"2\"'"));
  EXPECT_TRUE(contains(failure("p.json", "[{\"id\": 1, \"p\": []}]"), "an empty prediction"));
  EXPECT_TRUE(contains(failure("p.json", "[{\"id\": [], \"p\": [1]}]", {"id", ""}), "id is an array"));
  EXPECT_TRUE(contains(failure("p.json", "[]"), "no records"));
  EXPECT_TRUE(contains(failure("p.json", "{}"), "no records"));
  EXPECT_TRUE(contains(failure("p.json", "[1]"), "record 1: of type number, where a record is wanted"));
  EXPECT_TRUE(contains(failure("p.json", "[{\"item\": 1, \"cat\": {}}]"),
                       "p.json: no field holds a prediction (fields: 'item'); write a record an item: {"));
  EXPECT_TRUE(
      contains(failure("p.json", "[{\"item\": 1, \"p\": [1]}]", {"", "q"}), "pred-array: no field 'q'"));
  EXPECT_TRUE(contains(failure("p.json", "{\"x\": {\"a\": 1}, \"y\": 3}"),
                       "p.json: item 'y': a prediction of type number"));
  EXPECT_TRUE(
      contains(failure("p.json", "{\"probs\": [[1, 2]], \"items\": [\"x\"]}"), "where a number is wanted"));
  EXPECT_TRUE(contains(failure("p.json", "[{\"item\": 1, \"p\": [NaN]}]"), "not valid JSON"));
}

}  // namespace
}  // namespace dissent::predictions_text_test
