#include "dissent/io/csv.h"

#include "support/arrays.h"

namespace dissent::csv_test {
namespace {

using Record = std::vector<std::string>;

std::vector<Record> records(std::string_view text, char delimiter = ',') {
  CsvReader reader(text, delimiter, "votes.csv");
  std::vector<Record> out;
  while (reader.next()) out.emplace_back(reader.fields().begin(), reader.fields().end());
  return out;
}

std::string error_in(std::string_view text, std::size_t expected = 0) {
  return test::message_of([&] {
    CsvReader reader(text, ',', "votes.csv");
    while (expected > 0 ? reader.next(expected) : reader.next()) {
    }
  });
}

TEST(Csv, ReadsFields) {
  EXPECT_EQ(records("a,b\n1,2\n"), (std::vector<Record>{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(records("a,b\n1,2"), (std::vector<Record>{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(records("a,,\n,"), (std::vector<Record>{{"a", "", ""}, {"", ""}}));
  EXPECT_EQ(records(" a , b"), (std::vector<Record>{{" a ", " b"}}));
  EXPECT_TRUE(records("").empty());
  EXPECT_TRUE(records("\n\r\n\n").empty());
  EXPECT_EQ(records("\n\na\n\n\nb\n\n"), (std::vector<Record>{{"a"}, {"b"}}));
}

TEST(Csv, ReadsCarriageReturns) {
  EXPECT_EQ(records("a,b\r\n1,2\r\n"), (std::vector<Record>{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(records("a,b\r\n1,2\r"), (std::vector<Record>{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(records("a,\"b\"\r\n\"1\",\"2\"\r"), (std::vector<Record>{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(records("a\rb,c"),
            (std::vector<Record>{{"a\rb", "c"}}));  // not at a line's end: part of the field
}

TEST(Csv, ReadsQuotes) {
  EXPECT_EQ(records("\"a,b\",c"), (std::vector<Record>{{"a,b", "c"}}));
  EXPECT_EQ(records("\"say \"\"hi\"\"\",c"), (std::vector<Record>{{"say \"hi\"", "c"}}));
  EXPECT_EQ(records("\"\"\"\",\"\"\"\"\"\",\"\""), (std::vector<Record>{{"\"", "\"\"", ""}}));
  EXPECT_EQ(records("\"two\nlines\r\nthree\",c\nd,e"),
            (std::vector<Record>{{"two\nlines\r\nthree", "c"}, {"d", "e"}}));
  EXPECT_EQ(records("a\"b\",c"), (std::vector<Record>{{"a\"b\"", "c"}}));  // a quote inside is only a quote
}

// Fields with doubled quotes are copies, which must not move while others of the record are made.
TEST(Csv, KeepsManyUnescapedFieldsOfOneRecord) {
  std::string text;
  Record wanted;
  for (int i = 0; i < 200; ++i) {
    text += (i > 0 ? "," : "") + ("\"\"\"" + std::to_string(i) + "\"\"\"");
    wanted.push_back("\"" + std::to_string(i) + "\"");
  }
  EXPECT_EQ(records(text + "\n" + text), (std::vector<Record>{wanted, wanted}));
}

TEST(Csv, ReadsOtherDelimiters) {
  EXPECT_EQ(records("a\tb,c", '\t'), (std::vector<Record>{{"a", "b,c"}}));
  EXPECT_EQ(records("a;\"b;c\"", ';'), (std::vector<Record>{{"a", "b;c"}}));
  EXPECT_EQ(detect_delimiter("a,b;c,d\n;;;;;"), ',');
  EXPECT_EQ(detect_delimiter("a\tb\tc,d\n"), '\t');
  EXPECT_EQ(detect_delimiter("a;b;c\n"), ';');
  EXPECT_EQ(detect_delimiter("a|b\n"), '|');
  EXPECT_EQ(detect_delimiter("\"a;b;c;d\",e\n"), ',');
  EXPECT_EQ(detect_delimiter("alone"), ',');
}

TEST(Csv, NamesTheLineOfARaggedRecord) {
  EXPECT_EQ(error_in("a,b\n\"x\ny\",2\n3\n", 2).substr(0, 26), "votes.csv, line 4: 1 field");
  EXPECT_NE(error_in("a,b\n1,2,3\n", 2).find("votes.csv, line 2: 3 fields"), std::string::npos);
}

TEST(Csv, NamesTheLineOfAnUnclosedQuote) {
  EXPECT_NE(error_in("a,b\n1,\"2\n3,4\n5,6\n").find("votes.csv, line 2: a quoted field is not closed"),
            std::string::npos);
  EXPECT_NE(error_in("\"").find("line 1: a quoted field is not closed"), std::string::npos);
  EXPECT_NE(error_in("a\n\"x\"\"").find("line 2: a quoted field is not closed"), std::string::npos);
  EXPECT_NE(error_in("a\n\"x\"y,z").find("line 2: 'y' follows a closing quote"), std::string::npos);
}

TEST(Csv, RefusesHugeFields) {
  const std::string huge(CsvReader::kMaxField + 1, 'x');
  const std::string largest(CsvReader::kMaxField, 'x');
  EXPECT_EQ(records(largest + ",\"" + largest + "\"")[0][1], largest);
  EXPECT_NE(error_in("a,b\n1," + huge + "\n").find("line 2: a field of 1048577 bytes"), std::string::npos);
  EXPECT_NE(error_in("a,b\n1,\"" + huge + "\"\n").find("line 2: a quoted field is not closed within 1 MiB"),
            std::string::npos);
}

TEST(Csv, ReadsAStretch) {
  const std::string_view text = "a,b\n1,2\n3,4\n5,6\n";
  CsvReader reader(text, ',', "votes.csv", 4, 12);
  ASSERT_TRUE(reader.next(2));
  EXPECT_EQ(reader.fields()[0], "1");
  EXPECT_EQ(reader.offset(), 4u);
  ASSERT_TRUE(reader.next(2));
  EXPECT_EQ(reader.place(), "votes.csv, line 3");
  EXPECT_EQ(reader.next_offset(), 12u);
  EXPECT_FALSE(reader.next(2));
}

TEST(Csv, WritesFieldsThatReadBack) {
  for (const std::string text :
       {"plain", "", "a,b", "a;b", "say \"hi\"", "two\nlines", "end\r", " blanks ", "\"", "ä"}) {
    EXPECT_EQ(records("x," + csv_field(text)), (std::vector<Record>{{"x", text}})) << text;
    EXPECT_EQ(records("x\t" + csv_field(text, '\t'), '\t'), (std::vector<Record>{{"x", text}})) << text;
  }
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a;b"), "a;b");
  EXPECT_EQ(csv_field("a;b", ';'), "\"a;b\"");
}

}  // namespace
}  // namespace dissent::csv_test
