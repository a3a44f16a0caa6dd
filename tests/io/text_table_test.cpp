#include "dissent/io/text_table.h"

#include <gtest/gtest.h>

namespace dissent::text_table_test {
namespace {

TextTable table(std::size_t texts) {
  TextTable made(texts);
  made.add({"data", "method", "score"});
  made.add({"a", "b", "0.25"});
  made.add({"longer", "sls", "1"});
  return made;
}

TEST(TextTable, TextsStandLeftAndNumbersRight) {
  EXPECT_EQ(table(2).markdown(),
            "| data   | method | score |\n"
            "| --- | --- | --: |\n"
            "| a      | b      |  0.25 |\n"
            "| longer | sls    |     1 |\n");
  EXPECT_EQ(table(1).markdown().substr(0, 50), "| data   | method | score |\n| --- | --: | --: |\n| ");
  EXPECT_EQ(table(2).latex().substr(0, 20), "\\begin{tabular}{llr}");
  EXPECT_EQ(table(TextTable::kAll).latex().substr(0, 20), "\\begin{tabular}{lll}");
}

TEST(TextTable, CsvIsQuotedWhereItMustBe) {
  TextTable made;
  made.add({"a,b", "c"});
  EXPECT_EQ(made.csv(), "\"a,b\",c\n");
}

}  // namespace
}  // namespace dissent::text_table_test
