#include "dissent/io/markup.h"

#include <gtest/gtest.h>

#include "dissent/io/text_table.h"

namespace dissent::markup_test {
namespace {

TEST(Markup, MarkdownTakesNothingForMarkup) {
  EXPECT_EQ(in_markdown("a|b"), "a\\|b");
  EXPECT_EQ(in_markdown("a`b`"), "a\\`b\\`");
  EXPECT_EQ(in_markdown("<script>&lt; AT&T & x"), "&lt;script>&amp;lt; AT&amp;T & x");
  EXPECT_EQ(in_markdown("[x](javascript:y)"), "[x\\](javascript:y)");
  EXPECT_EQ(in_markdown("one\ntwo\r\n# three"), "one two  # three");
  EXPECT_EQ(in_markdown("\x1b[31mred"), "\\x1b[31mred");
  EXPECT_EQ(in_markdown("ends in \\"), "ends in \\\\");
  EXPECT_EQ(in_markdown("C:\\data [0.1, 0.2] soft_nll"), "C:\\data [0.1, 0.2] soft_nll");
  EXPECT_EQ(sentence_in_markdown("run `dissent help` | <b>"), "run `dissent help` \\| &lt;b>");
}

TEST(Markup, LatexTakesNothingForMarkup) {
  EXPECT_EQ(in_latex("50 % of {a_b} & #1 $x$"), "50 \\% of \\{a\\_b\\} \\& \\#1 \\$x\\$");
  EXPECT_EQ(in_latex("\\input{/etc/passwd}"), "\\textbackslash{}input\\{/etc/passwd\\}");
  EXPECT_EQ(in_latex("~^"), "\\textasciitilde{}\\textasciicircum{}");
  EXPECT_EQ(in_latex("two\nlines"), "two lines");
  EXPECT_EQ(in_latex("0.5 ± 0.1, −1"), "0.5 $\\pm$ 0.1, $-$1");
}

TEST(Markup, WhatASpreadsheetWouldComputeIsText) {
  for (const char* text : {"=1+1", "+cmd|' /C calc'!A0", "-x", "@SUM(A1)", "\tx", "\rx", "'=x", "''-y"}) {
    EXPECT_EQ(in_sheet(text), "'" + std::string(text));
    EXPECT_EQ(from_sheet(in_sheet(text)), text);
  }
  for (const char* text : {"-1", "+2.5", "-1e-3", "-inf", "a=b", "", "'", "'tis", "x-y"}) {
    EXPECT_EQ(in_sheet(text), text);
    EXPECT_EQ(from_sheet(in_sheet(text)), text);
  }
  EXPECT_EQ(sheet_field("=a,b"), "\"'=a,b\"");
  EXPECT_EQ(sheet_field("=a,b", CsvTexts::raw), "\"=a,b\"");
}

TEST(Markup, ACellOfATableStaysACell) {
  TextTable table;
  table.add({"name", "value"});
  table.add({"[a|b]\nc\x1b[2J", "1"});
  EXPECT_EQ(table.lines()[1], "[a|b]\\x0ac\\x1b[2J      1");
  const std::string markdown = table.markdown();
  EXPECT_NE(markdown.find("| [a\\|b] c\\x1b[2J |"), std::string::npos) << markdown;
  // A bracket after the line break of the row before it would be its argument.
  EXPECT_NE(table.latex().find("\\midrule\n{}[a|b] c"), std::string::npos) << table.latex();
}

}  // namespace
}  // namespace dissent::markup_test
