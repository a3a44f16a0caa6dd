#include "dissent/core/text.h"

#include <array>

#include <gtest/gtest.h>

namespace dissent::text_test {
namespace {

TEST(Text, TrimsBlanksOfAllKinds) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \n "), "");
}

TEST(Text, NumbersMustBeWhole) {
  EXPECT_EQ(parse_double(" 1.50 "), 1.5);
  EXPECT_EQ(parse_double("+2"), 2.0);
  EXPECT_EQ(parse_double("1e-3"), 1e-3);
  EXPECT_FALSE(parse_double("1,5"));
  EXPECT_FALSE(parse_double("1x"));
  EXPECT_FALSE(parse_double(""));
  EXPECT_EQ(parse_int("-7"), -7);
  EXPECT_FALSE(parse_int("7.0"));
  EXPECT_FALSE(parse_int("99999999999999999999"));
}

TEST(Text, ShortestReadsBack) {
  EXPECT_EQ(shortest(1.0), "1");
  EXPECT_EQ(shortest(0.1), "0.1");
  for (const double x : {1.0 / 3, 1e-300, 123456789.125}) EXPECT_EQ(parse_double(shortest(x)), x);
}

TEST(Text, QuotesEscapeWhatATerminalWouldObey) {
  EXPECT_EQ(in_quotes("a\nb\x1b[31m"), "'a\\x0ab\\x1b[31m'");
  EXPECT_EQ(in_quotes("caf\xe9"), "'caf\\xe9'");
  EXPECT_EQ(in_quotes("café"), "'café'");
  EXPECT_LT(in_quotes(std::string(5000, 'x')).size(), 100u);
}

TEST(Text, FindsInvalidUtf8) {
  EXPECT_FALSE(invalid_utf8("naïve 猫 🐱"));
  EXPECT_EQ(invalid_utf8("caf\xe9 au lait"), 3u);
  EXPECT_EQ(invalid_utf8("\xc0\xaf"), 0u);      // overlong
  EXPECT_EQ(invalid_utf8("\xed\xa0\x80"), 0u);  // surrogate
  EXPECT_EQ(invalid_utf8("ab\xe7\x8c"), 2u);    // cut off
}

TEST(Text, NothingThatATerminalObeysIsPrintable) {
  EXPECT_EQ(printable("naïve 猫 🐱"), "naïve 猫 🐱");
  EXPECT_EQ(printable("\x1b]0;title\x07\x7f\n\t"), "\\x1b]0;title\\x07\\x7f\\x0a\\x09");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\x9b31m");  // the CSI of eight bits
  EXPECT_EQ(printable("a\xe2\x80\xae"
                      "b"),
            "a\\u202eb");                       // writing turned around
  EXPECT_EQ(printable("caf\xe9"), "caf\\xe9");  // broken UTF-8
  EXPECT_EQ(in_quotes("\xc2\x9b"
                      "31m"),
            "'\\x9b31m'");
  EXPECT_EQ(fit("a\xc2\x9b"
                "b",
                3),
            "a b");
}

TEST(Text, SizesHaveTheUnitThatShowsThem) {
  EXPECT_EQ(size_text(0), "0 bytes");
  EXPECT_EQ(size_text(999), "999 bytes");
  EXPECT_EQ(size_text(12'345), "12.3 kB");
  EXPECT_EQ(size_text(2'500'000), "2.5 MB");
  EXPECT_EQ(size_text(999'000'000), "999.0 MB");
  EXPECT_EQ(size_text(1'200'000'000), "1.2 GB");
}

TEST(Text, FitKeepsColumnsWhateverTheScript) {
  for (const std::string_view text :
       {"abc", "猫猫猫猫猫猫", "naïve", "a very long name indeed", "tab\there"}) {
    for (const std::size_t width : {1u, 2u, 5u, 6u, 12u})
      EXPECT_EQ(display_width(fit(text, width)), width) << text;
  }
  EXPECT_EQ(fit("abc", 5), "abc  ");
  EXPECT_EQ(fit("abcdef", 4), "abc…");
}

TEST(Text, UnknownNamesComeWithTheNearest) {
  constexpr std::array<std::string_view, 3> known = {"majority", "soft", "dawid-skene"};
  EXPECT_EQ(unknown_name("method", "majorty", known),
            "unknown method 'majorty'; did you mean 'majority'? known: majority, soft, dawid-skene");
  EXPECT_EQ(unknown_name("method", "zzzzzz", known),
            "unknown method 'zzzzzz'; known: majority, soft, dawid-skene");
}

}  // namespace
}  // namespace dissent::text_test
