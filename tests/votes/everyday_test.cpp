// Files as people have them, one small table each: read to the votes that they hold, or refused with the way
// out.
#include "votes/everyday.h"

namespace dissent::everyday_test {
namespace {

using namespace everyday;

std::vector<Everyday> files() {
  const auto triple = [](const char* separator) {
    const auto row = [&](int i, int w, int l) {
      return fmt::format("{}{}{}{}{}", 100 + i, separator, (w + 5 * (i % 2)) + 1, separator, l);
    };
    return rows("", row, 30);
  };
  const auto n = [](int value) { return std::to_string(value); };
  const std::string by_content =
      "long, item = 1st column, annotator = 2nd column, label = 3rd column, no header; 3 classes (ordered)";
  const std::string by_name =
      "long, item = column '{}', annotator = column '{}', label = column '{}'; 3 classes (nominal)";
  const auto named = [&](const char* item, const char* annotator, const char* label) {
    return fmt::format(fmt::runtime(by_name), item, annotator, label);
  };
  const auto word_row = [](int i, int w, int l) { return fmt::format("i{},w{},{}", i, w, at(l, kWords)); };
  return {
      {"triples with tabs", triple("\t"), {}, by_content, "100: 1=0 3=1 5=2"},
      {"triples with commas", triple(","), {}, by_content, "100: 1=0 3=1 5=2"},
      {"triples with blanks", triple(" "), {}, by_content, "100: 1=0 3=1 5=2"},
      {"triples with many blanks", triple("   "), {}, by_content, "100: 1=0 3=1 5=2"},
      {"triples with semicolons", triple(";"), {}, by_content, "100: 1=0 3=1 5=2"},
      {"triples with bars", triple("|"), {}, by_content, "100: 1=0 3=1 5=2"},
      {"workers first, told by Amazon's names",
       rows("",
            [&](int i, int w, int l) {
              return fmt::format("A1{}XKQ7ZPM2{}\thttp://x.org/{}\t{}", w, w, i, at(l, kWords));
            }),
       {},
       "long, item = 2nd column, annotator = 1st column, label = 3rd column, no header; 3 classes (nominal)",
       "http://x.org/0: A10XKQ7ZPM20=cat A12XKQ7ZPM22=dog A14XKQ7ZPM24=owl"},
      {"as many items as annotators",
       rows("", [&](int i, int, int l) { return fmt::format("{},{},{}", i, (i + 5 * l) % 12, l); }),
       {},
       "",
       "could each be the item (12 and 12 values); say item-column 1 or item-column 2"},
      {"the same, told",
       rows("", [&](int i, int, int l) { return fmt::format("{},{},{}", i, (i + 5 * l) % 12, l); }),
       with([](auto& o) { o.item_column = "1"; }), by_content, "0: 0=0 5=1 10=2"},
      {"columns by number in another order",
       rows(
           "", [&](int i, int w, int l) { return fmt::format("{},{},{}", l, i, w); }, 5),
       with([](auto& o) {
         o.item_column = "2";
         o.annotator_column = "3";
         o.label_column = "1";
       }),
       "long, item = 2nd column, annotator = 3rd column, label = 1st column, no header; 3 classes (ordered)",
       "0: 0=0 2=1 4=2"},
      {"a header that --no-header denies", "item,worker,label\n" + triple(","),
       with([](auto& o) { o.no_header = true; }), "",
       "line 1: 'item, worker, label' are names of columns; leave out no-header"},
      {"no header, and a column named by flag that is not there", triple(","),
       with([](auto& o) { o.label_column = "label"; }), "", "has no header and 3 columns, numbered from 1"},
      {"gold labels without a header", "1 0\n2 1\n3 1\n4 0\n5 1\n6 1\n", {}, "", "as gold labels have"},
      {"Amazon's batches",
       rows("HITId,AssignmentId,WorkerId,Input.text,Answer.animal\n",
            [&](int i, int w, int l) {
              return fmt::format("H{},S{}{},W{},some text {},{}", i, i, w, w, i, at(l, kWords));
            }),
       {},
       named("HITId", "WorkerId", "Answer.animal"),
       "H0: W0=cat W2=dog W4=owl"},
      {"Amazon's batches with two questions",
       rows("HITId,WorkerId,Answer.animal,Answer.sure\n",
            [&](int i, int w, int l) {
              return fmt::format("H{},W{},{},{}", i, w, at(l, kWords), l == 0 ? "yes" : "no");
            }),
       {},
       "",
       "columns 'Answer.animal, Answer.sure' could each hold the label; choose one with label-column"},
      {"CrowdFlower",
       rows("_unit_id,_created_at,_golden,_worker_id,_trust,animal,animal_gold\n",
            [&](int i, int w, int l) {
              return fmt::format("{},1/{}/2015 10:{},false,{},0.9{},{},", 900 + i, i + 1, 10 + w, 70 + w, w,
                                 at(l, kWords));
            }),
       {},
       named("_unit_id", "_worker_id", "animal"),
       "900: 70=cat 72=dog 74=owl"},
      {"Toloka",
       rows("INPUT:image\tOUTPUT:result\tGOLDEN:result\tASSIGNMENT:task_id\tASSIGNMENT:worker_id\n",
            [&](int i, int w, int l) {
              return fmt::format("pic{}.png\t{}\t\tt{}\tu{}", i, at(l, kWords), i, w);
            }),
       {},
       named("ASSIGNMENT:task_id", "ASSIGNMENT:worker_id", "OUTPUT:result"),
       "t0: u0=cat u2=dog u4=owl"},
      {"crowd-kit",
       rows("task,worker,label\n", word_row),
       {},
       named("task", "worker", "label"),
       "i0: w0=cat w2=dog w4=owl"},
      {"other words",
       rows("doc_id,coder,category\n", word_row),
       {},
       named("doc_id", "coder", "category"),
       "i0: w0=cat w2=dog w4=owl"},
      {"capitals and blanks",
       rows("Item ID,Rater ID,Label\n", word_row),
       {},
       named("Item ID", "Rater ID", "Label"),
       "i0: w0=cat w2=dog w4=owl"},
      {"the index of pandas",
       rows(",item,annotator,label\n",
            [&](int i, int w, int l) { return n(3 * i + w) + "," + word_row(i, w, l); }),
       {},
       named("item", "annotator", "label"),
       "i0: w0=cat w2=dog w4=owl"},
      {"annotators' backgrounds beside the label",
       rows("item_id,rater_id,gender,age,verdict_here\n",
            [&](int i, int w, int l) {
              return fmt::format("i{},w{},{},{},{}", i, w, w % 2 ? "f" : "m", 20 + w, at(l, kWords));
            }),
       {},
       named("item_id", "rater_id", "verdict_here"),
       "i0: w0=cat w2=dog w4=owl"},
      {"one column a label",
       rows("id,rater_id,cat,dog,owl\n",
            [&](int i, int w, int l) {
              return fmt::format("i{},w{},{},{},{}", i, w, l == 0 ? 1 : 0, l == 1 ? 1 : 0, l == 2 ? 1 : 0);
            }),
       {},
       "long, item = column 'id', annotator = column 'rater_id', label = the names of 3 columns; 3 classes "
       "(nominal)",
       "i0: w0=cat w2=dog w4=owl"},
      {"counted rows",
       "item,label,count\na,cat,3\na,dog,1\nb,cat,0\nb,dog,2\n",
       {},
       "long, item = column 'item', label = column 'label'; 2 classes (nominal)",
       "a: cat=3 dog=1"},
      {"lists in cells", "id,text,labels\na,one,\"['cat', 'dog', 'cat']\"\nb,two,\"['dog', 'dog']\"\n",
       with([](auto& o) { o.label_column = "labels"; }),
       "long, item = column 'id', label = column 'labels'; 2 classes (nominal)", "a: cat=2 dog=1"},
      {"lists of labels and of annotators",
       "id,label,annotators\na,\"[1, 2]\",\"['x', 'y']\"\nb,\"[2, 2]\",\"['x', 'z']\"\n",
       with([](auto& o) { o.annotator_column = "annotators"; }),
       "long, item = column 'id', annotator = column 'annotators', label = column 'label'; 2 classes "
       "(ordered)",
       "a: x=1 y=2"},
      {"several labels in a cell", "item,worker,label\na,w,cat;dog\na,v,dog\nb,w,cat\nb,v,\n",
       with([](auto& o) { o.split_labels = ";"; }),
       "long, item = column 'item', annotator = column 'worker', label = column 'label'; 2 classes (nominal)",
       "a/cat: w=yes v=no"},
      {"wide, with an item's name that is unknown",
       "snippet,alice,bob\ns1,yes,no\ns2,no,no\ns3,yes,yes\n",
       {},
       "wide, item = column 'snippet', annotator = 2 columns, label = their cells; 2 classes (nominal)",
       "s1: alice=yes bob=no"},
      {"wide, beside a text, a time and a group",
       "id,text,created,worker_group,alice,bob,eve\n"
       "1,some long words here,2020-01-01,A,yes,no,yes\n2,other words there,2020-01-02,B,no,no,\n3,more of "
       "them,2020-01-03,A,yes,,no\n",
       {},
       "wide, item = column 'id', annotator = 3 columns, label = their cells; 2 classes (nominal)",
       "1: alice=yes bob=no eve=yes"},
      {"wide, with chosen columns", "id,alice,bob,gold\n1,yes,no,yes\n2,no,no,no\n3,yes,,yes\n",
       with([](auto& o) { o.annotator_column = "alice,b*"; }),
       "wide, item = column 'id', annotator = 2 columns, label = their cells; 2 classes (nominal)",
       "1: alice=yes bob=no"},
      {"wide numbers with -1 where nobody voted",
       "0 -1 2 -1\n-1 1 1 0\n2 2 -1 -1\n-1 0 0 1\n",
       {},
       "wide, item = row, from 0, annotator = 4 columns, label = their cells, no header; 3 classes "
       "(ordered); no vote: '-1'",
       "0: 0=0 2=2"},
      {"wide signs, where -1 may be a class",
       "a1,a2,a3\n0,-1,1\n-1,-1,0\n1,1,-1\n",
       {},
       "wide, item = row, from 0, annotator = 3 columns, label = their cells; 3 classes (ordered)",
       "0: a1=0 a2=-1 a3=1"},
      {"the same with no votes of -1", "a1,a2,a3\n0,-1,1\n-1,-1,0\n1,1,-1\n",
       with([](auto& o) { o.no_vote = {"-1"}; }),
       "wide, item = row, from 0, annotator = 3 columns, label = their cells; 2 classes (ordered); no vote: "
       "'-1'",
       "0: a1=0 a3=1"},
      {"a question mark for most votes",
       "id,ann1,ann2,ann3\n1,?,yes,?\n2,?,?,no\n3,yes,?,?\n",
       {},
       "",
       "label '?' has 66.7 % of the votes; where it stands for no vote say no-vote ?"},
      {"255 beside small codes", "id,ann1,ann2\n1,0,255\n2,1,1\n3,255,0\n4,2,2\n", {}, "", "say no-vote 255"},
      {"counts beside a text and their sum",
       "id,count,hate,offensive,neither,class,tweet\n0,3,0,1,2,2,some words\n1,3,0,3,0,1,other "
       "words\n2,6,1,3,2,1,more words\n",
       {},
       "counts; 3 classes (nominal)",
       "0: offensive=1 neither=2"},
      {"dog breeds as numbers",
       rows("item,worker,label\n", [&](int i, int w, int l) { return fmt::format("{},{},{}", i, w, l); }),
       with([](auto& o) { o.nominal = true; }),
       "long, item = column 'item', annotator = column 'worker', label = column 'label'; 3 classes (nominal)",
       "0: 0=0 2=1 4=2"},
      {"renamed labels",
       rows("item,worker,label\n", [&](int i, int w, int l) { return fmt::format("{},{},{}", i, w, l); }),
       with([](auto& o) {
         o.map = {"0=no", "1=yes", "2.0=no"};
       }),
       "long, item = column 'item', annotator = column 'worker', label = column 'label'; 2 classes (nominal)",
       "0: 0=no 2=yes 4=no"},
      {"labels to rename that are not there", rows("item,worker,label\n", word_row),
       with([](auto& o) { o.map = {"0=no"}; }), "",
       "not one of the labels to rename is in the file, whose labels are"},
      {"annotators' metadata",
       "user_id,gender,age\nu1,f,31\nu2,m,45\nu3,f,27\n",
       {},
       "",
       "columns 'user_id, gender, age' tell no votes format"},
      {"texts instead of labels",
       rows(
           "item,worker,answer\n",
           [&](int i, int w, int l) {
             return fmt::format("i{},w{},free text {} of {} on {}", i, w, l, w, i);
           },
           100),
       {},
       "",
       "is column 'answer' really the label?"},
      {"swapped", "item,worker,label\na,x,1\nb,x,2\na,y,1\n", with([](auto& o) { o.transpose = true; }),
       "long, item = column 'worker', annotator = column 'item', label = column 'label'; 2 classes (ordered)",
       "x: a=1 b=2"},
  };
}

TEST(Everyday, FilesAreReadOrRefusedWithTheWayOut) {
  expect_read(files());
}

}  // namespace
}  // namespace dissent::everyday_test
