// Tables as spreadsheets, statistics programs, forms and crowdsourcing platforms write them, and columns that
// are no votes although they look like them.
#include "votes/everyday.h"

namespace dissent::other_programs_test {
namespace {

using namespace everyday;

// A label that most annotators of an item give, so that they agree more than chance: by item, annotator,
// kinds.
int agreed(int i, int w, int kinds) {
  return (i + w) % 4 == 0 ? (i * 7 + w) % kinds : i % kinds;
}

// A row an item: `head`, then what `row` gives for each.
std::string table(const std::string& head, const std::function<std::string(int)>& row, int items = 20) {
  std::string text = head;
  for (int i = 0; i < items; ++i) text += row(i) + "\n";
  return text;
}

std::string word(int i, int w) {
  return at(agreed(i, w, 3), kWords);
}

std::vector<Everyday> columns_that_are_no_votes() {
  const auto three = [](int i) { return fmt::format("{},{},{}", word(i, 0), word(i, 1), word(i, 2)); };
  const auto plan = [](int annotators) {
    return fmt::format(
        "wide, item = column 'item', annotator = {} columns, label = their cells; 3 classes (nominal)",
        annotators);
  };
  const auto vote = [](int i, int w, int l) {
    return fmt::format("p{},w{},{},{},{}", i, w, at(l, kWords), w % 2 == 0 ? "man" : "woman",
                       w % 3 == 0 ? "left" : "right");
  };
  return {
      {"a gold column",
       table("item,Anna,Ben,Cem,gold\n",
             [&](int i) { return fmt::format("i{},{},{}", i, three(i), word(i, 1)); }),
       {},
       plan(3),
       "i0: Anna=cat Ben=cat Cem=cat"},
      {"a consensus and a model",
       table("item,Anna,Ben,Cem,Consensus,gpt_prediction\n",
             [&](int i) { return fmt::format("i{},{},{},{}", i, three(i), word(i, 1), word(i, 2)); }),
       {},
       plan(3),
       "i0: Anna=cat Ben=cat Cem=cat"},
      {"what is said about annotators",
       rows("post_id,rater_id,hateful,rater_gender,rater_politics\n", vote),
       {},
       "long, item = column 'post_id', annotator = column 'rater_id', label = column 'hateful'; 3 classes "
       "(nominal)",
       "p0: w0=cat w2=dog w4=owl"},
      {"an answer beside the item's own label",
       rows("item,worker,answer,label\n",
            [&](int i, int w, int l) {
              return fmt::format("i{},w{},{},{}", i, w, at(l, kWords), at(i % 3, kWords));
            }),
       {},
       "long, item = column 'item', annotator = column 'worker', label = column 'answer'; 3 classes "
       "(nominal)",
       "i0: w0=cat w2=dog w4=owl"},
      {"a text that is called response",
       rows("item_id,rater_id,response,Q1,Q2\n",
            [&](int i, int w, int l) {
              return fmt::format("{},{},the answer to {},{},{}", i, w, i, at(l, kWords),
                                 at((l + w) % 3, kWords));
            }),
       {},
       "",
       "columns 'Q1, Q2' could each hold the label; choose one with label-column"},
      {"one of many ratings",
       rows("item,worker,sentiment,respect,insult\n",
            [&](int i, int w, int l) {
              return fmt::format("i{},w{},{},{},{}", i, w, l, (l + w) % 3, (l + i) % 3);
            }),
       {},
       "",
       "columns 'sentiment, respect, insult' could each hold the label; choose one with label-column"},
      {"ids of the votes and of the workers",
       rows("!amt_annotation_ids\t!amt_worker_ids\torig_id\tresponse\tgold\n",
            [&](int i, int w, int l) {
              return fmt::format("{}\tA{}\t{}\t{}\t{}", 1000 + 10 * i + w, w, 700 + i, l % 2, i % 2);
            }),
       {},
       "long, item = column 'orig_id', annotator = column '!amt_worker_ids', label = column 'response'; 2 "
       "classes (ordered)",
       "700: A0=0 A2=1 A4=0"},
      {"a parent and the item",
       rows("post_id,reply_id,annotator_id,label\n",
            [&](int i, int w, int l) { return fmt::format("p{},r{},a{},{}", i / 4, i, w, at(l, kWords)); }),
       {},
       "long, item = column 'reply_id', annotator = column 'annotator_id', label = column 'label'; 3 classes "
       "(nominal)",
       "r0: a0=cat a2=dog a4=owl"},
      {"several questions an item",
       rows("item_id,annotator,question,answer\n",
            [&](int i, int w, int l) {
              return fmt::format("i{},a{},q{},{}", i / 3, w, i % 3, at(l, kWords));
            }),
       {},
       "",
       "say item-column item_id,question where each is an item, or item-column item_id"},
      {"the same, told",
       rows("item_id,annotator,question,answer\n",
            [&](int i, int w, int l) {
              return fmt::format("i{},a{},q{},{}", i / 3, w, i % 3, at(l, kWords));
            }),
       with([](auto& o) { o.item_column = "item_id,question"; }),
       "long, item = column 'item_id' with column 'question', annotator = column 'annotator', label = column "
       "'answer'; 3 classes (nominal)",
       "i0/q0: a0=cat a2=dog a4=owl"},
      {"an id for every row",
       rows("id,text,annotator,label\n",
            [&](int i, int w, int l) {
              return fmt::format("{},some text {},w{},{}", 10 * i + w, i, w, at(l, kWords));
            }),
       {},
       "",
       "every row has its own 'id', but the values of 'text' come back; say item-column 'text' or "
       "item-column 'id'"},
      {"two questions to every annotator",
       table("id,rater1_fluency,rater1_adequacy,rater2_fluency,rater2_adequacy\n",
             [](int i) {
               return fmt::format("s{},{},{},{},{}", i, agreed(i, 0, 4), agreed(i, 1, 4), agreed(i, 2, 4),
                                  agreed(i, 3, 4));
             }),
       {},
       "",
       "about 2 questions ('adequacy, fluency'); choose one with annotator-column '*adequacy'"},
      {"two files put together",
       rows("item,worker,label\n",
            [&](int i, int w, int l) {
              return i == 6 && l == 0 ? std::string("item,worker,label")
                                      : fmt::format("i{},w{},{}", i, w, at(l, kWords));
            }),
       {},
       "",
       "the names of the columns stand among the rows again"},
  };
}

std::vector<Everyday> rows_that_are_annotators() {
  const auto answers = [](int w) {
    std::string cells;
    for (int i = 0; i < 6; ++i) cells += fmt::format(",{}", word(i, w));
    return cells;
  };
  const std::string plan =
      "wide, item = 6 columns, annotator = column '{}', label = their cells; 3 classes (nominal)";
  return {
      {"a row a participant",
       table("participant_id,q1,q2,q3,q4,q5,q6\n",
             [&](int w) { return fmt::format("P{}{}", w, answers(w)); }),
       {},
       fmt::format(fmt::runtime(plan), "participant_id"),
       "q1: P0=cat P1=cat P2=cat P3=cat P4=dog P5=cat P6=cat P7=cat P8=owl P9=cat P10=cat P11=cat P12=cat "
       "P13=cat "
       "P14=cat P15=cat P16=dog P17=cat P18=cat P19=cat"},
      {"a form",
       table(
           "Timestamp,q1,q2,q3,q4,q5,q6\n",
           [&](int w) { return fmt::format("2024/01/0{} 10:00{}", w + 1, answers(w)); }, 5),
       {},
       fmt::format(fmt::runtime(plan), "Timestamp"),
       "q1: 2024/01/01 10:00=cat 2024/01/02 10:00=cat 2024/01/03 10:00=cat 2024/01/04 10:00=cat 2024/01/05 "
       "10:00=dog"},
      {"Qualtrics",
       "StartDate,ResponseId,Q1\nStart Date,Response "
       "ID,How?\n\"{\"\"ImportId\"\":\"\"startDate\"\"}\",x,y\n1,R1,yes\n",
       {},
       "",
       "three lines of names, as Qualtrics writes them"},
  };
}

std::vector<Everyday> other_programs() {
  const auto vote = [](int i, int w, int l) { return fmt::format("i{},w{},{}", i, w, at(l, kWords)); };
  const auto words = [](int i, int w, int l) {
    return fmt::format("\"r{}\" \"i{}\" \"w{}\" \"{}\"", 10 * i + w, i, w, at(l, kWords));
  };
  const std::string plan =
      "long, item = column 'item', annotator = column 'worker', label = column 'label'; 3 classes (nominal)";
  const std::string votes = "i0: w0=cat w2=dog w4=owl";
  std::string carriage = rows("item,worker,label\n", vote);
  std::replace(carriage.begin(), carriage.end(), '\n', '\r');
  return {
      {"R with names of rows", rows("\"item\" \"worker\" \"label\"\n", words), {}, plan, votes},
      {"comments above", rows("# made in 2020\n# see the paper\nitem,worker,label\n", vote), {}, plan, votes},
      {"a comment that names the columns", rows("#item,worker,label\n", vote), {}, plan, votes},
      {"Excel's line for the separator",
       rows("sep=;\nitem;worker;label\n",
            [&](int i, int w, int l) { return fmt::format("i{};w{};{}", i, w, at(l, kWords)); }),
       {},
       plan,
       votes},
      {"carriage returns", carriage, {}, plan, votes},
      {"empty rows below", rows("item,worker,label\n", vote) + ",,\n,,\n", {}, plan, votes},
      {"separators at the ends of rows",
       rows("item,worker,label\n", [&](int i, int w, int l) { return vote(i, w, l) + ","; }),
       {},
       plan,
       votes},
      {"blanks before quotes",
       rows(
           "\"item\", \"worker\", \"label\"\n",
           [&](int i, int w, int l) { return fmt::format("\"i{}\", \"w{}\", \"{}\"", i, w, at(l, kWords)); }),
       {},
       plan,
       votes},
      {"quotes that are only characters",
       rows("item\ttext\tworker\tlabel\n",
            [&](int i, int w, int l) {
              return fmt::format("i{}\t{}said nothing {}\tw{}\t{}", i, i == 3 ? "\"" : "", i == 7 ? "\"" : "",
                                 w, at(l, kWords));
            }),
       {},
       plan,
       votes},
      {"lists in two columns",
       table("id,text,annotations,annotators\n",
             [](int i) {
               return fmt::format("{},a text,\"{},{},{}\",\"Ann1,Ann2,Ann{}\"", i, word(i, 0), word(i, 1),
                                  word(i, 2), 3 + i % 3);
             }),
       {},
       "long, item = column 'id', annotator = column 'annotators', label = column 'annotations'; 3 classes "
       "(nominal)",
       "0: Ann1=cat Ann2=cat Ann3=cat"},
      {"a column an answer",
       rows("HITId,WorkerId,Answer.cat.cat,Answer.dog.dog,Answer.owl.owl\n",
            [&](int i, int w, int l) {
              return fmt::format("H{},W{},{},{},{}", i, w, l == 0, l == 1, l == 2);
            }),
       {},
       "long, item = column 'HITId', annotator = column 'WorkerId', label = the names of 3 columns; 3 "
       "classes (nominal)",
       "H0: W0=cat W2=dog W4=owl"},
      {"annotators called as labels are",
       table("item,A,B,C\n",
             [](int i) {
               return fmt::format("s{},{},{},{}", i, "ABCD"[agreed(i, 0, 4)], "ABCD"[agreed(i, 1, 4)],
                                  "ABCD"[agreed(i, 2, 4)]);
             }),
       {},
       "wide, item = column 'item', annotator = 3 columns, label = their cells; 4 classes (nominal)",
       "s0: A=A B=A C=A"},
      {"marks from 0 to 100",
       rows(
           "item,worker,score\n",
           [](int i, int w, int l) { return fmt::format("i{},w{},{}", i, w, (i * 31 + 17 * w + l) % 97); },
           40),
       {},
       "",
       "numbers among 120 votes"},
      {"-1 and 1 with 0 where there is none",
       table(
           "",
           [](int i) {
             std::string line;
             for (int w = 0; w < 6; ++w)
               line += fmt::format("{}{}", w == 0 ? "" : ",", (i + w) % 3 != 0 ? 0 : i % 2 == 0 ? 1 : -1);
             return line;
           },
           30),
       {},
       "",
       "label '0' has 66.7 % of the votes; where it stands for no vote say no-vote 0"},
  };
}

TEST(OtherPrograms, ColumnsThatAreNoVotesAreNotRead) {
  expect_read(columns_that_are_no_votes());
}

TEST(OtherPrograms, ARowMayBeAnAnnotator) {
  expect_read(rows_that_are_annotators());
}

TEST(OtherPrograms, WhatTheyWriteAroundATableIsPassedOver) {
  expect_read(other_programs());
}

// Forty items of sixty workers: there are more workers than items, and people agree about items.
TEST(OtherPrograms, ItemsWithoutAHeaderAreWhatPeopleAgreeOn) {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    for (int v = 0; v < 9; ++v)
      text += fmt::format("{}\t{}\t{}\n", 500 + i, (i * i * 7 + i * v + v * 31) % 120, agreed(i, v, 3));
  }
  const ImportResult result = import(text);
  EXPECT_EQ(result.votes.items(), 40u);
  EXPECT_EQ(
      summary(result.audit.plan),
      "long, item = 1st column, annotator = 2nd column, label = 3rd column, no header; 3 classes (ordered)");
}

TEST(OtherPrograms, SharesMayBeRoundedToTwoDigits) {
  const ImportResult result = import(table(
      "item,a,b,c\n", [](int i) { return fmt::format("s{},0.33,0.{},0.{}", i, 33 - i % 3, 34 + i % 3); }));
  EXPECT_EQ(summary(result.audit.plan), "probabilities; 3 classes (nominal)");
  EXPECT_SAYS(error_of("item,a,b,c\ns0,0.3,0.3,0.2\ns1,0.2,0.2,0.6\n"), "probabilities sum to 0.8");
}

TEST(OtherPrograms, CodesAreOneClassOrTwo) {
  const std::string text = "item,worker,label\na,x,01\nb,x,1\na,y,02\n";
  EXPECT_TRUE(
      remarks(import(text),
              "labels '01' and '1' are one number and were taken for one class; nominal keeps them apart"));
  const ImportResult apart = import(text, with([](auto& o) { o.nominal = true; }));
  EXPECT_EQ(apart.votes.class_space().names, (std::vector<std::string>{"01", "02", "1"}));
  EXPECT_EQ(import("item,worker,label\na,x,1.0\nb,x,1\na,y,2\n").audit.remarks.size(), 0u);
}

TEST(OtherPrograms, WhatStandsForNoVoteAndIsNowhereIsSaid) {
  const ImportResult result = import("item,worker,label\na,x,yes\nb,x,unsure\na,y,no\n",
                                     with([](auto& o) { o.no_vote = {"Unsure"}; }));
  EXPECT_TRUE(remarks(result, "no-vote 'Unsure': no vote has this label"));
}

TEST(OtherPrograms, RejectedAnswersAreSaid) {
  const ImportResult result =
      import(rows("HITId,AssignmentStatus,WorkerId,Answer.animal\n", [](int i, int w, int l) {
        return fmt::format("H{},{},W{},{}", i, w == 3 ? "Rejected" : "Approved", w, at(l, kWords));
      }));
  EXPECT_TRUE(remarks(result, "rows that column 'AssignmentStatus' calls rejected are counted as votes"));
}

}  // namespace
}  // namespace dissent::other_programs_test
